import { BOUNDED_FIELDS, type BoundedField, type CategoryBounds } from '../categories.ts';

/** A figure outside of the bounds of a category. */
export interface OutOfBounds {
  field: BoundedField;
  end: 'min' | 'max';
  /** The end of the bounds that is not kept. */
  limit: number;
}

/**
 * The figures of a company that its category does not usually have.
 * @param figures people, US dollars a year, founding year; null where unknown, which is within any bounds
 */
export function outOfBounds(
  bounds: CategoryBounds | undefined,
  figures: Readonly<Record<BoundedField, number | null>>,
): OutOfBounds[] {
  return BOUNDED_FIELDS.flatMap((field): OutOfBounds[] => {
    const { min, max } = bounds?.[field] ?? {};
    const figure = figures[field];
    if (figure === null) return [];
    if (min !== undefined && figure < min) return [{ field, end: 'min', limit: min }];
    return max !== undefined && figure > max ? [{ field, end: 'max', limit: max }] : [];
  });
}
