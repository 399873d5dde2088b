import type { Selectable } from 'kysely';
import { may, type Role } from '../../../core/admins/roles.ts';
import { ISSUES, OLD_YEARS_USUAL, UNCHECKED_MONTHS_USUAL } from '../../../core/companies/issues.ts';
import { INBOX_KINDS, INBOX_PLACES, type InboxKind } from '../../../core/dashboard/calls.ts';
import { DEFAULT_LANGUAGE } from '../../../core/languages.ts';
import { problem } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';
import {
  COMMENT_WORK,
  COMPANY_WORK,
  WORK_NOTES_MAX,
  type WorkItem,
  workPermission,
} from '../../../core/work/calls.ts';
import { newId } from '../../platform/database/ids.ts';
import type { WorkItemTable } from '../../platform/database/schema.ts';
import type { AuthoredUnit, Db } from '../../platform/database/types.ts';
import { havingIssue } from '../companies/index.ts';

export interface WorkKey {
  kind: InboxKind;
  item: string;
}

const isAnyOf = (kinds: readonly InboxKind[], kind: InboxKind) => kinds.includes(kind);

/** The first characters of a comment, by which lists of work name the comment. */
const COMMENT_NAME_MAX = 60;

function openingOf(content: string): string {
  const characters = [...content.replace(/\s+/g, ' ')];
  return characters.length > COMMENT_NAME_MAX
    ? `${characters.slice(0, COMMENT_NAME_MAX - 1).join('')}…`
    : characters.join('');
}

/** Names of the held or reported comments among the ids: company and beginning of the text. */
async function commentsWaiting(
  db: Db,
  kind: InboxKind,
  ids: readonly string[],
): Promise<Map<string, string>> {
  let comments = db
    .selectFrom('comments as c')
    .innerJoin('company_listings as l', 'l.company_id', 'c.company_id')
    .select(['c.id', 'c.content', 'l.name'])
    .where('l.language', '=', DEFAULT_LANGUAGE)
    .where('c.id', 'in', ids);
  comments =
    kind === 'held_comments'
      ? comments.where('c.status', '=', 'held')
      : comments
          .where('c.status', '!=', 'deleted')
          .where((eb) => eb('c.id', 'in', eb.selectFrom('comment_reports').select('comment_id')));
  return new Map(
    (await comments.execute()).map(({ id, content, name }) => [id, `${name}: “${openingOf(content)}”`]),
  );
}

/** The companies or comments among these with which something of the kind is still to be done, with their names. */
async function stillWaiting(
  db: Db,
  kind: InboxKind,
  ids: readonly string[],
  today: string,
): Promise<Map<string, string>> {
  if (isAnyOf(COMMENT_WORK, kind)) return commentsWaiting(db, kind, ids);
  const issue = ISSUES.find((one) => one === kind);
  const waiting = issue
    ? havingIssue(db, issue, { years: OLD_YEARS_USUAL, months: UNCHECKED_MONTHS_USUAL, today })
    : kind === 'proposals'
      ? db.selectFrom('ai_proposals').select('company_id').where('rejected_at', 'is', null)
      : db
          .selectFrom('company_drafts')
          .select('company_id')
          .where('state', '=', kind === 'drafts' ? 'waiting' : 'failed');
  const rows = await db
    .selectFrom('company_listings')
    .select(['company_id', 'name'])
    .where('company_id', 'in', ids)
    .where('company_id', 'in', waiting)
    .where('language', '=', DEFAULT_LANGUAGE)
    .execute();
  return new Map(rows.map(({ company_id, name }) => [company_id, name]));
}

const placeOf = (kind: InboxKind, item: string) =>
  item === ''
    ? INBOX_PLACES[kind]
    : kind === 'proposals'
      ? `${INBOX_PLACES[kind]}?company=${encodeURIComponent(item)}`
      : isAnyOf(COMMENT_WORK, kind)
        ? `${INBOX_PLACES[kind]}&comment=${encodeURIComponent(item)}`
        : `${INBOX_PLACES[kind]}&edit=${encodeURIComponent(item)}`;

