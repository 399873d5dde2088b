import type { Selectable } from 'kysely';
import { problem } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';
import { type SavedView, VIEWS_MAX } from '../../../core/views/calls.ts';
import { newId } from '../../platform/database/ids.ts';
import type { SavedViewTable } from '../../platform/database/schema.ts';
import type { AuthoredUnit, Db, Unit } from '../../platform/database/types.ts';

/** The administrator who asks for views. @param isOwner whether shared views of other administrators can be deleted */
export interface Viewer {
  username: string;
  isOwner: boolean;
}

const toView = (
  { shared, ...view }: Selectable<SavedViewTable>,
  { username, isOwner }: Viewer,
): SavedView => ({
  ...view,
  shared: shared === 1,
  deletable: view.created_by === username || isOwner,
});

/** Views of an administrator and shared ones. */
export async function readViews(db: Db, viewer: Viewer): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('saved_views')
    .selectAll()
    .where((eb) => eb.or([eb('created_by', '=', viewer.username), eb('shared', '=', 1)]))
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map((row) => toView(row, viewer));
}

/** Keeps a view; one of the same name and administrator is replaced. @throws conflict past the limit */
export async function putView(
  unit: AuthoredUnit,
  { name, shared, query }: Pick<SavedView, 'name' | 'shared' | 'query'>,
  viewer: Viewer,
): Promise<SavedView> {
  const { tx, now } = unit;
  const { username: created_by } = viewer;
  const own = await tx
    .selectFrom('saved_views')
    .select('name')
    .where('created_by', '=', created_by)
    .execute();
  if (own.length >= VIEWS_MAX && !own.some((view) => view.name === name)) {
    const full = refusal('too_many', { max: VIEWS_MAX });
    throw problem('conflict', `${VIEWS_MAX} views are kept at most; delete one first.`, {
      details: [{ path: 'body.name', ...full }],
    });
  }
  const values = { name, shared: Number(shared), query, created_by, created_at: now.toISOString() };
  const row = await tx
    .insertInto('saved_views')
    .values({ id: newId(), ...values })
    .onConflict((conflict) => conflict.columns(['created_by', 'name']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
  unit.changed('act', name, { after: { query, shared } });
  return toView(row, viewer);
}

/** @throws not_found, also for the private view of another administrator; forbidden for their shared view */
export async function removeView(unit: Unit, id: string, viewer: Viewer): Promise<void> {
  const { tx } = unit;
  const row = await tx.selectFrom('saved_views').selectAll().where('id', '=', id).executeTakeFirst();
  const isOwn = row?.created_by === viewer.username;
  if (!row || !(isOwn || row.shared === 1)) throw problem('not_found', 'There is no such view.');
  if (!isOwn && !viewer.isOwner)
    throw problem('forbidden', 'Somebody else shares this view; only they and owners delete it.');
  await tx.deleteFrom('saved_views').where('id', '=', id).execute();
  unit.changed('act', row.name);
}

/** Deletes the private views of a removed administrator; the shared ones stay. */
export async function forgetViewsOf(tx: Db, username: string): Promise<void> {
  await tx.deleteFrom('saved_views').where('created_by', '=', username).where('shared', '=', 0).execute();
}
