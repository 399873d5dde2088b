import type { AdminCompany } from '../../../core/companies/admin-calls.ts';
import type { SavedMeanwhile } from '../../../core/edit-version.ts';
import { CallError } from '../../shared/api.ts';

/** Newer version of the company in a `conflict` error; undefined for other errors. */
export function newerVersion(error: unknown): AdminCompany | undefined {
  if (!(error instanceof CallError) || error.code !== 'conflict') return undefined;
  return error.body['company'] as AdminCompany | undefined;
}

/** Author and time (ISO) of a save. */
export type Saver = Pick<SavedMeanwhile<unknown>, 'changed_by' | 'changed_at'>;

/** Author and time of the newer version; undefined if the answer has none. */
export function saverOf(error: unknown): Saver | undefined {
  if (!(error instanceof CallError) || typeof error.body['changed_at'] !== 'string') return undefined;
  return error.body as unknown as Saver;
}
