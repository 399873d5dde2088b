import { defaultCategory } from '../../../core/categories.ts';
import { chunksOf } from '../../../core/chunks.ts';
import type { Founder } from '../../../core/companies/facts.ts';
import type { TrashEntry } from '../../../core/companies/history-calls.ts';
import { companyNotFound } from '../../../core/companies/not-found.ts';
import type { OwnValues } from '../../../core/companies/own-fields.ts';
import { kindsOfToday } from '../../../core/kinds.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../../core/languages.ts';
import { textIn } from '../../../core/localized.ts';
import { problem } from '../../../core/problem.ts';
import { DAY } from '../../../core/time.ts';
import { newId } from '../../platform/database/ids.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { type AuthoredUnit, type Db, ROWS_PER_STATEMENT, type Unit } from '../../platform/database/types.ts';
import { renewThreads } from '../comments/index.ts';
import {
  endDanglingRedirects,
  lockCompanies,
  mergedInto,
  namesOfToday,
  ownValuesOfToday,
  refreshListing,
  rewriteField,
  valueOfToday,
} from '../companies/index.ts';
import { tagsOfToday } from '../tags/index.ts';

/** How long a deleted company can be restored, in milliseconds. */
export const TRASH_TIME = 30 * DAY;

/** What belongs to a company, in the order in which it can be put back. */
const TRASHED_TABLES = [
  'company_texts',
  'likes',
  'comments',
  'comment_persons',
  'comment_reports',
  'comment_authors',
  'followed_threads',
  'notifications',
  'company_versions',
  'merged_versions',
  'company_changes',
  'company_drafts',
  'ai_proposals',
] as const;

type TableOfCompany =
  | 'likes'
  | 'comment_persons'
  | 'company_versions'
  | 'merged_versions'
  | 'company_changes'
  | 'company_drafts'
  | 'ai_proposals';

type TrashedRow = Record<string, unknown>;
/** A company from before a table came to the trash has nothing of it. */
export type CompanySnapshot = { company: TrashedRow } & {
  [T in (typeof TRASHED_TABLES)[number]]?: TrashedRow[];
};

/** A draft that comes back is not published by a schedule of before. */
export const unscheduled = (draft: TrashedRow): TrashedRow =>
  draft['state'] === 'scheduled'
    ? { ...draft, state: 'waiting', publish_at: null, approved_by: null }
    : draft;

/** Moves a company into the trash with everything that belongs to it. Returns the id in the trash. @throws company_not_found */
export async function moveToTrash(unit: AuthoredUnit, companyId: string): Promise<string> {
  const { tx, actor, now } = unit;
  // A comment that is written meanwhile would be in no snapshot, and deleted.
  const [company] = await lockCompanies(tx, [companyId]);
  if (!company) throw companyNotFound(companyId);
  const rows = async (table: TableOfCompany) =>
    tx
      .selectFrom(table)
      .selectAll()
      .where(`${table}.company_id` as never, '=', companyId as never)
      .execute();
  const comments = tx.selectFrom('comments').select('id').where('company_id', '=', companyId);
  /** Rows of a table that belong to a comment on the company. */
  const rowsOfComments = async (
    table: 'comment_reports' | 'comment_authors' | 'followed_threads' | 'notifications',
    column: 'comment_id' | 'root_id',
  ) =>
    tx
      .selectFrom(table)
      .selectAll()
      .where(`${table}.${column}` as never, 'in', comments as never)
      .execute();
  const texts = await tx
    .selectFrom('company_texts')
    .selectAll()
    .where('company_id', '=', companyId)
    .execute();
  const snapshot: CompanySnapshot = {
    company,
    company_texts: texts,
    likes: await rows('likes'),
    // A reply must come after its parent.
    comments: await tx
      .selectFrom('comments')
      .selectAll()
      .where('company_id', '=', companyId)
      .orderBy('id')
      .execute(),
    comment_persons: await rows('comment_persons'),
    comment_reports: await rowsOfComments('comment_reports', 'comment_id'),
    comment_authors: await rowsOfComments('comment_authors', 'comment_id'),
    followed_threads: await rowsOfComments('followed_threads', 'root_id'),
    notifications: await rowsOfComments('notifications', 'comment_id'),
    company_versions: await rows('company_versions'),
    merged_versions: await rows('merged_versions'),
    company_changes: await rows('company_changes'),
    company_drafts: (await rows('company_drafts')).map(unscheduled),
    ai_proposals: await rows('ai_proposals'),
  };
  const id = newId();
  await tx
    .insertInto('deleted_companies')
    .values({
      id,
      company_id: companyId,
      name: textIn(texts, DEFAULT_LANGUAGE)?.name ?? companyId,
      deleted_at: now.toISOString(),
      deleted_by: actor.name,
      snapshot: JSON.stringify(snapshot),
    })
    .execute();
  await tx.deleteFrom('companies').where('id', '=', companyId).execute();
  unit.changed('company', companyId);
  return id;
}

export async function findTrash(db: Db, now: Date): Promise<TrashEntry[]> {
  const rows = await db
    .selectFrom('deleted_companies')
    .select(['id', 'company_id', 'name', 'deleted_at', 'deleted_by'])
    .where('deleted_at', '>', new Date(now.getTime() - TRASH_TIME).toISOString())
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    ...row,
    expires_at: new Date(Date.parse(row.deleted_at) + TRASH_TIME).toISOString(),
  }));
}