/** By user name: the day until which it is put off, and after a space the time zone, where it is not the site's. */
const snoozesOf = (row: Selectable<WorkItemTable>) => JSON.parse(row.snoozes) as Record<string, string>;

interface LocalDay {
  zone: string;
  /** Of today. */
  day: string;
}

/** What is assigned, put off or written about, of the work that an administrator sees and that is still to be done. */
export async function findWorkItems(
  db: Db,
  { username, role }: { username: string; role: Role },
  today: string,
  clock: (zone?: string) => LocalDay,
): Promise<WorkItem[]> {
  const all = await db.selectFrom('work_items').selectAll().orderBy('kind').orderBy('item').execute();
  const seen = all.filter(({ kind }) => INBOX_KINDS.includes(kind) && may(role, workPermission(kind)));
  const names = new Map<InboxKind, Map<string, string>>();
  for (const [kind, rows] of Map.groupBy(seen, (row) => row.kind)) {
    const ids = rows.flatMap(({ item }) => (item === '' ? [] : [item]));
    if (ids.length > 0) names.set(kind, await stillWaiting(db, kind, ids, today));
  }
  return seen.flatMap((row) => {
    const name = row.item === '' ? '' : names.get(row.kind)?.get(row.item);
    if (name === undefined) return [];
    const [until, zone] = snoozesOf(row)[username]?.split(' ') ?? [];
    return [
      {
        kind: row.kind,
        item: row.item,
        name,
        to: placeOf(row.kind, row.item),
        assignee: row.assignee,
        snoozed_until: until !== undefined && until > clock(zone).day ? until : null,
        notes: JSON.parse(row.notes) as WorkItem['notes'],
      },
    ];
  });
}

/** Enabled administrators, with the kinds of work visible to each. */
export async function findAssignees(db: Db): Promise<{ username: string; kinds: InboxKind[] }[]> {
  const admins = await db
    .selectFrom('admins')
    .select(['username', 'role'])
    .where('disabled_at', 'is', null)
    .orderBy('username')
    .execute();
  return admins.map(({ username, role }) => ({
    username,
    kinds: INBOX_KINDS.filter((kind) => may(role, workPermission(kind))),
  }));
}

