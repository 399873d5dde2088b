import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { MergeAnswer } from '../../../core/companies/duplicate-calls.ts';
import { type MergeSide, mergePaths, planMerge, saveOfPlan } from '../../../core/companies/merge.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../../core/languages.ts';
import { textIn } from '../../../core/localized.ts';
import { refusedField } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';
import { readTextFields, sharedOf } from '../../platform/database/company-columns.ts';
import { newId } from '../../platform/database/ids.ts';
import type { CompanyTable, CompanyTextRow } from '../../platform/database/schema.ts';
import type { AuthoredUnit, Db } from '../../platform/database/types.ts';
import { renewThreads } from '../comments/index.ts';
import {
  lockCompanies,
  lockFounderNames,
  readAdminCompany,
  saveCompany,
  sumWeekOf,
} from '../companies/index.ts';
import { unscheduled } from '../trash/index.ts';
import type { MergeSnapshot } from './snapshot.ts';

type LockedRow = Selectable<CompanyTable>;

const readAllTexts = (tx: Db, id: string) =>
  tx.selectFrom('company_texts').selectAll().where('company_id', '=', id).execute();

const storedSide = (row: LockedRow, texts: readonly CompanyTextRow[]): MergeSide => ({
  shared: sharedOf(row),
  texts: Object.fromEntries(texts.map((text) => [text.language, readTextFields(text)])),
});

/**
 * Merges a company into a target company, in the caller's write. The target keeps its id and its fields; it gets fields
 * that it lacks, the fields that are named, and the comments, likes, views and history of the merged company.
 * @param fields paths of what is taken from the merged company
 * @throws company_not_found, validation_failed for a merge with itself and for a path that is none
 */
export async function mergeCompanies(
  unit: AuthoredUnit,
  from: string,
  { into, fields }: { into: string; fields: readonly string[] },
): Promise<MergeAnswer> {
  const { tx, now } = unit;
  if (from === into) throw refusedField('body.into', refusal('merge_with_itself'));
  const known = mergePaths();
  const unknown = fields.findIndex((path) => !known.has(path));
  if (unknown >= 0)
    throw refusedField(`body.fields.${unknown}`, refusal('unknown_key', { keys: [fields[unknown] ?? ''] }));
  // Before the companies: who names founders goes on to lock others.
  await lockFounderNames(tx);
  const rows = await lockCompanies(tx, [from, into]);
  const [merged, target] = [from, into].map((id) => rows.find((row) => row.id === id)) as [
    LockedRow,
    LockedRow,
  ];
  const [mergedTexts, targetTexts] = [await readAllTexts(tx, from), await readAllTexts(tx, into)];
  const plan = planMerge(storedSide(target, targetTexts), storedSide(merged, mergedTexts), fields);
  const changes = await saveCompany(unit, into, saveOfPlan(plan), { action: 'merge', together: true });
  await setTextStatus(tx, into, { targetTexts, mergedTexts, plan });
  const moved = await moveRows(tx, merged, target);
  const drafts = await tx.selectFrom('company_drafts').selectAll().where('company_id', '=', from).execute();
  const after = await tx
    .selectFrom('companies')
    .select('version')
    .where('id', '=', into)
    .executeTakeFirstOrThrow();
  const snapshot: MergeSnapshot = {
    ...moved,
    merged: { company: merged, company_texts: mergedTexts, company_drafts: drafts.map(unscheduled) },
    target: {
      version: changes.length > 0 ? after.version : null,
      left: after.version,
      updated_at: target.updated_at,
      texts: targetTexts.map(
        ({ language, updated_at, pending_since, pending_language, origin, model, reviewed }) => ({
          language,
          updated_at,
          pending_since,
          pending_language,
          origin,
          model,
          reviewed,
        }),
      ),
    },
  };
  await tx.deleteFrom('companies').where('id', '=', from).execute();
  await tx.insertInto('company_moves').values({ company_id: from, moved_to: into }).execute();
  const merge = newId();
  await tx
    .insertInto('company_merges')
    .values({
      id: merge,
      at: now.toISOString(),
      company_id: from,
      moved_to: into,
      name: textIn(mergedTexts, DEFAULT_LANGUAGE)?.name ?? from,
      snapshot: JSON.stringify(snapshot),
    })
    .execute();
  unit.changed('company', from, { after: { into } });
  return {
    merge,
    into,
    company: await readAdminCompany(tx, into),
    moved: {
      comments: moved.comments.length,
      likes: moved.likes.length - moved.likedBoth.length,
      views: merged.views,
      versions: moved.versions.length + moved.mergedVersions.length,
    },
  };
}

