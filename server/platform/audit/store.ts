import type { Selectable } from 'kysely';
import type { AuditEntry } from '../../../core/admins/calls.ts';
import { newId } from '../database/ids.ts';
import type { AuditLogTable } from '../database/schema.ts';
import type { Db } from '../database/types.ts';
import { readFitting } from '../http/answer-bytes.ts';

type AuditRow = Selectable<AuditLogTable>;

interface NewEntry {
  admin: string;
  /** What was done, as `company.update`. */
  action: string;
  /** What it was done to: an id, or a few words where it was many. */
  subject: string;
  before?: unknown;
  after?: unknown;
  at: Date;
}

/** Writes an administrator's action to the log, in the transaction of the action. Never a secret. */
export async function insertAuditEntry(tx: Db, { before, after, at, ...entry }: NewEntry): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      // Version 7 ids grow with time, so the log's order is theirs.
      id: newId(),
      ...entry,
      at: at.toISOString(),
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
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

/** What a change changed, as the log's `before` and `after`; undefined where nothing did. */
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

/**
 * The log, the newest first: as many entries as one answer carries.
 * @param options.cursor the id of the last entry of the page before
 * @param options.administrators whether entries about administrators, which name their addresses, are included
 */
export async function findAuditEntries(
  db: Db,
  limit: number,
  { cursor, administrators }: { cursor: string | undefined; administrators: boolean },
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  const { rows, more } = await readFitting(limit, (most, last?: AuditRow) => {
    let query = db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(most);
    const from = last?.id ?? cursor;
    if (from) query = query.where('id', '<', from);
    if (!administrators) query = query.where('action', 'not like', 'administrator.%');
    return query.execute();
  });
  return {
    entries: rows.map((row) => ({
      ...row,
      before: row.before === null ? null : JSON.parse(row.before),
      after: row.after === null ? null : JSON.parse(row.after),
    })),
    next: more ? (rows.at(-1)?.id ?? null) : null,
  };
}
