import { isChosen, isNumeric, isShownAt, type OwnField, ownField } from './own-fields.ts';

/**
 * What a list is narrowed by in its own fields, as an address has it in `field`: `opens:dawn` is a value that a company
 * has, `ovens:3..5` a range of numbers with both ends, of which one may be missing.
 */
export interface OwnChoice {
  field: OwnField;
  value?: string;
  /** Null where the range has no end on that side. */
  min?: number | null;
  max?: number | null;
}

const bound = (text: string): number | null => (text === '' ? null : Number(text));

/** What a part of the address chooses; undefined where readers cannot choose it. */
export function ownChoiceOf(text: string): OwnChoice | undefined {
  const choice = editorsChoiceOf(text);
  return choice && isShownAt(choice.field, 'filter') ? choice : undefined;
}

/** What a filter of the console chooses, of fields that readers are not offered too. */
export function editorsChoiceOf(text: string): OwnChoice | undefined {
  const [, id = '', asked = ''] = /^([a-z0-9-]+):(.+)$/.exec(text) ?? [];
  const field = ownField(id);
  if (!field) return undefined;
  if (isChosen(field.type)) {
    const isKnown =
      field.type === 'country'
        ? /^[A-Z]{2}$/.test(asked)
        : field.options.some((option) => option.id === asked);
    return isKnown ? { field, value: asked } : undefined;
  }
  const [, from = '', to = ''] = /^(-?[\d.]*?)\.\.(-?[\d.]*)$/.exec(asked) ?? [];
  const [min, max] = [bound(from), bound(to)];
  const isRange = isNumeric(field.type) && (min !== null || max !== null);
  if (!isRange || Number.isNaN(min) || Number.isNaN(max)) return undefined;
  return min !== null && max !== null && min > max ? undefined : { field, min, max };
}

/** A range as an address has it. */
export const rangeText = (id: string, min: number | null, max: number | null): string =>
  `${id}:${min ?? ''}..${max ?? ''}`;

/** Choices grouped by field: a company matches one choice of each field. */
export const choicesByField = (texts: readonly string[] = []): OwnChoice[][] => [
  ...Map.groupBy(
    texts.flatMap((text) => ownChoiceOf(text) ?? []),
    ({ field }) => field.id,
  ).values(),
];
