import { chunksOf } from '../../../core/chunks.ts';
import { problem } from '../../../core/problem.ts';
import { type AuthoredUnit, type Db, ROWS_PER_STATEMENT } from '../../platform/database/types.ts';
import {
  lockCompanies,
  lockFounderNames,
  mergedInto,
  sumWeekOf,
  takeBackVersion,
} from '../companies/index.ts';
import { insertAsRead, putBack, TRASH_TIME } from '../trash/index.ts';
import { numberPersons, recountComments, setLastPerson } from './merge.ts';
import type { MergeSnapshot } from './snapshot.ts';

/**
 * Takes a merge back: both companies have again what they had. What came since stays where it is: likes and comments
 * on the target, replies with what they reply to; so do fields of the target that were changed since.
 * @returns `kept`: whether such fields stayed
 * @throws not_found; conflict where the target is itself merged or in the trash, or the id is taken
 */
export async function unmergeCompanies(
  unit: AuthoredUnit,
  id: string,
): Promise<{ id: string; from: string; kept: boolean }> {
  const { tx, now } = unit;
  const merge = await tx
    .deleteFrom('company_merges')
    .where('id', '=', id)
    .where('at', '>', new Date(now.getTime() - TRASH_TIME).toISOString())
    .returningAll()
    .executeTakeFirst();
  if (!merge) throw problem('not_found', 'There is nothing to take back any more.');
  const { company_id: from, moved_to: into } = merge;
  const later = await mergedInto(tx, into);
  if (later !== undefined)
    throw problem('conflict', `'${into}' was merged into '${later}' since; take that merge back first.`);
  const there = await tx.selectFrom('companies').select('id').where('id', 'in', [from, into]).execute();
  if (there.some((company) => company.id === from))
    throw problem('conflict', `There is another company '${from}' now; delete that one first.`);
  if (there.length === 0)
    throw problem('conflict', `'${into}' was deleted since; restore it from the trash first.`);
  const snapshot = JSON.parse(merge.snapshot) as MergeSnapshot;
  await lockFounderNames(tx);
  const [target] = await lockCompanies(tx, [into]);
  await tx.deleteFrom('company_moves').where('company_id', '=', from).execute();
  await putBack(unit, snapshot.merged);
  await moveRowsBack(tx, snapshot, from, into);
  const kept = await takeFieldsBack(unit, into, snapshot, merge.at);
  if (target?.version === snapshot.target.left)
    await tx
      .updateTable('companies')
      .set({ updated_at: snapshot.target.updated_at })
      .where('id', '=', into)
      .execute();
  unit.changed('company', into, { before: { merged: from } });
  return { id: from, from: into, kept };
}

/** Merges that can be taken back, the newest first. */
export async function findOpenMerges(db: Db, now: Date) {
  const rows = await db
    .selectFrom('company_merges')
    .select(['id', 'at', 'company_id', 'moved_to', 'name'])
    .where('at', '>', new Date(now.getTime() - TRASH_TIME).toISOString())
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ company_id: from, moved_to: into, ...merge }) => ({ ...merge, from, into }));
}

/** @returns whether fields stayed that were changed since */
async function takeFieldsBack(
  unit: AuthoredUnit,
  into: string,
  { target }: MergeSnapshot,
  mergedAt: string,
): Promise<boolean> {
  if (target.version === null) return false;
  const { tx } = unit;
  const texts = () => tx.selectFrom('company_texts').selectAll().where('company_id', '=', into).execute();
  const before = await texts();
  const outcome = await takeBackVersion(unit, into, target.version);
  for (const { language } of await texts()) {
    const now = before.find((text) => text.language === language);
    const was = target.texts.find((text) => text.language === language);
    const status = was && now && now.updated_at <= mergedAt ? was : now;
    if (!status) continue;
    const { updated_at, pending_since, pending_language, origin, model, reviewed } = status;
    await tx
      .updateTable('company_texts')
      .set({ updated_at, pending_since, pending_language, origin, model, reviewed })
      .where('company_id', '=', into)
      .where('language', '=', language)
      .execute();
  }
  return outcome === 'kept';
}

