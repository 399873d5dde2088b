import { nameKey } from '../../../core/text.ts';
import { newId } from '../database/ids.ts';
import type { Db } from '../database/types.ts';
import { subjectOf } from './subject.ts';

interface NewEntry {
  admin: string;
  /** Action, as `company.update`. */
  action: string;
  /** Subject: an id, or a few words for many. */
  subject: string;
  before?: unknown;
  after?: unknown;
  at: Date;
}

/** Writes an administrator's action to the log, in the transaction of the action. Never a secret. */
export async function insertAuditEntry(tx: Db, { before, after, at, ...entry }: NewEntry): Promise<void> {
  const { company, name } = await subjectOf(tx, { ...entry, before, after });
  await tx
    .insertInto('audit_log')
    .values({
      // Version 7 ids grow with time, so the log's order is theirs.
      id: newId(),
      ...entry,
      at: at.toISOString(),
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
      company_id: company,
      name,
      name_key: name === null ? null : nameKey(name),
    })
    .execute();
}

/** Whether an administrator has logged in before. */
export async function hasBegunSession(db: Db, username: string): Promise<boolean> {
  const row = await db
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', 'session.begin')
    .where('admin', '=', username)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** `before` and `after` for the log; undefined without a difference. */
export function fieldsThatDiffer<T extends object>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } | undefined {
  const names = (Object.keys(after) as (keyof T)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (names.length === 0) return undefined;
  const pick = (of: T) => Object.fromEntries(names.map((name) => [name, of[name]])) as Partial<T>;
  return { before: pick(before), after: pick(after) };
}
