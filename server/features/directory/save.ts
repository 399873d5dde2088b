import type { z } from 'zod';
import {
  DIRECTORY_PARTS,
  type DirectoryConfig,
  type DirectoryPart,
  type KindConfig,
  PART_SCHEMAS,
  someOfConfigSchema,
} from '../../../core/directory/config.ts';
import { placeholdersOf } from '../../../core/directory/merge-texts.ts';
import { LANGUAGES } from '../../../core/languages.ts';
import { problem, refusedFields } from '../../../core/problem.ts';
import { checkWith, type ProblemDetail, type Refusal, refusal } from '../../../core/refusal.ts';
import type { AuthoredUnit, Db } from '../../platform/database/types.ts';
import {
  isReservedKind,
  isReservedPath,
  moveCompanies,
  moveKind,
  requeueCompanies,
} from '../companies/index.ts';
import { readPartVersion, readStored, type StoredDirectory, writePart } from './store.ts';
import { shippedInterfaceText } from './texts.ts';

type Texts = DirectoryConfig['texts'];
type Categories = DirectoryConfig['categories'];
type Kinds = DirectoryConfig['kinds'];
type Named = Pick<KindConfig, 'id' | 'names'>;

function refuse(details: ProblemDetail[]): void {
  if (details.length > 0) throw refusedFields(details);
}

/** What a schema makes of a value. @param at where the value stands @throws validation_failed */
function checked<S extends z.ZodType>(schema: S, given: unknown, at: string): z.output<S> {
  const parsed = checkWith(schema, given);
  if (!parsed.success)
    refuse(parsed.refusals.map(({ path, ...refused }) => ({ path: [at, ...path].join('.'), ...refused })));
  return parsed.data as z.output<S>;
}

/** How many companies each category has. */
export async function countByCategory(
  db: Db,
  { includeHidden }: { includeHidden: boolean },
): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('companies')
    .$if(!includeHidden, (query) => query.where('show_on_site', '=', 1))
    .select((eb) => ['category', eb.fn.countAll<number>().as('companies')])
    .groupBy('category')
    .execute();
  return Object.fromEntries(rows.map(({ category, companies }) => [category, Number(companies)]));
}

/** How many companies each kind has, hidden ones too. */
export async function countByKind(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('company_facets')
    .select((eb) => ['value', eb.fn.countAll<number>().as('companies')])
    .where('facet', '=', 'kind')
    .groupBy('value')
    .execute();
  return Object.fromEntries(rows.map(({ value, companies }) => [value, Number(companies)]));
}

/** What has ids that companies name, and is merged. */
type ListPart = 'categories' | 'kinds';

const LISTS = {
  categories: {
    by: 'category',
    count: (db: Db) => countByCategory(db, { includeHidden: true }),
    unknown: 'unknown_category',
    inUse: 'category_in_use',
  },
  kinds: { by: 'kind', count: countByKind, unknown: 'unknown_kind', inUse: 'kind_in_use' },
} as const;

/** @throws validation_failed for an address of the site's own, and for an id that is left out and has companies */
async function checkList(tx: Db, part: ListPart, { list }: Categories | Kinds, at: string): Promise<void> {
  const counts = await LISTS[part].count(tx);
  const ids = new Set(list.map(({ id }) => id));
  const isReserved = part === 'categories' ? isReservedPath : isReservedKind;
  refuse([
    ...list.flatMap(({ id }, i): ProblemDetail[] =>
      isReserved(id) ? [{ path: `${at}.list.${i}.id`, ...refusal('reserved_id') }] : [],
    ),
    ...Object.entries(counts).flatMap(([id, count]): ProblemDetail[] =>
      ids.has(id) ? [] : [{ path: `${at}.list.${id}`, ...refusal(LISTS[part].inUse, { count }) }],
    ),
  ]);
}

/** Why a text cannot replace the shipped one; undefined where it can. */
function refusedWord(shipped: string | undefined, text: string): Refusal | undefined {
  if (shipped === undefined) return refusal('unknown_text');
  const placeholders = placeholdersOf(shipped);
  return placeholdersOf(text).join() === placeholders.join()
    ? undefined
    : refusal('placeholders_differ', { placeholders });
}

/**
 * Checks replaced texts, and notes the shipped text that each of them replaces today.
 * @throws validation_failed for an unknown key, and for a text that lacks a placeholder
 */