/** The row of a piece of work, made where there is none, and locked until the end of the write. @throws not_found */
async function lockWork({ tx }: AuthoredUnit, { kind, item }: WorkKey, today: string) {
  const isThere =
    item === '' ||
    (isAnyOf([...COMPANY_WORK, ...COMMENT_WORK], kind) &&
      (await stillWaiting(tx, kind, [item], today)).has(item));
  if (!isThere) throw problem('not_found', 'Nothing of this kind waits there.');
  return tx
    .insertInto('work_items')
    .values({ kind, item, assignee: null, snoozes: '{}', notes: '[]' })
    .onConflict((conflict) => conflict.columns(['kind', 'item']).doUpdateSet({ kind }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

const updateWork = ({ tx }: AuthoredUnit, { kind, item }: WorkKey) =>
  tx.updateTable('work_items').where('kind', '=', kind).where('item', '=', item);

/** How the audit log names it. */
const subjectOfWork = ({ kind, item }: WorkKey) => (item === '' ? kind : `${kind}: ${item}`);

/** @throws not_found, also for an administrator who does not see the kind */
export async function assign(unit: AuthoredUnit, key: WorkKey, assignee: string | null, today: string) {
  const before = await lockWork(unit, key, today);
  if (assignee !== null) {
    const admins = await findAssignees(unit.tx);
    const admin = admins.find(({ username }) => username === assignee);
    if (!admin?.kinds.includes(key.kind))
      throw problem('not_found', 'There is no administrator of this name who sees this work.');
  }
  if (before.assignee === assignee) return;
  await updateWork(unit, key).set({ assignee }).execute();
  unit.changed('act', subjectOfWork(key), {
    before: { assignee: before.assignee },
    after: { assignee },
  });
}

/** @throws validation_failed for a day that is not to come */
export async function snooze(
  unit: AuthoredUnit,
  key: WorkKey,
  until: string | null,
  { zone, day }: LocalDay,
  today: string,
) {
  if (until !== null && until <= day) {
    const past = refusal('not_in_future');
    throw problem('validation_failed', `until: ${past.message}`, {
      details: [{ path: 'body.until', ...past }],
    });
  }
  const snoozes = snoozesOf(await lockWork(unit, key, today));
  if (until === null) delete snoozes[unit.actor.name];
  else snoozes[unit.actor.name] = `${until} ${zone}`;
  await updateWork(unit, key)
    .set({ snoozes: JSON.stringify(snoozes) })
    .execute();
  unit.changed('act', subjectOfWork(key), { after: { until } });
}

/** @throws conflict past the limit */
export async function addNote(unit: AuthoredUnit, key: WorkKey, text: string, today: string) {
  const row = await lockWork(unit, key, today);
  const notes = JSON.parse(row.notes) as WorkItem['notes'];
  if (notes.length >= WORK_NOTES_MAX)
    throw problem('conflict', `${WORK_NOTES_MAX} notes are kept at most.`, {
      details: [{ path: 'body.text', ...refusal('too_many', { max: WORK_NOTES_MAX }) }],
    });
  notes.push({ id: newId(), admin: unit.actor.name, text, at: unit.now.toISOString() });
  await updateWork(unit, key)
    .set({ notes: JSON.stringify(notes) })
    .execute();
  unit.changed('act', subjectOfWork(key));
}

/** @throws not_found, or forbidden for who neither wrote it nor is an owner */
export async function deleteNote(unit: AuthoredUnit, key: WorkKey, id: string, role: Role): Promise<void> {
  // Locks the row: an update without a change.
  const row = await updateWork(unit, key).set({ kind: key.kind }).returning('notes').executeTakeFirst();
  const notes = JSON.parse(row?.notes ?? '[]') as WorkItem['notes'];
  const note = notes.find((one) => one.id === id);
  if (!note) throw problem('not_found', 'There is no such note.');
  if (note.admin !== unit.actor.name && role !== 'owner')
    throw problem('forbidden', 'Only who wrote a note and owners delete it.');
  await updateWork(unit, key)
    .set({ notes: JSON.stringify(notes.filter((one) => one !== note)) })
    .execute();
  unit.changed('act', subjectOfWork(key), { before: { admin: note.admin, text: note.text } });
}

/** Unassigns the work of a removed administrator, and deletes their snoozes. */
export async function releaseWorkOf(tx: Db, username: string): Promise<void> {
  await tx.updateTable('work_items').set({ assignee: null }).where('assignee', '=', username).execute();
  for (const row of await tx.selectFrom('work_items').selectAll().execute()) {
    const { [username]: gone, ...snoozes } = snoozesOf(row);
    if (gone === undefined) continue;
    await tx
      .updateTable('work_items')
      .set({ snoozes: JSON.stringify(snoozes) })
      .where('kind', '=', row.kind)
      .where('item', '=', row.item)
      .execute();
  }
}

/** Forgets companies and comments with which nothing is to be done any more. */
export async function forgetDoneWork(tx: Db, today: string): Promise<void> {
  const rows = await tx.selectFrom('work_items').select(['kind', 'item']).where('item', '!=', '').execute();
  for (const [kind, of] of Map.groupBy(rows, (row) => row.kind)) {
    const ids = of.map(({ item }) => item);
    const waiting = await stillWaiting(tx, kind, ids, today);
    const done = ids.filter((id) => !waiting.has(id));
    if (done.length > 0)
      await tx.deleteFrom('work_items').where('kind', '=', kind).where('item', 'in', done).execute();
  }
}
