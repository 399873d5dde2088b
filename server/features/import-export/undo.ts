import type { JobResult } from '../../../core/jobs/calls.ts';
import type { Language } from '../../../core/languages.ts';
import type { AuthoredUnit, Db } from '../../platform/database/types.ts';
import { moveToTrash } from '../trash/index.ts';
import type { TextMarks } from './import-job.ts';

/** Removes a company created by an import, unless edited or commented on since. */
export async function removeImported(
  unit: AuthoredUnit,
  { company_id, version }: JobResult,
): Promise<'restored' | 'kept'> {
  const row = await unit.tx
    .selectFrom('companies')
    .select((eb) => [
      'version',
      eb
        .exists(eb.selectFrom('comments').select('id').where('company_id', '=', company_id))
        .as('has_comments'),
      eb
        .exists(eb.selectFrom('company_merges').select('id').where('moved_to', '=', company_id))
        .as('is_merged_into'),
    ])
    .where('id', '=', company_id)
    .executeTakeFirst();
  // It has changes or comments (held ones too), or another company was merged into it.
  if (!row || row.version !== version || row.has_comments || row.is_merged_into) return 'kept';
  await moveToTrash(unit, company_id);
  return 'restored';
}

/** Gives the texts of a company back the marks that they had before an import. */
export async function restoreMarks(
  tx: Db,
  companyId: string,
  jobId: string,
  position: number,
): Promise<void> {
  const row = await tx
    .selectFrom('import_items')
    .select('before')
    .where('job_id', '=', jobId)
    .where('position', '=', position)
    .executeTakeFirst();
  if (!row?.before) return;
  for (const [language, marks] of Object.entries(JSON.parse(row.before) as TextMarks))
    await tx
      .updateTable('company_texts')
      .set(marks)
      .where('company_id', '=', companyId)
      .where('language', '=', language as Language)
      .execute();
}

/** Forgets companies of files, whatever became of their jobs. @param before ISO */
export async function forgetImportItems(tx: Db, before: string): Promise<void> {
  await tx.deleteFrom('import_items').where('created_at', '<', before).execute();
}
