import type { z } from 'zod';
import { companyCategories } from '../../../core/categories.ts';
import type { OwnField } from '../../../core/companies/own-fields.ts';
import {
  DIRECTORY_PARTS,
  type DirectoryConfig,
  type DirectoryPart,
  FIELDS_MAX,
  type KindConfig,
  PART_SCHEMAS,
  REMOVED_FIELD_DAYS,
  someOfConfigSchema,
} from '../../../core/directory/config.ts';
import { placeholdersOf } from '../../../core/directory/merge-texts.ts';
import { equalJson } from '../../../core/equal-json.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../../core/languages.ts';
import { problem, refusedFields } from '../../../core/problem.ts';
import { checkWith, type ProblemDetail, type Refusal, refusal } from '../../../core/refusal.ts';
import { DAY } from '../../../core/time.ts';
import type { AuthoredUnit, Db, Unit } from '../../platform/database/types.ts';
import {
  countWithValue,
  deleteValues,
  isReservedKind,
  isReservedPath,
  moveCompanies,
  moveKind,
  requeueCompanies,
  requeueWithValues,
} from '../companies/index.ts';
import { readUpload } from '../links/index.ts';
import { readPartVersion, readStored, type StoredDirectory, writePart } from './store.ts';
import { shippedInterfaceText } from './texts.ts';

type Texts = DirectoryConfig['texts'];
type Categories = DirectoryConfig['categories'];
type Kinds = DirectoryConfig['kinds'];
type Tags = DirectoryConfig['tags'];
type Named = Pick<KindConfig, 'id' | 'names'>;
type FieldsValue = DirectoryConfig['fields'];

function refuse(details: ProblemDetail[]): void {
  if (details.length > 0) throw refusedFields(details);
}

/** Parses a value. @param at path of the value in the request @throws validation_failed */
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
export async function kindCounts(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('company_facets')
    .select((eb) => ['value', eb.fn.countAll<number>().as('companies')])
    .where('facet', '=', 'kind')
    .groupBy('value')
    .execute();
  return Object.fromEntries(rows.map(({ value, companies }) => [value, Number(companies)]));
}

/** Parts with entries that companies reference by id, and that can be merged. */
type ListPart = 'categories' | 'kinds';

const ID_LISTS = {
  categories: {
    by: 'category',
    count: (db: Db) => countByCategory(db, { includeHidden: true }),
    move: moveCompanies,
    unknown: 'unknown_category',
    inUse: 'category_in_use',
  },
  kinds: { by: 'kind', count: kindCounts, move: moveKind, unknown: 'unknown_kind', inUse: 'kind_in_use' },
} as const;

/** Moves companies that a concurrent save put under an id that was merged meanwhile. */
async function moveLate(unit: AuthoredUnit, part: ListPart, { moved }: Categories | Kinds): Promise<void> {
  if (Object.keys(moved).length === 0) return;
  for (const id of Object.keys(await ID_LISTS[part].count(unit.tx))) {
    const into = Object.hasOwn(moved, id) ? moved[id] : undefined;
    if (into !== undefined) await ID_LISTS[part].move(unit, id, into);
  }
}

/** Moves companies under all merged ids: their save may have come after the last save of the configuration. */
export async function moveAllLate(unit: Unit, now: Date): Promise<void> {
  const { config } = await readStored(unit.tx);
  for (const part of ['categories', 'kinds'] as const)
    await moveLate({ ...unit, actor: { kind: 'person', name: 'system' }, now }, part, config[part]);
}

