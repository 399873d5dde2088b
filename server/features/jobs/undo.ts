import type { AuthoredUnit } from '../../platform/database/types.ts';
import { lockEndedJob, setResults } from '../../platform/jobs/store.ts';
import { undoBatch } from '../bulk-changes/index.ts';
import { takeBackVersion } from '../companies/index.ts';

/**
 * Takes back the last of a job's results that still stands; of a bulk change as many as a batch has. Returns false where none is left.
 * @throws not_found, conflict where the job still runs
 */
export async function undoNext(unit: AuthoredUnit, jobId: string): Promise<boolean> {
  const { tx } = unit;
  const { kind, results } = await lockEndedJob(tx, jobId);
  if (kind === 'bulk-change') {
    const isLeft = await undoBatch(unit, results);
    if (isLeft) await setResults(tx, jobId, results);
    return isLeft;
  }
  const result = results.findLast((one) => one.version !== null && one.undone === null);
  if (!result) return false;
  result.undone = await takeBackVersion(unit, result.company_id, result.version ?? 0);
  await setResults(tx, jobId, results);
  return true;
}