/**
 * Review marks of texts after a merge: filling a text reviews nothing, so pending and machine texts stay marked, and a
 * text that was taken as a whole keeps its marks.
 */
async function setTextStatus(
  tx: Db,
  id: string,
  {
    targetTexts,
    mergedTexts,
    plan,
  }: {
    targetTexts: readonly CompanyTextRow[];
    mergedTexts: readonly CompanyTextRow[];
    plan: ReturnType<typeof planMerge>;
  },
): Promise<void> {
  const find = (texts: readonly CompanyTextRow[], language: Language) =>
    texts.find((text) => text.language === language);
  for (const language of new Set(plan.flatMap((field) => field.language ?? []))) {
    const [own, other] = [find(targetTexts, language), find(mergedTexts, language)];
    const text = own ?? other;
    if (!text) continue;
    const isTaken = plan.some((field) => field.language === language && field.result === field.merged);
    const author = own && other && isTaken && other.reviewed === 0 ? other : text;
    const { pending_since, pending_language } = text;
    const { origin, model, reviewed } = author;
    await tx
      .updateTable('company_texts')
      .set({ pending_since, pending_language, origin, model, reviewed })
      .where('company_id', '=', id)
      .where('language', '=', language)
      .execute();
  }
}

/** Gives the target what belongs to the merged company. */
async function moveRows(
  tx: Db,
  merged: LockedRow,
  target: LockedRow,
): Promise<Omit<MergeSnapshot, 'merged' | 'target'>> {
  const [from, into] = [merged.id, target.id];
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  const { likes, likedBoth } = await moveLikes(tx, merged, into);
  const { comments, lastPersons } = await moveComments(tx, from, into);
  const viewDays = await tx
    .selectFrom('company_view_days')
    .selectAll()
    .where('company_id', '=', from)
    .execute();
  for (const { day, views } of viewDays)
    await tx
      .insertInto('company_view_days')
      .values({ company_id: into, day, views })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'day'])
          .doUpdateSet((eb) => ({ views: eb('company_view_days.views', '+', views) })),
      )
      .execute();
  const mergedVersions = await tx
    .updateTable('merged_versions')
    .set({ company_id: into })
    .where('company_id', '=', from)
    .returning('id')
    .execute();
  const versions = await tx
    .selectFrom('company_versions')
    .selectAll()
    .where('company_id', '=', from)
    .execute();
  await sql`
    insert into merged_versions (id, company_id, merged_from, version, at, actor_kind, actor, action, changes)
    select id, ${into}, company_id, version, at, actor_kind, actor, action, changes
    from company_versions where company_id = ${from}`.execute(tx);
  // That a company was added is told once.
  const droppedChanges = await tx
    .deleteFrom('company_changes')
    .where('company_id', '=', from)
    .where('field', '=', 'created')
    .returningAll()
    .execute();
  const changes = await tx
    .updateTable('company_changes')
    .set({ company_id: into })
    .where('company_id', '=', from)
    .returning('id')
    .execute();
  await tx
    .updateTable('companies')
    .set((eb) => ({ views: eb('views', '+', merged.views) }))
    .where('id', '=', into)
    .execute();
  await sumWeekOf(tx, [into]);
  return {
    likes,
    likedBoth,
    comments,
    lastPersons,
    viewDays,
    versions: ids(versions),
    mergedVersions: ids(mergedVersions),
    changes: ids(changes),
    droppedChanges,
  };
}

