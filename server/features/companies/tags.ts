import { TAGS_MAX } from '../../../core/companies/fields.ts';
import type { TagRow } from '../../../core/companies/tag-calls.ts';
import { problem } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';
import { DAY } from '../../../core/time.ts';
import { contains } from '../../platform/database/contains.ts';
import { newId } from '../../platform/database/ids.ts';
import type { AuthoredUnit, Database, Db } from '../../platform/database/types.ts';
import { companiesWith, refreshFacets, rewriteField } from './rewrite.ts';

/** How long a change of a tag can be taken back, in milliseconds. */
const TAG_UNDO_MS = 30 * DAY;
/** Names that a tag had one after another: more are not followed. */
const MOVES_MAX = 100;

const noSuchTag = () => problem('not_found', 'No company has this tag.');

/** The tags, the most used first. */
export async function findTags(
  { read: db, dialect }: Database,
  { q, limit, offset = 0 }: { q?: string | undefined; limit: number; offset?: number | undefined },
): Promise<{ tags: TagRow[]; total: number }> {
  let tags = db
    .selectFrom('company_facets as f')
    .innerJoin('companies as c', 'c.id', 'f.company_id')
    .where('f.facet', '=', 'tag')
    .groupBy('f.value');
  const words = q?.trim().replace(/^#/, '').toLowerCase();
  if (words) tags = tags.where(contains(dialect, 'f.value', words));
  const [rows, counted] = await Promise.all([
    tags
      .select((eb) => [
        'f.value as tag',
        eb.fn.countAll<number>().as('companies'),
        eb.fn.sum<number>('c.show_on_site').as('shown'),
      ])
      .orderBy('companies', 'desc')
      .orderBy('f.value')
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom(tags.select('f.value').as('t'))
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return {
    tags: rows.map((row) => ({ ...row, companies: Number(row.companies), shown: Number(row.shown) })),
    total: Number(counted.total),
  };
}

/** A tag as it is called today, with how many shown companies have it. @throws not_found */
export async function readTag(db: Db, asked: string): Promise<{ tag: string; companies: number }> {
  const found = await followMoves(db, asked, (facets) => facets.where('c.show_on_site', '=', 1));
  if (!found) throw noSuchTag();
  return found;
}

type Facets = ReturnType<typeof facetsOfTag>;
const facetsOfTag = (db: Db, tag: string) =>
  db
    .selectFrom('company_facets as f')
    .innerJoin('companies as c', 'c.id', 'f.company_id')
    .where('f.facet', '=', 'tag')
    .where('f.value', '=', tag);

/** The first of a tag's names, from this one on, that companies have. */
async function followMoves(
  db: Db,
  asked: string,
  among: (facets: Facets) => Facets = (facets) => facets,
): Promise<{ tag: string; companies: number } | undefined> {
  let tag = asked;
  for (let moves = 0; moves < MOVES_MAX; moves++) {
    const row = await among(facetsOfTag(db, tag))
      .select((eb) => eb.fn.countAll<number>().as('companies'))
      .executeTakeFirst();
    const companies = Number(row?.companies ?? 0);
    if (companies > 0) return { tag, companies };
    const move = await db
      .selectFrom('tag_moves')
      .select('moved_to')
      .where('tag', '=', tag)
      .executeTakeFirst();
    if (!move) return undefined;
    tag = move.moved_to;
  }
  return undefined;
}

/** Tags that were in the trash, as they are called today. */
export async function tagsOfToday(tx: Db, tags: readonly string[]): Promise<string[]> {
  const today = new Set<string>();
  for (const tag of tags) today.add((await followMoves(tx, tag))?.tag ?? tag);
  return [...today];
}

/**
 * Renames a tag in all companies, in one write: its page leads to the new one from then on. Null takes
 * it away.
 * @param options.merge the new name may be another tag's
 * @throws not_found; conflict where the name is another tag's
 */
export async function changeTag(
  unit: AuthoredUnit,
  tag: string,
  to: string | null,
  { merge = false } = {},
): Promise<{ change: string; companies: number; merged: boolean }> {
  const { tx, now } = unit;
  const ids = await companiesWith(tx, 'tag', [tag]);
  if (ids.length === 0) throw noSuchTag();
  const others = to === null || to === tag ? [] : await companiesWith(tx, 'tag', [to]);
  if (others.length > 0 && !merge) {
    const taken = refusal('tag_taken', { tag: to ?? '' });
    throw problem('conflict', taken.message, { details: [{ path: 'body.name', ...taken }] });
  }
  const rewritten =
    to === tag
      ? []
      : await rewriteField(
          unit,
          'tags',
          ids,
          (tags) => [...new Set(tags.flatMap((one) => (one === tag ? (to ?? []) : one)))],
          'update',
        );
  await refreshFacets(tx, 'tag', rewritten);
  if (to !== tag) await moveTag(tx, tag, to);
  await tx
    .deleteFrom('tag_changes')
    .where('at', '<=', new Date(now.getTime() - TAG_UNDO_MS).toISOString())
    .execute();
  const change = newId();
  await tx
    .insertInto('tag_changes')
    .values({
      id: change,
      at: now.toISOString(),
      tag,
      moved_to: to,
      companies: JSON.stringify(rewritten.map(({ id, before }) => [id, before])),
    })
    .execute();
  if (rewritten.length > 0)
    unit.changed('company', `${rewritten.length} companies`, { before: { tag }, after: { tag: to } });
  return { change, companies: rewritten.length, merged: others.length > 0 };
}

/** Where the page of a tag leads to. The new name leads nowhere: it is one of today. */
async function moveTag(tx: Db, tag: string, moved_to: string | null): Promise<void> {
  await tx
    .deleteFrom('tag_moves')
    .where('tag', 'in', moved_to === null ? [tag] : [tag, moved_to])
    .execute();
  if (moved_to !== null) await tx.insertInto('tag_moves').values({ tag, moved_to }).execute();
}

/** The tags of a company with one given back at its old place, unless it was changed there since. */
function givenBack(
  tags: readonly string[],
  before: readonly string[],
  tag: string,
  to: string | null,
): string[] {
  if (tags.includes(tag)) return [...tags];
  const wasMerged = to !== null && before.includes(to);
  if (to !== null && !tags.includes(to)) return [...tags];
  if (to !== null && !wasMerged) return tags.map((one) => (one === to ? tag : one));
  if (tags.length >= TAGS_MAX) return [...tags];
  return tags.toSpliced(before.indexOf(tag), 0, tag);
}

/** Takes the change of a tag back. What was saved of the companies since then stays. @throws not_found */
export async function undoTagChange(
  unit: AuthoredUnit,
  id: string,
): Promise<{ tag: string; companies: number }> {
  const { tx, now } = unit;
  const change = await tx
    .deleteFrom('tag_changes')
    .where('id', '=', id)
    .where('at', '>', new Date(now.getTime() - TAG_UNDO_MS).toISOString())
    .returningAll()
    .executeTakeFirst();
  if (!change) throw problem('not_found', 'There is nothing to take back any more.');
  const { tag, moved_to: to } = change;
  const before = new Map(JSON.parse(change.companies) as [string, string[]][]);
  const rewritten = await rewriteField(
    unit,
    'tags',
    [...before.keys()],
    (tags, company) => givenBack(tags, before.get(company) ?? [], tag, to),
    'restore',
  );
  await refreshFacets(tx, 'tag', rewritten);
  await tx.deleteFrom('tag_moves').where('tag', '=', tag).execute();
  if (rewritten.length > 0)
    unit.changed('company', `${rewritten.length} companies`, { before: { tag: to }, after: { tag } });
  return { tag, companies: rewritten.length };
}
