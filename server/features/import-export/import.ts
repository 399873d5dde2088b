import { sql } from 'kysely';
import {
  type CompanyProblem,
  type ImportedItem,
  TRIED_ITEMS_MAX,
} from '../../../core/import-export/calls.ts';
import type { ImportedCompany } from '../../../core/import-export/company.ts';
import { companyError, type FilePlace } from '../../../core/import-export/rules.ts';
import type { Language } from '../../../core/languages.ts';
import { Problem } from '../../../core/problem.ts';
import { ofWhole, type ProblemDetail, refusal, withinBody } from '../../../core/refusal.ts';
import { searchForm } from '../../../core/text.ts';
import { insertAuditEntry } from '../../platform/audit/store.ts';
import { databaseProblem } from '../../platform/database/failure.ts';
import { compiled } from '../../platform/database/statements.ts';
import type { Actor, AuthoredUnit, Database, Db } from '../../platform/database/types.ts';
import {
  type CompanySave,
  createCompany,
  isReservedId,
  lookalikesOf,
  saveCompany,
} from '../companies/index.ts';
import { placed, type ReadItem, readCompaniesOfFile } from './reader.ts';

/** Companies of one transaction, for which other writes wait. */
const IMPORT_BATCH = 100;

export interface ImportOptions {
  /** `create` adds every company; `merge` updates existing companies. */
  mode: 'create' | 'merge';
  /** Whether each new company of the file has to be complete (specification, section 5). */
  complete: boolean;
  /** Language of flat texts without a `language` field. */
  language: Language;
  actor: Actor;
  now: Date;
  /** The current year in the site's time zone: the default founding year. */
  year: number;
  /** Tells what would happen; everything is rolled back. */
  dryRun?: boolean;
  /** What becomes of a name that is taken; where it is said, the outcome of each company is told. */
  taken?: 'next_id' | 'report' | undefined;
  onProgress?: (progress: { processed: number; total: number }) => void;
  /** Told of a company that failed for a reason that is a fault of ours. */
  onFault?: (error: unknown) => void;
}

export interface ImportResult {
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  /** Of those that were created: not shown, without a name and a description in one language. */
  hidden: number;
  /** One sentence for each failed company. */
  errors: string[];
  /** The same as data. */
  problems: CompanyProblem[];
  /** The first thousand of a trial run; all where `taken` is said. */
  items: ImportedItem[];
}

/** Carries the outcomes of a trial run out of the transaction that it undoes. */
class Undone extends Error {
  readonly outcomes: ItemOutcome[];
  constructor(outcomes: ItemOutcome[]) {
    super('A trial run was rolled back.');
    this.outcomes = outcomes;
  }
}

/** A company has the name already. */
class Taken extends Error {
  readonly id: string;
  constructor(id: string) {
    super('The name is taken.');
    this.id = id;
  }
}

/** A new company lacks required fields. */
export class ImportIncomplete extends Error {
  readonly missing: ProblemDetail[];
  constructor(missing: ProblemDetail[]) {
    super('The company is incomplete.');
    this.missing = missing;
  }
}

/** Outcome of one company, with the reasons of a failure. */
export interface ItemOutcome {
  item: ImportedItem;
  problems?: CompanyProblem[];
}

/**
 * Imports the companies of a file, each all or nothing, in transactions of a few. A company that is
 * the same already is left without a trace, so an import that broke off can simply run again.
 * @throws invalid_json, validation_failed or payload_too_large for a file that is none to import
 */
export async function importFile(
  database: Database,
  file: { path: string; type: 'json' | 'csv' },
  options: ImportOptions,
): Promise<ImportResult> {
  const result: ImportResult = {
    created: 0,
    updated: 0,
    unchanged: 0,
    failed: 0,
    hidden: 0,
    errors: [],
    problems: [],
    items: [],
  };
  const { complete, language } = options;
  let processed = 0;
  let total = 0;
  for await (const read of readCompaniesOfFile({
    ...file,
    complete,
    language,
    twins: options.mode === 'create',
  })) {
    total = read.total ?? total;
    for (let i = 0; i < (read.items?.length ?? 0); i += IMPORT_BATCH) {
      const outcomes = await writeBatch(database, read.items?.slice(i, i + IMPORT_BATCH) ?? [], options);
      for (const { item, problems = [] } of outcomes) {
        result[item.outcome]++;
        if (item.hidden) result.hidden++;
        if (item.error) result.errors.push(item.error);
        result.problems.push(...problems);
        const isListed = options.taken || (options.dryRun && result.items.length < TRIED_ITEMS_MAX);
        if (isListed) result.items.push(item);
      }
      processed += outcomes.length;
      options.onProgress?.({ processed, total });
    }
    options.onProgress?.({ processed, total });
  }
  if (!options.dryRun && result.created + result.updated > 0) await noteImport(database, result, options);
  return result;
}