/** A visitor who liked both likes the target once. */
async function moveLikes(tx: Db, { id: from, likes_imported }: LockedRow, into: string) {
  const likes = await tx.selectFrom('likes').selectAll().where('company_id', '=', from).execute();
  const moved = await sql<{ visitor: string }>`
    insert into likes (company_id, visitor, created_at)
    select ${into}, visitor, created_at from likes where company_id = ${from}
    on conflict do nothing returning visitor`.execute(tx);
  await tx
    .updateTable('companies')
    .set((eb) => ({
      likes: eb('likes', '+', moved.rows.length + likes_imported),
      likes_imported: eb('likes_imported', '+', likes_imported),
    }))
    .where('id', '=', into)
    .execute();
  const visitors = new Set(moved.rows.map(({ visitor }) => visitor));
  return { likes, likedBoth: likes.map(({ visitor }) => visitor).filter((one) => !visitors.has(one)) };
}

/** Somebody who wrote on both companies is one person in the comments on the target. */
async function moveComments(tx: Db, from: string, into: string) {
  const lastOf = async (id: string) => {
    const row = await tx
      .selectFrom('comment_persons')
      .select('last')
      .where('company_id', '=', id)
      .executeTakeFirst();
    return row?.last ?? null;
  };
  const lastPersons = { target: await lastOf(into), merged: await lastOf(from) };
  const comments = await tx
    .selectFrom('comments')
    .select(['id', 'person', 'visitor'])
    .where('company_id', '=', from)
    .orderBy('id')
    .execute();
  await numberPersons(tx, comments, into);
  await tx.updateTable('comments').set({ company_id: into }).where('company_id', '=', from).execute();
  await recountComments(tx, into);
  return { comments: comments.map(({ id, person }) => ({ id, person })), lastPersons };
}

/** Numbers people in comments as the comments on a company do, before they are moved there. */
export async function numberPersons(
  tx: Db,
  comments: readonly { id: string; visitor: string | null; person: number | null }[],
  company: string,
): Promise<void> {
  const known = await tx
    .selectFrom('comments')
    .select(['visitor', 'person'])
    .distinct()
    .where('company_id', '=', company)
    .where('visitor', 'is not', null)
    .where('person', 'is not', null)
    .execute();
  const numbers = new Map(known.map(({ visitor, person }) => [visitor, person]));
  const row = await tx
    .selectFrom('comment_persons')
    .select('last')
    .where('company_id', '=', company)
    .executeTakeFirst();
  let last = row?.last ?? 0;
  /** New numbers of persons whose comments no longer name a visitor, by their old number. */
  const unknown = new Map<number, number>();
  for (const { id, visitor, person } of comments) {
    if (person === null) continue;
    let number = visitor === null ? unknown.get(person) : numbers.get(visitor);
    if (number === undefined || number === null) {
      number = ++last;
      if (visitor === null) unknown.set(person, number);
      else numbers.set(visitor, number);
    }
    if (number !== person)
      await tx.updateTable('comments').set({ person: number }).where('id', '=', id).execute();
  }
  await setLastPerson(tx, company, last);
}

export async function setLastPerson(tx: Db, company: string, last: number | null): Promise<void> {
  await tx.deleteFrom('comment_persons').where('company_id', '=', company).execute();
  if (last) await tx.insertInto('comment_persons').values({ company_id: company, last }).execute();
}

/** Counts the comments on a company and its threads anew. */
export async function recountComments(tx: Db, id: string): Promise<void> {
  await renewThreads(tx, id);
  await sql`
    update companies set comments_count = (
      select count(*) from comments where company_id = ${id} and status = 'published')
    where id = ${id}`.execute(tx);
}
