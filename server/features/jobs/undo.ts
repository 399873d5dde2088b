import type { JobResult } from '../../../core/jobs/calls.ts';
import type { AuthoredUnit, Db } from '../../platform/database/types.ts';
import { lockEndedJob, setResults } from '../../platform/jobs/store.ts';
import { undoBatch } from '../bulk-changes/index.ts';
import { takeBackVersion } from '../companies/index.ts';
import { removeImported, restoreMarks } from '../import-export/index.ts';

/** Companies of an import that one write takes back. */
const UNDONE_TOGETHER = 100;

/** Takes back the last companies of an import. @returns false where nothing is left to take back */
async function undoImported(unit: AuthoredUnit, jobId: string, results: JobResult[]): Promise<boolean> {
  const left = [...results.entries()].filter(
    ([, { version, undone }]) => version !== null && undone === null,
  );
  /** Versions of each company, reverted or created by this undo. */
  const ours = new Map<string, Set<number>>();
  for (const [position, result] of left.slice(-UNDONE_TOGETHER).reverse()) {
    const versions = ours.get(result.company_id) ?? new Set<number>();
    ours.set(result.company_id, versions);
    if (result.outcome === 'created') result.undone = await removeImported(unit, result);
    else {
      result.undone = await takeBackVersion(unit, result.company_id, result.version ?? 0, versions);
      versions.add(result.version ?? 0).add(await versionOf(unit.tx, result.company_id));
      if (result.undone === 'restored') await restoreMarks(unit.tx, result.company_id, jobId, position);
    }
  }
  return left.length > 0;
}

async function versionOf(tx: Db, id: string): Promise<number> {
  const row = await tx.selectFrom('companies').select('version').where('id', '=', id).executeTakeFirst();
  return row?.version ?? 0;
}

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
  if (kind === 'import') {
    const isLeft = await undoImported(unit, jobId, results);
    if (isLeft) await setResults(tx, jobId, results);
    return isLeft;
  }
  const result = results.findLast((one) => one.version !== null && one.undone === null);
  if (!result) return false;
  result.undone = await takeBackVersion(unit, result.company_id, result.version ?? 0);
  await setResults(tx, jobId, results);
  return true;
}