async function noteImport(
  database: Database,
  { created, updated, unchanged, failed }: ImportResult,
  { actor, now }: ImportOptions,
): Promise<void> {
  await database.write(async (unit) => {
    const subject = `${created + updated} companies`;
    unit.changed('company', subject);
    await insertAuditEntry(unit.tx, {
      admin: actor.name,
      action: 'company.import',
      subject,
      after: { created, updated, unchanged, failed },
      at: now,
    });
  });
}

/** A company could not be written, and with it what the transaction had written before. */
class Unwritten extends Error {}

/**
 * Writes some companies in one transaction.
 * @param isApart each behind a savepoint of its own, which takes time: where one of them could not be written
 */
async function writeBatch(
  database: Database,
  items: ReadItem[],
  options: ImportOptions,
  isApart = false,
): Promise<ItemOutcome[]> {
  const write = (unit: AuthoredUnit, item: ReadItem) =>
    isApart
      ? writeApart(unit, item, options, () => writeItem(unit, item, options))
      : writeTogether(unit, item, options);
  try {
    return await database.write(
      async (unit) => {
        const authored = { ...unit, actor: options.actor, now: options.now };
        const outcomes: ItemOutcome[] = [];
        for (const item of items) outcomes.push(await write(authored, item));
        if (options.dryRun) throw new Undone(outcomes);
        return outcomes;
      },
      // Cached pages become stale once a second while a long import runs, and at its end.
      { stale: 'soon' },
    );
  } catch (error) {
    if (error instanceof Undone) return error.outcomes;
    if (error instanceof Unwritten) return writeBatch(database, items, options, true);
    throw error;
  }
}

export function failed(
  place: FilePlace,
  id: string | null,
  details: readonly ProblemDetail[],
  more: Pick<ImportedItem, 'taken'> = {},
): ItemOutcome {
  const problems = placed(place, details);
  const error = companyError(place, problems);
  return { item: { index: place.index, id, outcome: 'failed', error, ...more }, problems };
}

async function writeTogether(
  unit: AuthoredUnit,
  item: ReadItem,
  options: ImportOptions,
): Promise<ItemOutcome> {
  try {
    return await writeItem(unit, item, options);
  } catch (thrown) {
    if (databaseProblem(thrown)) throw thrown;
    throw new Unwritten();
  }
}

/** Saves one company within its own savepoint. @param write saves the company */
export async function writeApart<Outcome>(
  unit: AuthoredUnit,
  item: ReadItem,
  options: Pick<ImportOptions, 'onFault'>,
  write: () => Promise<Outcome>,
): Promise<Outcome | ItemOutcome> {
  const { tx } = unit;
  await sql`savepoint company`.execute(tx);
  try {
    const outcome = await write();
    await sql`release savepoint company`.execute(tx);
    return outcome;
  } catch (thrown) {
    // A database that is full or away fails the whole batch, which can then run again.
    if (databaseProblem(thrown)) throw thrown;
    await sql`rollback to savepoint company`.execute(tx);
    await sql`release savepoint company`.execute(tx);
    const id = item.company?.id ?? null;
    const unsaved = ofWhole(refusal('not_saved'));
    if (thrown instanceof Problem) {
      // A path that begins at the body of a call would mislead: the company is an item of it.
      const details = thrown.details?.map(withinBody) ?? [{ ...unsaved, message: thrown.message }];
      return failed(item, id, details);
    }
    options.onFault?.(thrown);
    return failed(item, id, [unsaved]);
  }
}

async function writeItem(unit: AuthoredUnit, item: ReadItem, options: ImportOptions): Promise<ItemOutcome> {
  const { index, company, missing, refusals } = item;
  if (!company) return failed(item, null, refusals);
  // `node:sqlite` works on this thread: requests are answered between two companies.
  await new Promise(setImmediate);
  try {
    const written = await (options.mode === 'create'
      ? make(unit, company, options)
      : merge(unit, company, missing, options));
    return { item: { index, ...written } };
  } catch (thrown) {
    // Both before anything of the company was written.
    if (thrown instanceof Taken) {
      const { id } = thrown;
      return failed(item, id, [ofWhole(refusal('name_taken', { id }))], { taken: true });
    }
    if (thrown instanceof ImportIncomplete) return failed(item, company.id ?? null, thrown.missing);
    throw thrown;
  }
}

type WrittenItem = Omit<ImportedItem, 'index'>;

/**
 * Save of an existing company, without the imported score (computed here), likes, views and date of creation.
 */
