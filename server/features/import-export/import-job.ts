import type { TakenPolicy } from '../../../core/import-export/job-calls.ts';
import { companyError } from '../../../core/import-export/rules.ts';
import type { JobResult } from '../../../core/jobs/calls.ts';
import { toJobResult } from '../../../core/jobs/result.ts';
import type { Language } from '../../../core/languages.ts';
import { ofWhole, refusal } from '../../../core/refusal.ts';
import type { AuthoredUnit, Database, Db } from '../../platform/database/types.ts';
import type { BatchWork } from '../../platform/jobs/work.ts';
import { yearOf } from '../../platform/time/clock.ts';
import { saveCompany } from '../companies/index.ts';
import { asChanges, failed, ImportIncomplete, type ItemOutcome, makeImported, writeApart } from './import.ts';
import { type FoundFile, placed, type ReadItem, type ReadingTask, readCompaniesOfFile } from './reader.ts';
import { findTarget } from './taken.ts';

/** Companies of one transaction: other writes wait until the transaction ends. */
const IMPORT_JOB_BATCH = 100;

interface ImportDecisions {
  taken: TakenPolicy;
  /** The current year in the site's time zone: the default founding year. */
  year: number;
  onFault?: (error: unknown) => void;
}

/** What became of a company of a file. */
export interface ImportedResult extends JobResult {
  isTaken: boolean;
}

/** Origin and freshness of a company's texts, by language; the history does not record either. */
export type TextMarks = Record<
  string,
  {
    origin: 'person' | 'machine';
    model: string | null;
    reviewed: number;
    pending_since: string | null;
    pending_language: Language | null;
  }
>;

async function readMarks(tx: Db, companyId: string): Promise<TextMarks> {
  const rows = await tx
    .selectFrom('company_texts')
    .select(['language', 'origin', 'model', 'reviewed', 'pending_since', 'pending_language'])
    .where('company_id', '=', companyId)
    .execute();
  return Object.fromEntries(rows.map(({ language, ...marks }) => [language, marks]));
}

interface SavedItem {
  result: ImportedResult;
  before?: TextMarks;
}

const importedResult = (
  item: ReadItem,
  id: string,
  of: Pick<JobResult, 'outcome'> & Partial<ImportedResult>,
): ImportedResult => ({
  ...toJobResult({ company_id: id, name: item.company?.name ?? id, ...of }),
  ...(item.row === undefined ? {} : { row: item.row }),
  isTaken: of.isTaken ?? false,
});

function failedItem(item: ReadItem, { item: { error, id }, problems = [] }: ItemOutcome): ImportedResult {
  const details = problems.map(({ index: _, row: __, ...detail }) => detail);
  return importedResult(item, id ?? '', {
    ...{ outcome: 'failed', error: error ?? companyError(item, problems), code: 'validation_failed' },
    details,
  });
}

/** Saves a company of a file as was decided. @throws ImportIncomplete */
async function saveItem(
  unit: AuthoredUnit,
  item: ReadItem,
  { taken, year }: ImportDecisions,
): Promise<SavedItem> {
  const { company, missing } = item;
  if (!company) return { result: failedItem(item, failed(item, null, item.refusals)) };
  const target = await findTarget(unit.tx, company);
  const isTaken = target?.isTaken ?? false;
  if (target && isTaken && taken === 'skip')
    return { result: importedResult(item, target.id, { outcome: 'skipped', isTaken }) };
  if (target && (!isTaken || taken === 'update')) {
    const before = await readMarks(unit.tx, target.id);
    const changes = await saveCompany(unit, target.id, asChanges(company), { together: true });
    if (changes.length === 0)
      return { result: importedResult(item, target.id, { outcome: 'unchanged', isTaken }) };
    const { version } = await unit.tx
      .selectFrom('companies')
      .select('version')
      .where('id', '=', target.id)
      .executeTakeFirstOrThrow();
    const updatedFields = [...new Set(changes.map(({ field }) => field))];
    const languages = [...new Set(changes.flatMap(({ language }) => language ?? []))];
    return {
      result: importedResult(item, target.id, {
        outcome: 'updated',
        updatedFields,
        languages,
        version,
        isTaken,
      }),
      before,
    };
  }
  if (missing) throw new ImportIncomplete(missing);
  const { id } = await makeImported(unit, company, { mode: isTaken ? 'create' : 'merge', year });
  return { result: importedResult(item, id ?? '', { outcome: 'created', version: 1, isTaken }) };
}

