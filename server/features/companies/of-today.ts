import { isCompanyCategory, movedCategory } from '../../../core/categories.ts';
import { findField } from '../../../core/companies/fields.ts';
import {
  allOwnFields,
  mergedValues,
  type OwnValues,
  ownIdOf,
  ownName,
} from '../../../core/companies/own-fields.ts';
import { kindsOfToday } from '../../../core/kinds.ts';
import type { Language } from '../../../core/languages.ts';

const isRemovedField = (id: string) =>
  allOwnFields().some((field) => field.id === id && field.removedAt !== undefined);

/**
 * Translates an earlier stored value to today's configuration: the id of a merged category or kind becomes the id of the
 * merge's target. A removed field keeps its value for a return of the field.
 * @returns undefined where the configuration has no place for the value any more
 */
export function valueOfToday(field: string, language: Language | null, value: unknown): unknown {
  if (field === 'category') return isCompanyCategory(value) ? value : movedCategory(String(value));
  if (field === 'kinds') return kindsOfToday(value as string[]);
  const id = ownIdOf(field);
  if (id === undefined || value === null) return value;
  const known = findField(field, language);
  if (!known) return isRemovedField(id) ? value : undefined;
  const fits = (one: unknown) => known.schema.safeParse(one).success;
  if (!Array.isArray(value)) return fits(value) ? value : undefined;
  const left = value.filter((one) => fits([one]));
  return left.length > 0 ? left : undefined;
}

/** Stored values of own fields that the definitions of today still take. @param language null: of all languages */
export const ownValuesOfToday = (values: OwnValues | null, language: Language | null): OwnValues | null =>
  mergedValues(
    null,
    Object.fromEntries(
      Object.entries(values ?? {}).map(([id, value]) => [id, valueOfToday(ownName(id), language, value)]),
    ),
  );
