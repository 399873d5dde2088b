import {
  isNumeric,
  isShownAt,
  type OwnName,
  ownField,
  ownFieldsAt,
  ownIdOf,
  ownName,
} from '../companies/own-fields.ts';

/** What an axis of the picture of the directory measures: people, revenue, or the numbers of an own field. */
export type AxisName = 'people' | 'revenue' | OwnName;

/** The axes that readers can choose. */
export const axisNames = (): AxisName[] => [
  'people',
  'revenue',
  ...ownFieldsAt('axis').map(({ id }) => ownName(id)),
];

export function isAxisName(name: string): name is AxisName {
  if (name === 'people' || name === 'revenue') return true;
  const field = ownField(ownIdOf(name) ?? '');
  return field !== undefined && isNumeric(field.type) && isShownAt(field, 'axis');
}
