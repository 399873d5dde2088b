import { TAGS_MAX } from '../../../core/companies/fields.ts';
import type { TagConfig } from '../../../core/directory/config.ts';
import { directory } from '../../../core/directory/current.ts';
import { offeredLanguages } from '../../../core/languages.ts';
import { problem } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';
import type { TagRow } from '../../../core/tags/calls.ts';
import { DAY } from '../../../core/time.ts';
import { contains } from '../../platform/database/contains.ts';
import { newId } from '../../platform/database/ids.ts';
import type { AuthoredUnit, Database, Db } from '../../platform/database/types.ts';
import { companiesWith, refreshFacets, rewriteField } from '../companies/index.ts';
import { keepTagNames } from './names.ts';

/** How long a change of a tag can be taken back, in milliseconds. */
const TAG_UNDO_MS = 30 * DAY;
/** Longest chain of renamings that is followed. */
const MOVES_MAX = 100;

const noSuchTag = () => problem('not_found', 'No company has this tag.');

/**
 * The tags with their names, the most used first.
 * @param asked.q a part of the tag or of one of its names
 * @param asked.incomplete only tags that lack a name, or whose name is outdated
 */
export async function findTags(
  { read: db, dialect }: Database,
  asked: {
    q?: string | undefined;
    incomplete?: boolean | undefined;
    limit: number;
    offset?: number | undefined;
  },
): Promise<{ tags: TagRow[]; total: number }> {
  const { q, incomplete = false, limit, offset = 0 } = asked;
  const { list } = directory().tags;
  let tags = db
    .selectFrom('company_facets as f')
    .innerJoin('companies as c', 'c.id', 'f.company_id')
    .where('f.facet', '=', 'tag')
    .groupBy('f.value');
  const words = q?.trim().replace(/^#/, '').toLowerCase();
  if (words) {
    const named = list.filter(({ names }) =>
      Object.values(names).some((name) => name?.toLowerCase().includes(words)),
    );
    tags = tags.where((eb) =>
      eb.or([
        contains(dialect, 'f.value', words),
        ...(named.length > 0
          ? [
              eb(
                'f.value',
                'in',
                named.map(({ id }) => id),
              ),
            ]
          : []),
      ]),
    );
  }
  const complete = list.filter(isComplete).map(({ id }) => id);
  if (incomplete && complete.length > 0) tags = tags.where('f.value', 'not in', complete);
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
  const named = new Map(list.map((tag) => [tag.id, tag]));
  return {
    tags: rows.map(({ tag, companies, shown }) => ({
      tag,
      companies: Number(companies),
      shown: Number(shown),
      names: named.get(tag)?.names ?? {},
      outdated: named.get(tag)?.outdated ?? [],
    })),
    total: Number(counted.total),
  };
}

const isComplete = ({ names, outdated }: TagConfig) =>
  outdated.length === 0 && offeredLanguages().every((language) => names[language] !== undefined);

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

/** Current names of tags restored from the trash. */
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
  if (to !== null && to !== tag) await keepTagNames(unit, tag, to);
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
  if (rewritten.length > 0) unit.changed('company', tag, { before: { tag }, after: { tag: to } });
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
  if (rewritten.length > 0) unit.changed('company', tag, { before: { tag: to }, after: { tag } });
  return { tag, companies: rewritten.length };
}