/**
 * Brings a company back. Returns its id.
 * @param options.later it is one of many: what is found of it follows
 * @throws company_not_found, conflict where its id is taken again
 */
export async function restoreFromTrash(
  unit: AuthoredUnit,
  trashId: string,
  { later = false } = {},
): Promise<string> {
  const { tx } = unit;
  const entry = await tx
    .selectFrom('deleted_companies')
    .selectAll()
    .where('id', '=', trashId)
    .executeTakeFirst();
  const gone = () => problem('company_not_found', 'This company is not in the trash any more.');
  if (!entry) throw gone();
  const id = entry.company_id;
  const taken = await tx.selectFrom('companies').select('id').where('id', '=', id).executeTakeFirst();
  if (taken || (await mergedInto(tx, id)) !== undefined)
    throw problem('conflict', `There is another company '${id}' now; delete or rename that one first.`);
  // A concurrent request may have restored it.
  const { numDeletedRows } = await tx
    .deleteFrom('deleted_companies')
    .where('id', '=', trashId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw gone();
  await putBack(unit, JSON.parse(entry.snapshot) as CompanySnapshot, { later });
  return id;
}

/** Makes a company again, with the rows that a snapshot has of it, as the configuration is today. */
export async function putBack(
  unit: AuthoredUnit,
  { company, ...tables }: CompanySnapshot,
  { later = false } = {},
): Promise<void> {
  const { tx } = unit;
  const id = String(company['id']);
  await tx
    .insertInto('companies')
    .values({
      ...withOwnOfToday(company, null),
      category: valueOfToday('category', null, company['category']) ?? defaultCategory(),
    } as never)
    .execute();
  for (const table of TRASHED_TABLES) {
    const stored = tables[table] ?? [];
    const rows =
      table === 'company_texts'
        ? stored.map((row) => withOwnOfToday(row, row['language'] as Language))
        : await ofAccounts(tx, stored);
    await insertAsRead(tx, table, rows);
  }
  await renewThreads(tx, id);
  await catchUp(unit, id, company);
  await refreshListing(tx, id, { later });
  unit.changed('company', id);
}

/** Inserts rows as they were read, in statements of a few. */
export async function insertAsRead(tx: Db, table: keyof Schema, rows: readonly TrashedRow[]): Promise<void> {
  for (const some of chunksOf(rows, ROWS_PER_STATEMENT))
    await tx
      .insertInto(table)
      .values(some as never)
      .execute();
}

/** Rows whose account still exists. Rows without a column for an account stay. */
async function ofAccounts(tx: Db, rows: TrashedRow[]): Promise<TrashedRow[]> {
  const ids = [
    ...new Set(rows.flatMap((row) => (typeof row['user_id'] === 'string' ? [row['user_id']] : []))),
  ];
  if (ids.length === 0) return rows;
  const users = await tx.selectFrom('users').select('id').where('id', 'in', ids).execute();
  const known = new Set(users.map(({ id }) => id));
  return rows.filter((row) => row['user_id'] === undefined || known.has(row['user_id'] as string));
}

/** Own fields may have got another type or other options since the company was deleted. */
function withOwnOfToday(row: TrashedRow, language: Language | null): TrashedRow {
  if (typeof row['fields'] !== 'string') return row;
  const values = ownValuesOfToday(JSON.parse(row['fields']) as OwnValues, language);
  return { ...row, fields: values && JSON.stringify(values) };
}

/** Kinds, tags and founders may have got other names since the company was deleted. */
async function catchUp(unit: AuthoredUnit, id: string, company: TrashedRow): Promise<void> {
  const stored = <T>(field: string) => JSON.parse((company[field] as string | undefined) ?? '[]') as T[];
  const kinds = kindsOfToday(stored<string>('kinds'));
  await rewriteField(unit, 'kinds', [id], () => kinds, 'update');
  const tags = await tagsOfToday(unit.tx, stored<string>('tags'));
  await rewriteField(unit, 'tags', [id], () => tags, 'update');
  const founders = await namesOfToday(unit.tx, stored<Founder>('founders'));
  await rewriteField(unit, 'founders', [id], () => founders, 'update');
}

/** @throws company_not_found */
export async function removeFromTrash(unit: Unit, trashId: string): Promise<void> {
  const row = await unit.tx
    .deleteFrom('deleted_companies')
    .where('id', '=', trashId)
    .returning(['company_id', 'name'])
    .executeTakeFirst();
  if (!row) throw problem('company_not_found', 'This company is not in the trash any more.');
  await endDanglingRedirects(unit.tx);
  unit.changed('trash', row.company_id, { before: { name: row.name } });
}

/** Deletes for good what has been in the trash for 30 days; merges as old cannot be taken back any more. */
export async function clearOldTrash(tx: Db, now: Date): Promise<void> {
  await tx
    .deleteFrom('deleted_companies')
    .where('deleted_at', '<=', new Date(now.getTime() - TRASH_TIME).toISOString())
    .execute();
  await tx
    .deleteFrom('company_merges')
    .where('at', '<=', new Date(now.getTime() - TRASH_TIME).toISOString())
    .execute();
  await endDanglingRedirects(tx);
}
