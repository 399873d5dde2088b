import type { JobResult } from '../../../core/jobs/calls.ts';
import type { AuthoredUnit, Db } from '../database/types.ts';
import type { HeldJob } from './store.ts';

/** Saves an item in the transaction of the job's progress. */
export type SaveItem = (unit: AuthoredUnit) => Promise<JobResult>;

/** Why an item failed: `error` in English, `code` for programs. */
export type ItemFailure = Required<Pick<JobResult, 'error' | 'code'>>;

/**
 * Work of a kind of job on one item: first the slow part outside of any transaction, then the save in the same
 * transaction as the job's progress. An interrupted item has saved nothing and starts again; a saved item is never
 * repeated.
 */
export interface ItemWork {
  /**
   * Does the slow part. @returns the save
   * @throws Problem which becomes the item's result; ai_not_configured, which ends the job; ai_limit_spent, which pauses it
   */
  prepare(itemId: string, job: HeldJob, signal: AbortSignal): Promise<SaveItem>;
  /** The result of an item that failed. */
  failed(tx: Db, itemId: string, failure: ItemFailure): Promise<JobResult>;
}

/** Work that many items share: a batch is saved in one transaction, with the job's progress. */
export interface BatchWork {
  /** Items of a batch. */
  size: number;
  save(unit: AuthoredUnit, itemIds: readonly string[], job: HeldJob): Promise<JobResult[]>;
}