export function asChanges({ shared, texts }: ImportedCompany): CompanySave {
  const { score: _, ...rest } = shared;
  return { shared: rest, texts };
}

/**
 * Whether a new company arrives hidden: a file of companies would be refused without a name and a description in
 * one language, and a call that takes such a company publishes it only when it says so.
 */
const isHeldBack = ({ shared, texts }: ImportedCompany): boolean =>
  shared.show_on_site === undefined &&
  !Object.values(texts).some(({ name, description }) => name && description);

/** The save of a new company: a founder that only a text has is the shared spelling too. */
function asNew(company: ImportedCompany): CompanySave {
  const { shared, texts, language } = company;
  const hidden = isHeldBack(company) ? { show_on_site: false } : {};
  return { shared: { founder: texts[language]?.founder ?? '', ...shared, ...hidden }, texts };
}

/** The id of a company; undefined where only the name gives it and the site reserves it. */
export const idOrGiven = ({ id, idGiven }: ImportedCompany) =>
  id !== undefined && !idGiven && isReservedId(id) ? undefined : id;

export async function makeImported(
  unit: AuthoredUnit,
  company: ImportedCompany,
  options: Pick<ImportOptions, 'mode' | 'year' | 'dryRun'>,
): Promise<WrittenItem> {
  const id = await createCompany(unit, asNew(company), {
    year: options.year,
    id: options.mode === 'merge' || company.idGiven ? idOrGiven(company) : undefined,
    figures: company.figures,
  });
  const lookalikes = options.dryRun ? await lookalikesOf(unit.tx, id, company.language) : [];
  return {
    id,
    outcome: 'created',
    ...(isHeldBack(company) ? { hidden: true as const } : {}),
    ...(lookalikes.length > 0 ? { lookalikes } : {}),
  };
}

/**
 * Updates the company found by id or name, or creates a company.
 * @param missing problems that prevent the creation
 */
async function merge(
  unit: AuthoredUnit,
  company: ImportedCompany,
  missing: ProblemDetail[] | undefined,
  options: ImportOptions,
): Promise<WrittenItem> {
  const { tx } = unit;
  const known = idOrGiven(company);
  const [id] = await (known === undefined ? findByName(tx, company) : findById(tx, known));
  if (id === undefined) {
    if (missing) throw new ImportIncomplete(missing);
    return makeImported(unit, company, options);
  }
  const changes = await saveCompany(unit, id, asChanges(company), { together: true });
  return { id, outcome: changes.length > 0 ? 'updated' : 'unchanged' };
}

/** Makes a company under an id of its own, unless the very same one is there. @throws conflict for a given id that is taken */
async function make(
  unit: AuthoredUnit,
  company: ImportedCompany,
  options: ImportOptions,
): Promise<WrittenItem> {
  const { tx } = unit;
  for (const id of company.idGiven ? await findById(tx, company.id) : await findByName(tx, company)) {
    if (await isSameAsStored(unit, id, company)) return { id, outcome: 'unchanged' };
  }
  // An id given by the file is deliberate: its creation fails with a conflict if the id is taken.
  if (options.taken === 'report' && !company.idGiven) {
    const [there] = [...(await findById(tx, company.id)), ...(await findByName(tx, company))];
    if (there !== undefined) throw new Taken(there);
  }
  return makeImported(unit, company, options);
}

const selectId = compiled((db: Db, { id }: { id: string }) =>
  db.selectFrom('companies').select('id').where('id', '=', id),
);

export async function findById(tx: Db, id: string | undefined): Promise<string[]> {
  return id === undefined ? [] : (await selectId(tx, { id })).map((row) => row.id);
}

/** Ids of the companies with exactly this name in the language of the import. */
export async function findByName(tx: Db, { name, language }: ImportedCompany): Promise<string[]> {
  if (name === undefined) return [];
  const rows = await tx
    .selectFrom('company_listings as l')
    .innerJoin('company_texts as t', (join) =>
      join.onRef('t.company_id', '=', 'l.company_id').onRef('t.language', '=', 'l.language'),
    )
    .select('l.company_id')
    .where('l.language', '=', language)
    .where('l.name_key', '=', searchForm(name))
    .where('t.name', '=', name)
    .orderBy('l.company_id')
    .execute();
  return rows.map((row) => row.company_id);
}

/** Whether saving a company would change nothing: it is tried and taken back. */
async function isSameAsStored(unit: AuthoredUnit, id: string, company: ImportedCompany): Promise<boolean> {
  const { tx } = unit;
  await sql`savepoint trial`.execute(tx);
  const changes = await saveCompany(unit, id, asChanges(company), { together: true });
  await sql`rollback to savepoint trial`.execute(tx);
  await sql`release savepoint trial`.execute(tx);
  return changes.length === 0;
}