/** Saves companies of a file, each all or nothing. */
async function saveItems(
  unit: AuthoredUnit,
  items: readonly ReadItem[],
  decisions: ImportDecisions,
): Promise<SavedItem[]> {
  const written: SavedItem[] = [];
  for (const item of items) {
    // `node:sqlite` works on this thread: requests are answered between two companies.
    await new Promise(setImmediate);
    const saved = await writeApart(unit, item, decisions, () =>
      saveItem(unit, item, decisions).catch((error: unknown) => {
        if (!(error instanceof ImportIncomplete)) throw error;
        return { result: failedItem(item, failed(item, item.company?.id ?? null, error.missing)) };
      }),
    );
    written.push('result' in saved ? saved : { result: failedItem(item, saved) });
  }
  return written;
}

/** Rolls back the transaction of a trial run, and carries the results. */
class Tried extends Error {
  readonly written: SavedItem[];
  constructor(written: SavedItem[]) {
    super('A trial was rolled back.');
    this.written = written;
  }
}

/** What an import of a file would do with each company; nothing of it stays. */
export async function* tryFile(
  database: Database,
  task: ReadingTask,
  decisions: ImportDecisions,
  now: Date,
): AsyncGenerator<{ found?: FoundFile; total?: number; results: ImportedResult[] }> {
  for await (const read of readCompaniesOfFile(task)) {
    if (read.total !== undefined)
      yield { total: read.total, ...(read.found ? { found: read.found } : {}), results: [] };
    const { items = [] } = read;
    if (items.length === 0) continue;
    try {
      await database.write(
        async (unit) => {
          const authored = { ...unit, actor: { kind: 'import' as const, name: '' }, now };
          throw new Tried(await saveItems(authored, items, decisions));
        },
        { stale: 'soon' },
      );
    } catch (error) {
      if (!(error instanceof Tried)) throw error;
      yield { results: error.written.map(({ result }) => result) };
    }
  }
}

/** Keeps the companies of a file for a job, which then needs the file no more. */
export async function keepItems(
  database: Database,
  task: ReadingTask,
  jobId: string,
  now: Date,
): Promise<{ total: number; found: FoundFile | undefined }> {
  let position = 0;
  let found: FoundFile | undefined;
  for await (const read of readCompaniesOfFile(task)) {
    if (read.total !== undefined) found = read.found;
    const { items = [] } = read;
    if (items.length === 0) continue;
    const first = position;
    await database.write(({ tx }) =>
      tx
        .insertInto('import_items')
        .values(
          items.map((item, i) => ({
            ...{ job_id: jobId, position: first + i, item: JSON.stringify(item) },
            ...{ before: null, created_at: now.toISOString() },
          })),
        )
        .execute(),
    );
    position += items.length;
  }
  return { total: position, found };
}

/** The import of a file by a job. @param today the day in the site's time zone */
export const importWork = ({
  today,
  onFault,
}: {
  today(): string;
  onFault(error: unknown): void;
}): BatchWork => ({
  size: IMPORT_JOB_BATCH,
  async save(unit, positions, job) {
    const { tx } = unit;
    const rows = await tx
      .selectFrom('import_items')
      .select(['position', 'item'])
      .where('job_id', '=', job.id)
      .where('position', 'in', positions.map(Number))
      .orderBy('position')
      .execute();
    const items = rows.map(({ item }) => JSON.parse(item) as ReadItem);
    const written = await saveItems(
      { ...unit, isLongWork: true, actor: { kind: 'import', name: job.created_by } },
      items,
      { taken: job.input['taken'] as TakenPolicy, year: yearOf(today()), onFault },
    );
    for (const [i, { position }] of rows.entries()) {
      const before = written[i]?.before;
      await tx
        .updateTable('import_items')
        .set({ item: '', before: before ? JSON.stringify(before) : null })
        .where('job_id', '=', job.id)
        .where('position', '=', position)
        .execute();
    }
    return written.map(({ result: { isTaken: _, ...result } }) => result);
  },
});

/** A refusal by the columns of the file. */
export function triedProblems(
  { row, details = [] }: ImportedResult,
  index: number,
  columns: FoundFile['columns'],
) {
  const named = details.length > 0 ? details : [ofWhole(refusal('not_saved'))];
  return placed({ index }, named).map((problem) => {
    const column = columns.find(
      (one) => one.column === problem.path || problem.path.startsWith(`${one.column}.`),
    );
    return { ...problem, row: row ?? null, column: column?.header ?? (problem.path || null) };
  });
}