/** @throws validation_failed for an address of the site's own, and for an id that is left out and has companies */
async function checkList(tx: Db, part: ListPart, { list }: Categories | Kinds, at: string): Promise<void> {
  const counts = await ID_LISTS[part].count(tx);
  const ids = new Set(list.map(({ id }) => id));
  const isReserved = part === 'categories' ? isReservedPath : isReservedKind;
  refuse([
    ...list.flatMap(({ id }, i): ProblemDetail[] =>
      isReserved(id) ? [{ path: `${at}.list.${i}.id`, ...refusal('reserved_id') }] : [],
    ),
    ...Object.entries(counts).flatMap(([id, count]): ProblemDetail[] =>
      ids.has(id) ? [] : [{ path: `${at}.list.${id}`, ...refusal(ID_LISTS[part].inUse, { count }) }],
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

/** Marks translated names of tags as outdated after a change of the English name, unless the save changes them too. */
function noteOutdated({ list }: Tags, before: Tags): Tags {
  const known = new Map(before.list.map((tag) => [tag.id, tag.names]));
  return {
    list: list.map(({ id, names, outdated }) => {
      const was = known.get(id) ?? {};
      const isReworded = was.en !== undefined && was.en !== names.en;
      const isBehind = (language: Language) =>
        outdated.includes(language) || (isReworded && names[language] === was[language]);
      return {
        id,
        names,
        outdated: LANGUAGES.filter(
          (language) => language !== DEFAULT_LANGUAGE && names[language] !== undefined && isBehind(language),
        ),
      };
    }),
  };
}

/**
 * Checks the definitions of own fields against the values of companies. A field that is left out is marked as removed
 * now; a removed field that is named again keeps its values.
 * @throws validation_failed for a changed type or a removed option that companies use
 */
async function checkFields(
  { tx, now }: AuthoredUnit,
  fields: FieldsValue,
  before: FieldsValue,
  at: string,
): Promise<FieldsValue> {
  const known = new Map(before.list.map((field) => [field.id, field]));
  const removedAt = (id: string) => known.get(id)?.removedAt ?? now.toISOString();
  const isRemoved = (field: OwnField) => field.removedAt !== undefined;
  const list = fields.list.map(({ removedAt: given, ...field }): FieldsValue['list'][number] =>
    given === undefined ? field : { ...field, removedAt: removedAt(field.id) },
  );
  const named = new Set(list.map(({ id }) => id));
  const left = before.list.filter(({ id }) => !named.has(id));
  const details: ProblemDetail[] = [];
  for (const [i, { id, type, options }] of list.entries()) {
    const was = known.get(id);
    if (!was) continue;
    if (was.type !== type) {
      const count = await countWithValue(tx, id);
      if (count > 0)
        details.push({ path: `${at}.list.${i}.type`, ...refusal('field_type_in_use', { count }) });
      continue;
    }
    const gone = was.options.map((option) => option.id).filter((of) => !options.some((one) => one.id === of));
    if (gone.length === 0) continue;
    const count = await countWithValue(tx, id, (value) =>
      [value].flat().some((of) => gone.includes(String(of))),
    );
    if (count > 0) details.push({ path: `${at}.list.${i}.options`, ...refusal('option_in_use', { count }) });
  }
  const removed = left.map((field) => ({ ...field, removedAt: removedAt(field.id) }));
  const whole = [...list.filter((field) => !isRemoved(field)), ...list.filter(isRemoved), ...removed];
  if (whole.length > FIELDS_MAX)
    details.push({ path: `${at}.list`, ...refusal('too_many', { max: FIELDS_MAX }) });
  refuse(details);
  return { ...fields, list: whole };
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
  if (part === 'categories' || part === 'kinds') {
    await moveLate(unit, part, value as Categories | Kinds);
    await checkList(unit.tx, part, value as Categories | Kinds, at);
  }
  if (part === 'tags') value = noteOutdated(value as Tags, before.config.tags);
  if (part === 'looks') await checkPictures(unit.tx, value as DirectoryConfig['looks'], at);
  if (part === 'texts') value = checkTexts(value as Texts, before.config.texts, at);
  if (part === 'fields') value = await checkFields(unit, value as FieldsValue, before.config.fields, at);
  const after = await writePart(unit, part, value, before);
  if (part === 'tags') await requeueRenamed(unit, 'tag', before.config.tags.list, after.config.tags.list);
  if (part === 'categories' || part === 'kinds')
    await requeueRenamed(unit, ID_LISTS[part].by, before.config[part].list, after.config[part].list);
  if (part === 'fields') await requeueRedefined(unit, before.config.fields, after.config.fields);
  return after;
}

/** @throws validation_failed for a picture that was not uploaded here, or was removed since */
async function checkPictures(tx: Db, { logo, icon }: DirectoryConfig['looks'], at: string): Promise<void> {
  const pictures = { 'logo.light': logo.light, 'logo.dark': logo.dark, icon };
  for (const [path, picture] of Object.entries(pictures))
    if (picture && !(await readUpload(tx, picture.url)))
      refuse([{ path: `${at}.${path}.url`, ...refusal('unknown_upload') }]);
}

/** Queues companies for the search index whose category, kind or tag was renamed: the index contains the names. */
async function requeueRenamed(
  unit: AuthoredUnit,
  by: 'category' | 'kind' | 'tag',
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

/** Queues companies for the search index that have values of a redefined field: the index contains public values. */
async function requeueRedefined(
  { tx }: AuthoredUnit,
  before: FieldsValue,
  after: FieldsValue,
): Promise<void> {
  const searched = ({ type, options, access, removedAt }: OwnField) =>
    JSON.stringify([type, options, access, removedAt !== undefined]);
  const known = new Map(before.list.map((field) => [field.id, searched(field)]));
  await requeueWithValues(
    tx,
    after.list.filter((field) => known.has(field.id) && known.get(field.id) !== searched(field)),
  );
  if (!equalJson(before.hidden.toSorted(), after.hidden.toSorted()))
    await requeueCompanies(tx, 'category', companyCategories());
}

/**
 * Deletes the values of fields that were removed more than thirty days ago, and then their definitions.
 * @param now end of the thirty days
 */
export async function clearRemovedFields(unit: Unit, now: Date): Promise<void> {
  const before = await readStored(unit.tx);
  const { list } = before.config.fields;
  const limit = new Date(now.getTime() - REMOVED_FIELD_DAYS * DAY).toISOString();
  const past = list.filter(({ removedAt }) => removedAt !== undefined && removedAt < limit);
  if (past.length === 0) return;
  for (const { id } of past) await deleteValues(unit.tx, id);
  await writePart(
    { ...unit, actor: { kind: 'person', name: 'system' }, now },
    'fields',
    { ...before.config.fields, list: list.filter((field) => !past.includes(field)) },
    before,
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
  if (into === from || !has(into)) refuse([{ path: 'body.into', ...refusal(ID_LISTS[part].unknown) }]);
  const companies = await ID_LISTS[part].move(unit, from, into);
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
