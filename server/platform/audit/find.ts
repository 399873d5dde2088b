import { type Selectable, sql } from 'kysely';
import type { AuditEntry } from '../../../core/admins/audit-calls.ts';
import { DEFAULT_LANGUAGE } from '../../../core/languages.ts';
import { searchTerms } from '../../../core/text.ts';
import { contains } from '../database/contains.ts';
import { readCursor, writeCursor } from '../database/cursor.ts';
import type { AuditLogTable } from '../database/schema.ts';
import type { Database, Db, Dialect } from '../database/types.ts';
import { readFitting } from '../http/answer-bytes.ts';
import { companyNames, subjectKind } from './subject.ts';

type AuditRow = Selectable<AuditLogTable>;

export interface AuditQuery {
  admin?: string | undefined;
  action?: string | undefined;
  company?: string | undefined;
  /** Begin, included. */
  from?: string | undefined;
  /** End, excluded. */
  until?: string | undefined;
  /** Whether entries about administrators, which name their addresses, are included. */
  administrators: boolean;
}

function entriesListed(
  db: Db,
  dialect: Dialect,
  { admin, action, company, from, until, administrators }: AuditQuery,
) {
  let query = db.selectFrom('audit_log');
  if (admin) query = query.where('admin', '=', admin);
  if (action?.includes('.')) query = query.where('action', '=', action);
  // The slash follows the point: a range that the index by action has.
  else if (action) query = query.where('action', '>=', `${action}.`).where('action', '<', `${action}/`);
  if (from) query = query.where('at', '>=', from);
  if (until) query = query.where('at', '<', until);
  if (!administrators) query = query.where('action', 'not like', 'administrator.%');
  const terms = searchTerms(company);
  if (company && terms.length > 0) {
    let listed = db.selectFrom('company_listings').select('company_id');
    let logged = db.selectFrom('audit_log').select('company_id').where('name_key', 'is not', null);
    for (const term of terms) {
      listed = listed.where(contains(dialect, 'name_key', term));
      logged = logged.where(contains(dialect, 'name_key', term));
    }
    query = query.where((eb) =>
      eb.or([eb('company_id', '=', company), eb('company_id', 'in', listed), eb('company_id', 'in', logged)]),
    );
  }
  return query;
}

/** The log, the newest first: as many entries as one answer carries. @throws validation_failed for a wrong cursor */
export async function findAuditEntries(
  { scan, dialect }: Database,
  filter: AuditQuery & { limit: number; cursor: string | undefined },
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  const [at, id] = filter.cursor ? readCursor('audit', ['text', 'text'], filter.cursor) : [];
  const { rows, more } = await readFitting(filter.limit, (most, last?: AuditRow) => {
    let ids = entriesListed(scan, dialect, filter).select('id');
    const from = last ?? (id === undefined ? undefined : { at, id });
    if (from) ids = ids.where(sql<boolean>`(at, id) < (${from.at}, ${from.id})`);
    // The ids alone are ordered: SQLite would carry the changes of all that match through the sorting.
    ids = ids.orderBy('at', 'desc').orderBy('id', 'desc').limit(most);
    const page = scan.selectFrom('audit_log').selectAll().where('id', 'in', ids);
    return page.orderBy('at', 'desc').orderBy('id', 'desc').execute();
  });
  const about = await namesAbout(scan, rows);
  const last = more ? rows.at(-1) : undefined;
  return {
    entries: rows.map(({ company_id: _company, name: _name, name_key: _key, ...row }, i) => ({
      ...row,
      before: row.before === null ? null : JSON.parse(row.before),
      after: row.after === null ? null : JSON.parse(row.after),
      about: about[i] ?? null,
    })),
    next: last ? writeCursor('audit', [last.at, last.id]) : null,
  };
}

export async function countAuditEntries({ scan, dialect }: Database, filter: AuditQuery): Promise<number> {
  const { total } = await entriesListed(scan, dialect, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Whose entries there are, and of which actions: what the list can be filtered by. */
export async function findAuditChoices({ scan, dialect }: Database, administrators: boolean) {
  const all = entriesListed(scan, dialect, { administrators });
  const [admins, actions] = await Promise.all([
    all.select('admin').distinct().orderBy('admin').execute(),
    all.select('action').distinct().orderBy('action').execute(),
  ]);
  return { admins: admins.map(({ admin }) => admin), actions: actions.map(({ action }) => action) };
}

/** What each entry is about, as it is called now, or was last. */
async function namesAbout(db: Db, rows: readonly AuditRow[]): Promise<AuditEntry['about'][]> {
  const subjectsOf = (kind: string) => [
    ...new Set(rows.flatMap(({ action, subject }) => (subjectKind(action) === kind ? [subject] : []))),
  ];
  const [users, admins, collections] = [
    subjectsOf('user'),
    subjectsOf('administrator'),
    subjectsOf('collection'),
  ];
  const companies = await companyNames(db, [
    ...new Set(rows.flatMap(({ company_id }) => (company_id === null ? [] : [company_id]))),
  ]);
  const named = {
    user: new Map<string, string>(),
    administrator: new Map<string, string>(),
    collection: new Map<string, string>(),
  };
  if (users.length > 0)
    for (const { id, email } of await db
      .selectFrom('users')
      .select(['id', 'email'])
      .where('id', 'in', users)
      .execute())
      named.user.set(id, email);
  if (admins.length > 0)
    for (const { username } of await db
      .selectFrom('admins')
      .select('username')
      .where('username', 'in', admins)
      .execute())
      named.administrator.set(username, username);
  if (collections.length > 0)
    for (const { id, texts } of await db
      .selectFrom('collections')
      .select(['id', 'texts'])
      .where('id', 'in', collections)
      .execute())
      named.collection.set(
        id,
        (JSON.parse(texts) as Record<string, { title: string }>)[DEFAULT_LANGUAGE]?.title ?? id,
      );
  return rows.map(({ action, subject, company_id, name }) => {
    if (company_id !== null) {
      const company = companies.get(company_id) ?? { name: name ?? company_id, exists: false };
      return { kind: 'company', id: company_id, ...company };
    }
    const kind = subjectKind(action);
    if (kind === undefined || kind === 'company') return null;
    const now = named[kind].get(subject);
    if (now !== undefined) return { kind, id: subject, name: now, exists: true };
    // The id alone says nothing of a reader who is gone.
    return kind === 'user' && !subject.includes(' ')
      ? { kind, id: subject, name: '', exists: false }
      : name === null
        ? null
        : { kind, id: subject, name, exists: false };
  });
}
