import type { Selectable } from 'kysely';
import type { Job, JobDetail, JobKind, JobResult } from '../../../core/jobs/calls.ts';
import { problem } from '../../../core/problem.ts';
import { newId } from '../database/ids.ts';
import type { JobTable } from '../database/schema.ts';
import type { AuthoredUnit, Db } from '../database/types.ts';
import { endLease, heldNames } from './lease.ts';

/** How many jobs a list has. */
const JOBS_LISTED = 50;

type JobRow = Selectable<JobTable>;

/** Stored input of a job: the ids of its items, and parameters of its kind. */
export interface StoredInput {
  /** Ids of the items, by the name that the API has for them: companies, or positions in the file of an import. */
  companyIds: string[];
  [more: string]: unknown;
}

/** A job that this process holds the lease of, by the job's id. */
export interface HeldJob {
  id: string;
  kind: JobKind;
  input: StoredInput;
  results: JobResult[];
  created_by: string;
}

function toJob(row: Omit<JobRow, 'input' | 'results'>): Job {
  return { ...row, kind: row.kind as JobKind };
}

function toJobDetail(row: JobRow): JobDetail {
  return { ...toJob(row), input: JSON.parse(row.input), results: JSON.parse(row.results) as JobResult[] };
}

const UNENDED = ['queued', 'running', 'paused'] as const;

const notFound = () => problem('not_found', 'There is no such job.');

export async function insertJob(
  unit: AuthoredUnit,
  { id = newId(), kind, input }: { id?: string; kind: JobKind; input: StoredInput },
): Promise<JobDetail> {
  const row = await unit.tx
    .insertInto('jobs')
    .values({
      id,
      kind,
      status: 'queued',
      input: JSON.stringify(input),
      total: input.companyIds.length,
      error: null,
      created_by: unit.actor.name,
      created_at: unit.now.toISOString(),
      started_at: null,
      finished_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const what = kind === 'import' ? { companies: row.total } : { companyIds: input.companyIds };
  unit.changed('job', row.id, { after: { kind, ...what } });
  return toJobDetail(row);
}

export async function findJobs(db: Db): Promise<Job[]> {
  const rows = await db
    .selectFrom('jobs')
    .select([
      'id',
      'kind',
      'status',
      'progress',
      'total',
      'error',
      'created_by',
      'created_at',
      'started_at',
      'finished_at',
    ])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(JOBS_LISTED)
    .execute();
  return rows.map(toJob);
}

/** @throws not_found */
export async function readJob(db: Db, id: string): Promise<JobDetail> {
  const row = await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return toJobDetail(row);
}

/** The oldest unfinished job without a running worker. */
export async function findFreeJob(db: Db, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('status', 'in', ['queued', 'running'])
    .where('id', 'not in', heldNames(db, now))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Starts or resumes a job leased by this process; undefined if the job is over. */
export async function beginJob(tx: Db, id: string, now: Date): Promise<HeldJob | undefined> {
  const row = await tx
    .updateTable('jobs')
    .set((eb) => ({
      status: 'running',
      started_at: eb.fn.coalesce('started_at', eb.val(now.toISOString())),
    }))
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returning(['kind', 'input', 'results', 'created_by'])
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    id,
    kind: row.kind as JobKind,
    input: JSON.parse(row.input) as StoredInput,
    results: JSON.parse(row.results) as JobResult[],
    created_by: row.created_by,
  };
}

/** Updates a running job. Returns false if the job was cancelled. */
export async function updateRunning(
  tx: Db,
  id: string,
  change: {
    status?: 'done' | 'failed' | 'paused';
    finished_at?: string;
    error?: string;
    progress?: number;
    results?: string;
  },
): Promise<boolean> {
  const row = await tx
    .updateTable('jobs')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Stops a job that has not ended. @throws not_found, conflict where it has */
export async function cancelJob(unit: AuthoredUnit, id: string): Promise<JobDetail> {
  // First, as whoever saves does: two that lock in another order wait for each other.
  await endLease(unit.tx, id);
  const row = await unit.tx
    .updateTable('jobs')
    .set({ status: 'cancelled', finished_at: unit.now.toISOString() })
    .where('id', '=', id)
    .where('status', 'in', UNENDED)
    .returningAll()
    .executeTakeFirst();
  if (row) {
    unit.changed('job', id);
    return toJobDetail(row);
  }
  const { status } = await readJob(unit.tx, id);
  throw problem('conflict', `This job is over already: ${status}.`);
}

/** The jobs that one call started: they have the same kind, author and time. */
async function partsOf(tx: Db, id: string): Promise<string[]> {
  const { kind, created_by, created_at } = await readJob(tx, id);
  const rows = await tx
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', kind)
    .where('created_by', '=', created_by)
    .where('created_at', '=', created_at)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Pauses a job and the unended jobs of the same call.
 * @returns the job, and the ids of all paused jobs. @throws not_found, conflict where it has ended
 */
export async function pauseParts(
  unit: AuthoredUnit,
  id: string,
): Promise<{ job: JobDetail; paused: string[] }> {
  const parts = await partsOf(unit.tx, id);
  // First, as whoever saves does: two that lock in another order wait for each other.
  for (const part of parts) await endLease(unit.tx, part);
  const rows = await unit.tx
    .updateTable('jobs')
    .set({ status: 'paused' })
    .where('id', 'in', parts)
    .where('status', 'in', ['queued', 'running'])
    .returning('id')
    .execute();
  return { job: await changedPart(unit, id, rows), paused: rows.map((row) => row.id) };
}

/** Resumes a paused job and the paused jobs of the same call. @throws not_found, conflict where it is not paused */
export async function resumeParts(unit: AuthoredUnit, id: string): Promise<JobDetail> {
  const rows = await unit.tx
    .updateTable('jobs')
    .set({ status: 'queued', error: null })
    .where('id', 'in', await partsOf(unit.tx, id))
    .where('status', '=', 'paused')
    .returning('id')
    .execute();
  return changedPart(unit, id, rows);
}

async function changedPart(unit: AuthoredUnit, id: string, changed: { id: string }[]): Promise<JobDetail> {
  const job = await readJob(unit.tx, id);
  if (!changed.some((row) => row.id === id)) throw problem('conflict', `This job is ${job.status}.`);
  unit.changed('job', id);
  return job;
}

/**
 * A job that has ended, locked until the end of the transaction.
 * @throws not_found, conflict where it still runs
 */
export async function lockEndedJob(tx: Db, id: string): Promise<JobDetail> {
  const row = await tx
    .updateTable('jobs')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound();
  if (UNENDED.some((status) => status === row.status)) {
    throw problem('conflict', 'This job is still running; cancel it first.');
  }
  return toJobDetail(row);
}

export async function setResults(tx: Db, id: string, results: readonly JobResult[]): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ results: JSON.stringify(results) })
    .where('id', '=', id)
    .execute();
}
