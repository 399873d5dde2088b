import {
  type Job,
  type JobDetail,
  type JobResult,
  type NewJob,
  newJobSchema,
} from '../../../core/jobs/calls.ts';

export function isUnderWay({ status }: Pick<Job, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

/** A paused job neither works nor has it ended. */
export const hasEnded = (job: Pick<Job, 'status'>): boolean => !isUnderWay(job) && job.status !== 'paused';

/** The outcomes in the order in which somebody has to look at them. */
export const OUTCOMES = [
  'failed',
  'proposed',
  'created',
  'updated',
  'skipped',
  'unchanged',
] as const satisfies JobResult['outcome'][];

/** How many companies had each outcome; outcomes that none had are left out. */
export function countOutcomes(results: readonly JobResult[]) {
  return OUTCOMES.map((outcome) => ({
    outcome,
    count: results.filter((result) => result.outcome === outcome).length,
  })).filter(({ count }) => count > 0);
}

export function sortResults(results: readonly JobResult[]): JobResult[] {
  return results.toSorted((a, b) => OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome));
}

/** Whether a job has ended and has saved changes that can be undone. */
export function canUndo(job: Pick<JobDetail, 'status' | 'results'>): boolean {
  return (
    hasEnded(job) &&
    job.results.some(
      ({ version, bin_id, undone }) => (version !== null || bin_id !== undefined) && undone === null,
    )
  );
}

/** The same job for the companies that failed, in part too; null where none did. */
export function repeatFailed(job: JobDetail): NewJob | null {
  const companyIds = job.results.filter(({ error }) => error !== null).map(({ company_id }) => company_id);
  // What a bulk change or an import refuses once, it refuses again.
  const isRepeatable = job.kind !== 'bulk-change' && job.kind !== 'import';
  if (companyIds.length === 0 || !hasEnded(job) || !isRepeatable) return null;
  return newJobSchema.parse({ kind: job.kind, input: { ...(job.input as object), companyIds } });
}