function checkTexts(texts: Texts, before: Texts, at: string): Texts {
  const details: ProblemDetail[] = [];
  const noted = Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      Object.fromEntries(
        Object.entries(texts[language]).map(([key, word]) => {
          const known = before[language][key];
          if (known?.text === word.text && known.original === word.original) return [key, word];
          const shipped = shippedInterfaceText(language, key);
          const refused = refusedWord(shipped, word.text);
          if (refused) details.push({ path: `${at}.${language}.${key}`, ...refused });
          return [key, { text: word.text, original: shipped ?? '' }];
        }),
      ),
    ]),
  ) as Texts;
  refuse(details);
  return noted;
}

/**
 * Saves a part of the configuration as a new version.
 * @param at where the value stands in the request, for details of a refusal
 * @throws validation_failed naming each wrong value
 */
export async function savePart(
  unit: AuthoredUnit,
  part: DirectoryPart,
  given: unknown,
  before: StoredDirectory,
  at = 'body.value',
): Promise<StoredDirectory> {
  let value: DirectoryConfig[DirectoryPart] = checked(PART_SCHEMAS[part], given, at);
  if (part === 'categories' || part === 'kinds')
    await checkList(unit.tx, part, value as Categories | Kinds, at);
  if (part === 'texts') value = checkTexts(value as Texts, before.config.texts, at);
  const after = await writePart(unit, part, value, before);
  if (part === 'categories' || part === 'kinds')
    await requeueRenamed(unit, LISTS[part].by, before.config[part].list, after.config[part].list);
  return after;
}

/** Companies are found by the names of their category and kinds: those of a renamed one are indexed again. */
async function requeueRenamed(
  unit: AuthoredUnit,
  by: 'category' | 'kind',
  before: readonly Named[],
  after: readonly Named[],
): Promise<void> {
  const namesBefore = new Map(before.map(({ id, names }) => [id, JSON.stringify(names)]));
  const renamed = after.filter(({ id, names }) => (namesBefore.get(id) ?? '') !== JSON.stringify(names));
  await requeueCompanies(
    unit.tx,
    by,
    renamed.map(({ id }) => id),
  );
}

/** Saves the parts that a file names. @throws validation_failed, also for a file that is no configuration */
export async function importConfig(
  unit: AuthoredUnit,
  given: unknown,
  at = 'body.config',
): Promise<StoredDirectory> {
  const config = checked(someOfConfigSchema, given, at);
  let stored = await readStored(unit.tx);
  for (const part of DIRECTORY_PARTS)
    if (config[part] !== undefined)
      stored = await savePart(unit, part, config[part], stored, `${at}.${part}`);
  return stored;
}

/** Puts an earlier version in force again. @throws not_found, validation_failed where it does not fit any more */
export async function restorePart(
  unit: AuthoredUnit,
  part: DirectoryPart,
  version: number,
): Promise<StoredDirectory> {
  const value = await readPartVersion(unit.tx, part, version);
  if (value === undefined) throw problem('not_found', 'There is no such version.');
  return savePart(unit, part, value, await readStored(unit.tx));
}

/**
 * Moves all companies of a category or kind into another one and removes it; its addresses redirect.
 * @returns how many companies moved
 * @throws not_found, validation_failed where it is to be merged into none or into itself
 */
export async function mergeInPart(
  unit: AuthoredUnit,
  part: ListPart,
  from: string,
  into: string,
): Promise<number> {
  const before = await readStored(unit.tx);
  const value = before.config[part];
  const has = (wanted: string) => value.list.some(({ id }) => id === wanted);
  if (!has(from)) throw problem('not_found', 'There is none with this id.');
  if (into === from || !has(into)) refuse([{ path: 'body.into', ...refusal(LISTS[part].unknown) }]);
  const companies = await (part === 'categories' ? moveCompanies : moveKind)(unit, from, into);
  const follow = Object.entries(value.moved).map(([old, to]) => [old, to === from ? into : to]);
  const merged = {
    ...value,
    list: value.list.filter(({ id }) => id !== from),
    moved: { ...Object.fromEntries(follow), [from]: into },
    ...('default' in value && value.default === from ? { default: into } : {}),
  };
  await savePart(unit, part, merged, before);
  return companies;
}