async function moveRowsBack(tx: Db, snapshot: MergeSnapshot, from: string, into: string): Promise<void> {
  const { company } = snapshot.merged;
  await moveCommentsBack(tx, snapshot, from, into);
  const liked = await tx.selectFrom('likes').select('visitor').where('company_id', '=', into).execute();
  const still = new Set(liked.map(({ visitor }) => visitor));
  const both = new Set(snapshot.likedBoth);
  const likes = snapshot.likes.filter(({ visitor }) => still.has(visitor));
  await insertAsRead(
    tx,
    'likes',
    likes.map((like) => ({ ...like })),
  );
  const back = likes.filter(({ visitor }) => !both.has(visitor)).map(({ visitor }) => visitor);
  await inStatements(back, (visitors) =>
    tx.deleteFrom('likes').where('company_id', '=', into).where('visitor', 'in', visitors).execute(),
  );
  for (const { day, views } of snapshot.viewDays) {
    await tx
      .updateTable('company_view_days')
      .set((eb) => ({ views: eb('views', '-', views) }))
      .where('company_id', '=', into)
      .where('day', '=', day)
      .execute();
  }
  await tx.deleteFrom('company_view_days').where('company_id', '=', into).where('views', '<=', 0).execute();
  await insertAsRead(
    tx,
    'company_view_days',
    snapshot.viewDays.map((day) => ({ ...day })),
  );
  await inStatements(snapshot.versions, async (ids) => {
    const rows = await tx.deleteFrom('merged_versions').where('id', 'in', ids).returningAll().execute();
    await insertAsRead(
      tx,
      'company_versions',
      rows.map(({ merged_from: _, ...row }) => ({ ...row, company_id: from })),
    );
  });
  await inStatements(snapshot.mergedVersions, (ids) =>
    tx.updateTable('merged_versions').set({ company_id: from }).where('id', 'in', ids).execute(),
  );
  await inStatements(snapshot.changes, (ids) =>
    tx.updateTable('company_changes').set({ company_id: from }).where('id', 'in', ids).execute(),
  );
  await insertAsRead(
    tx,
    'company_changes',
    snapshot.droppedChanges.map((change) => ({ ...change })),
  );
  const [views, imported] = [Number(company['views']), Number(company['likes_imported'])];
  await tx
    .updateTable('companies')
    .set((eb) => ({
      views: eb('views', '-', views),
      likes: eb('likes', '-', back.length + imported),
      likes_imported: eb('likes_imported', '-', imported),
    }))
    .where('id', '=', into)
    .execute();
  await tx
    .updateTable('companies')
    .set({ likes: likes.length + imported })
    .where('id', '=', from)
    .execute();
  await sumWeekOf(tx, [from, into]);
}

/** Comments go back with the replies that they got since, numbered as before. */
async function moveCommentsBack(
  tx: Db,
  { comments, lastPersons }: MergeSnapshot,
  from: string,
  into: string,
): Promise<void> {
  await inStatements(comments, async (batch) => {
    for (const { id, person } of batch)
      await tx
        .updateTable('comments')
        .set({ company_id: from, person })
        .where('id', '=', id)
        .where('company_id', '=', into)
        .execute();
  });
  await setLastPerson(tx, from, lastPersons.merged);
  const replies = await tx
    .selectFrom('comments as c')
    .innerJoin('comments as root', 'root.id', 'c.root_id')
    .select(['c.id', 'c.visitor', 'c.person'])
    .where('c.company_id', '=', into)
    .where('root.company_id', '=', from)
    .orderBy('c.id')
    .execute();
  await numberPersons(tx, replies, from);
  await inStatements(replies, (batch) =>
    tx
      .updateTable('comments')
      .set({ company_id: from })
      .where(
        'id',
        'in',
        batch.map(({ id }) => id),
      )
      .execute(),
  );
  const { last } = await tx
    .selectFrom('comments')
    .select((eb) => eb.fn.max('person').as('last'))
    .where('company_id', '=', into)
    .executeTakeFirstOrThrow();
  await setLastPerson(tx, into, Math.max(lastPersons.target ?? 0, last ?? 0));
  await recountComments(tx, from);
  await recountComments(tx, into);
}

async function inStatements<T>(rows: readonly T[], work: (batch: T[]) => Promise<unknown>): Promise<void> {
  for (const batch of chunksOf(rows, ROWS_PER_STATEMENT)) await work(batch);
}
