import { storage } from '../../shared/api.ts';

/** Key of the local storage: when this visit and the one before it began, in milliseconds. */
const VISITS_KEY = 'lastVisit';
/**
 * After six hours without a look at the home page, in milliseconds, the next one is another visit. A number: the
 * module of the units is in a script that the home page does not load.
 */
const NEW_VISIT_AFTER = 21_600_000;

/**
 * Notes a look at the home page, on this device alone.
 * @returns when the visit before this one was; null where none is known
 */
export function noteVisit(now: number): number | null {
  const [latest = 0, before = 0] = (storage.get(VISITS_KEY) ?? '').split(' ').map(Number);
  const isNew = !(now - latest < NEW_VISIT_AFTER);
  const previous = isNew ? latest : before;
  storage.set(VISITS_KEY, `${now} ${previous || 0}`);
  return previous > 0 ? previous : null;
}
