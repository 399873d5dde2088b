import type { SavedMeanwhile } from '../../../core/edit-version.ts';
import { equalJson } from '../../../core/equal-json.ts';
import { CallError } from '../../shared/api.ts';

/** The newer state from a 409 answer; undefined for any other error. */
export function savedMeanwhile<T>(error: unknown): SavedMeanwhile<T> | undefined {
  if (!(error instanceof CallError) || error.status !== 409 || !('current' in error.body)) return undefined;
  return error.body as unknown as SavedMeanwhile<T>;
}

/**
 * Merges two edits of the same value, field by field.
 * @param base what both started from
 * @returns `merged` has each field of the side that changed it, and theirs where both did; `conflicts` names
 * the fields that both changed, to different values
 */
export function mergeThreeWay<T extends object>(
  base: T,
  mine: T,
  theirs: T,
): { merged: T; conflicts: (keyof T)[] } {
  const merged = { ...theirs };
  const conflicts: (keyof T)[] = [];
  for (const field of Object.keys(mine) as (keyof T)[]) {
    if (equalJson(mine[field], base[field]) || equalJson(mine[field], theirs[field])) continue;
    if (equalJson(theirs[field], base[field])) merged[field] = mine[field];
    else conflicts.push(field);
  }
  return { merged, conflicts };
}
