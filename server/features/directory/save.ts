import type { z } from 'zod';
import {
  DIRECTORY_PARTS,
  type DirectoryConfig,
  type DirectoryPart,
  PART_SCHEMAS,
  someOfConfigSchema,
} from '../../../core/directory/config.ts';
import { placeholdersOf } from '../../../core/directory/merge-texts.ts';
import { LANGUAGES } from '../../../core/languages.ts';
import { problem, refusedFields } from '../../../core/problem.ts';
import { checkWith, type ProblemDetail, type Refusal, refusal } from '../../../core/refusal.ts';
import type { AuthoredUnit, Db } from '../../platform/database/types.ts';
import { isReservedPath, moveCompanies, requeueCompanies } from '../companies/index.ts';
import { readPartVersion, readStored, type StoredDirectory, writePart } from './store.ts';
import { shippedInterfaceText } from './texts.ts';

type Texts = DirectoryConfig['texts'];
type Categories = DirectoryConfig['categories'];

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

/** @throws validation_failed for an address of the site's own, and for a category that is left out and has companies */
async function checkCategories(tx: Db, { list }: Categories, at: string): Promise<void> {
  const counts = await countByCategory(tx, { includeHidden: true });
  const ids = new Set(list.map(({ id }) => id));
  refuse([
    ...list.flatMap(({ id }, i): ProblemDetail[] =>
      isReservedPath(id) ? [{ path: `${at}.list.${i}.id`, ...refusal('reserved_id') }] : [],
    ),
    ...Object.entries(counts).flatMap(([id, count]): ProblemDetail[] =>
      ids.has(id) ? [] : [{ path: `${at}.list.${id}`, ...refusal('category_in_use', { count }) }],
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
  if (part === 'categories') await checkCategories(unit.tx, value as Categories, at);
  if (part === 'texts') value = checkTexts(value as Texts, before.config.texts, at);
  const after = await writePart(unit, part, value, before);
  if (part === 'categories') await requeueRenamed(unit, before.config.categories, after.config.categories);
  return after;
}

/** Companies are found by the name of their category: those of a renamed one are indexed again. */
async function requeueRenamed(unit: AuthoredUnit, before: Categories, after: Categories): Promise<void> {
  const namesBefore = new Map(before.list.map(({ id, names }) => [id, JSON.stringify(names)]));
  const renamed = after.list.filter(({ id, names }) => (namesBefore.get(id) ?? '') !== JSON.stringify(names));
  await requeueCompanies(
    unit.tx,
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
 * Moves all companies of a category into another one and removes it; its addresses redirect.
 * @returns how many companies moved
 * @throws not_found, validation_failed where a category is to be merged into none or into itself
 */
export async function mergeCategories(unit: AuthoredUnit, from: string, into: string): Promise<number> {
  const before = await readStored(unit.tx);
  const { list, default: fallback, moved } = before.config.categories;
  if (!list.some(({ id }) => id === from)) throw problem('not_found', 'There is no such category.');
  if (into === from || !list.some(({ id }) => id === into))
    refuse([{ path: 'body.into', ...refusal('unknown_category') }]);
  const companies = await moveCompanies(unit, from, into);
  const follow = Object.entries(moved).map(([old, to]) => [old, to === from ? into : to]);
  await savePart(
    unit,
    'categories',
    {
      list: list.filter(({ id }) => id !== from),
      default: fallback === from ? into : fallback,
      moved: { ...Object.fromEntries(follow), [from]: into },
    },
    before,
  );
  return companies;
}
