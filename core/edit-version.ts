import { z } from 'zod';

/**
 * Names the state of something that is saved as a whole. A save sends the version that its form was loaded in,
 * and is refused with `conflict` where something else was saved since; without one it is saved unasked.
 */
export const editVersionSchema = z.string().max(64);

/** Conflict of a refused save: author and time (ISO 8601) of the last save, and the stored value. */
export interface SavedMeanwhile<T> {
  current: T;
  /** Empty where the log does not say. */
  changed_by: string;
  changed_at: string | null;
}
