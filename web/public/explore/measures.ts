import { ownField, ownIdOf } from '../../../core/companies/own-fields.ts';
import type { AxisName } from '../../../core/explore/axes.ts';
import type { Language } from '../../../core/languages.ts';
import { nameIn } from '../../../core/localized.ts';
import { formatAmount, formatNumber } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/translate.ts';
import { PEOPLE_SCALE, REVENUE_SCALE } from './scales.ts';

/** What stands across and upwards in the picture of the directory. */
export interface Measures {
  x: AxisName;
  y: AxisName;
}
/** What an address names the axes of the picture. */
export const AXIS_PARAMS = { x: 'across', y: 'upwards' } as const;

export const PEOPLE_AND_REVENUE: Measures = { x: 'people', y: 'revenue' };
export const isUsual = ({ x, y }: Measures): boolean => x === 'people' && y === 'revenue';

const fieldOf = (axis: AxisName) => ownField(ownIdOf(axis) ?? '');

/** A number of an axis in words; a year without separators. */
export function measureText(axis: AxisName, value: number, language: Language): string {
  const type = fieldOf(axis)?.type;
  if (axis === 'revenue' || type === 'money') return formatAmount(value, 'USD', language);
  return type === 'year' ? String(value) : formatNumber(value, language);
}

/** Label of an axis; own fields with their unit. */
export function axisLabel(t: Translate<'explore'>, axis: AxisName, language: Language): string {
  if (axis === 'people') return t('explore:scatter.people');
  if (axis === 'revenue') return t('explore:scatter.revenue');
  const field = fieldOf(axis);
  if (!field) return axis;
  const name = nameIn(field.names, language) ?? field.id;
  const unit = field.type === 'money' ? 'USD' : nameIn(field.units, language);
  const says = unit !== undefined && name.toLowerCase().includes(unit.toLowerCase());
  return unit && !says ? `${name} (${unit})` : name;
}

/** Own numbers that spread over less than this factor are easier to read on an even axis. */
const EVEN_BELOW = 50;

/** How an axis is divided for the numbers of all companies. */
export function scaleOf(axis: AxisName, values: readonly number[]) {
  if (axis === 'people') return PEOPLE_SCALE;
  if (axis === 'revenue') return REVENUE_SCALE;
  const low = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const high = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const isEven = fieldOf(axis)?.type === 'year' || low <= 0 || high / low < EVEN_BELOW;
  return { shortest: 1, isEven };
}
