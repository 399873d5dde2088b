import type { JobResult } from '../../../core/jobs/calls.ts';
import { toJobResult } from '../../../core/jobs/result.ts';
import { DEFAULT_LANGUAGE } from '../../../core/languages.ts';
import type { Db } from '../../platform/database/types.ts';
import type { ItemFailure } from '../../platform/jobs/work.ts';

/** The result of a job for a company that failed, by the company's name where it still exists. */
export async function failedCompany(tx: Db, companyId: string, failure: ItemFailure): Promise<JobResult> {
  const company = await tx
    .selectFrom('company_listings')
    .select('name')
    .where('company_id', '=', companyId)
    .where('language', '=', DEFAULT_LANGUAGE)
    .executeTakeFirst();
  return toJobResult({
    company_id: companyId,
    name: company?.name ?? companyId,
    outcome: 'failed',
    ...failure,
  });
}
