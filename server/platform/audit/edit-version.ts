import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { SavedMeanwhile } from '../../../core/edit-version.ts';
import { type Problem, problem } from '../../../core/problem.ts';
import type { Db } from '../database/types.ts';

/** Selects the last save in the audit log, to name its author. */
interface Saves {
  actions: readonly string[];
  subject: string;
}

/** The version of a value that is saved as a whole: a digest of its JSON. */
export const editVersion = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);

/**
 * Refuses a save that was made against another version than the stored one.
 * @param given the version that the form was loaded in; undefined is saved unasked
 * @throws conflict with what is stored now
 */
export async function requireEditVersion<T extends { version: string }>(
  tx: Db,
  given: string | undefined,
  current: T,
  of: Saves,
): Promise<void> {
  if (given !== undefined && given !== current.version) throw await conflictWith(tx, current, of);
}

/**
 * Refuses a save of single fields where one of them is another than it was in the form. Fields that the form did
 * not change may be.
 * @param base the fields that are saved, as the form was loaded with them; undefined is saved unasked
 * @throws conflict with what is stored now
 */
export async function requireUnchanged<T extends object>(
  tx: Db,
  base: Readonly<Record<string, unknown>> | undefined,
  current: T,
  of: Saves,
): Promise<void> {
  const isSame = ([field, value]: [string, unknown]) =>
    isDeepStrictEqual((current as Record<string, unknown>)[field], value);
  if (base && !Object.entries(base).every(isSame)) throw await conflictWith(tx, current, of);
}

async function conflictWith<T>(tx: Db, current: T, of: Saves): Promise<Problem> {
  const last = await tx
    .selectFrom('audit_log')
    .select(['admin', 'at'])
    .where('action', 'in', of.actions)
    .where('subject', '=', of.subject)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return editConflict(current, last);
}

/** The refusal of a save on an old version. @param last who saved the current one, and when, as far as it is known */
export function editConflict<T>(
  current: T,
  last: { admin: string; at: string | null } | undefined,
  code: 'conflict' | 'stale_version' = 'conflict',
): Problem {
  const extra: SavedMeanwhile<T> = {
    current,
    changed_by: last?.admin ?? '',
    changed_at: last?.at ?? null,
  };
  return problem(code, 'Somebody else saved this in the meantime.', { extra: { ...extra } });
}
