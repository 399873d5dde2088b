import type { Selectable } from 'kysely';
import type { SavedList } from '../../../core/lists/calls.ts';
import {
  joinEntries,
  SAVED_COMPANIES_MAX,
  SAVED_LISTS_MAX,
  type SavedEntry,
} from '../../../core/lists/rules.ts';
import { problem } from '../../../core/problem.ts';
import { type Refusal, refusal } from '../../../core/refusal.ts';
import { editConflict } from '../../platform/audit/edit-version.ts';
import { newToken } from '../../platform/auth/secret-token.ts';
import { newId } from '../../platform/database/ids.ts';
import type { SavedListTable } from '../../platform/database/schema.ts';
import type { AuthoredUnit, Db, Unit } from '../../platform/database/types.ts';

type StoredList = Selectable<SavedListTable>;

const toSavedList = ({ user_id: _, entries, ...list }: StoredList): SavedList => ({
  ...list,
  entries: JSON.parse(entries) as SavedEntry[],
});

const noList = () => problem('not_found', 'There is no such list.');

const refused = (path: string, why: Refusal) =>
  problem('conflict', 'The list cannot be saved like this.', { details: [{ path, ...why }] });

/** The lists of an account, oldest first. */
export async function listsOf(db: Db, user: string): Promise<SavedList[]> {
  const rows = await db
    .selectFrom('saved_lists')
    .selectAll()
    .where('user_id', '=', user)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toSavedList);
}

/** @throws not_found */
export async function requireSavedList(db: Db, user: string, id: string): Promise<SavedList> {
  const row = await db
    .selectFrom('saved_lists')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user)
    .executeTakeFirst();
  if (!row) throw noList();
  return toSavedList(row);
}

interface ListFields {
  name: string;
  entries: readonly SavedEntry[];
}

/**
 * Stores a new list. Undefined where the account has one of its name.
 * @throws conflict where the account has as many as it may
 */
async function insertList(
  { tx, now }: AuthoredUnit,
  user: string,
  { name, entries }: ListFields,
): Promise<SavedList | undefined> {
  const { count } = await tx
    .selectFrom('saved_lists')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('user_id', '=', user)
    .where('name', '!=', name)
    .executeTakeFirstOrThrow();
  if (Number(count) >= SAVED_LISTS_MAX) throw refused('body', refusal('too_many', { max: SAVED_LISTS_MAX }));
  const at = now.toISOString();
  const row = await tx
    .insertInto('saved_lists')
    .values({
      ...{ id: newId(), user_id: user, name, entries: JSON.stringify(entries) },
      ...{ version: 1, token: null, shared_by: '', created_at: at, updated_at: at },
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && toSavedList(row);
}

/** @throws conflict where the name is another one's, or there are too many */
export async function addSavedList(unit: AuthoredUnit, user: string, fields: ListFields): Promise<SavedList> {
  const added = await insertList(unit, user, fields);
  if (!added) throw refused('body.name', refusal('duplicate_id'));
  return added;
}

/** Locks a list for the rest of the transaction: it changes between a read and a write of nobody else. */
const lockList = (tx: Db, user: string, by: { id: string } | { name: string }) =>
  tx
    .updateTable('saved_lists')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('user_id', '=', user)
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('name', '=', by.name)))
    .returningAll()
    .executeTakeFirst();

/** Writes a locked list. Invalidates pages that show the list before or after the change. */
async function writeSavedList(
  unit: AuthoredUnit,
  before: StoredList,
  values: Partial<Pick<StoredList, 'name' | 'entries' | 'token' | 'shared_by'>>,
): Promise<SavedList> {
  const row = await unit.tx
    .updateTable('saved_lists')
    .set({ ...values, version: before.version + 1, updated_at: unit.now.toISOString() })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (before.token !== null || row.token !== null) unit.changed('list', row.id);
  return toSavedList(row);
}

/** Adds to the list of a name what is not in it. @throws conflict where there is no room */
export async function joinList(
  unit: AuthoredUnit,
  user: string,
  { name, entries }: ListFields,
): Promise<SavedList> {
  const added = await insertList(unit, user, { name, entries });
  if (added) return added;
  const before = await lockList(unit.tx, user, { name });
  if (!before) throw noList();
  const joined = JSON.stringify(joinEntries(JSON.parse(before.entries) as SavedEntry[], entries));
  if (joined === before.entries) return toSavedList(before);
  if ((JSON.parse(joined) as SavedEntry[]).length > SAVED_COMPANIES_MAX)
    throw refused('body.entries', refusal('too_many', { max: SAVED_COMPANIES_MAX }));
  return writeSavedList(unit, before, { entries: joined });
}

/** @throws not_found, stale_version, conflict where the name is another list's */
export async function putSavedList(
  unit: AuthoredUnit,
  user: string,
  id: string,
  {
    version,
    name,
    entries,
    shared,
    shared_by,
  }: ListFields & { version: number; shared: boolean; shared_by: string },
): Promise<SavedList> {
  const before = await lockList(unit.tx, user, { id });
  if (!before) throw noList();
  if (version !== before.version) throw editConflict(toSavedList(before), undefined, 'stale_version');
  if (name !== before.name && (await lockList(unit.tx, user, { name })))
    throw refused('body.name', refusal('duplicate_id'));
  return writeSavedList(unit, before, {
    name,
    entries: JSON.stringify(entries),
    token: shared ? (before.token ?? newToken()) : null,
    shared_by: shared ? shared_by : '',
  });
}

/** @throws not_found */
export async function removeSavedList(unit: Unit, user: string, id: string): Promise<void> {
  const row = await unit.tx
    .deleteFrom('saved_lists')
    .where('id', '=', id)
    .where('user_id', '=', user)
    .returning('token')
    .executeTakeFirst();
  if (!row) throw noList();
  if (row.token !== null) unit.changed('list', id);
}

/** Tells that shared lists of an account are seen no longer, or again: it is suspended, activated or deleted. */
export async function endShares({ tx, changed }: Pick<Unit, 'tx' | 'changed'>, user: string): Promise<void> {
  const row = await tx
    .selectFrom('saved_lists')
    .select('id')
    .where('user_id', '=', user)
    .where('token', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (row) changed('list', row.id);
}

/** Deletes the lists of an account that is deleted. */
export async function forgetListsOf(unit: Pick<Unit, 'tx' | 'changed'>, user: string): Promise<void> {
  await endShares(unit, user);
  await unit.tx.deleteFrom('saved_lists').where('user_id', '=', user).execute();
}

/** The shared list of an address. @throws not_found, also where whose list it is was suspended */
export async function requireSharedList(db: Db, token: string) {
  const row = await db
    .selectFrom('saved_lists as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['l.name', 'l.shared_by', 'l.entries', 'l.updated_at'])
    .where('l.token', '=', token)
    .where('u.is_active', '=', 1)
    .executeTakeFirst();
  if (!row) throw noList();
  return { ...row, entries: JSON.parse(row.entries) as SavedEntry[] };
}
