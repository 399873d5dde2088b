import { PRESENT_FOR } from '../../../core/companies/draft-rules.ts';
import type { Db } from '../../platform/database/types.ts';

const since = (now: Date) => new Date(now.getTime() - PRESENT_FOR).toISOString();

/** Notes that an administrator has a company in the editor, or no longer has. */
export async function noteEditor(
  tx: Db,
  { company_id, admin }: { company_id: string; admin: string },
  editing: boolean,
  now: Date,
): Promise<void> {
  if (!editing) {
    await tx
      .deleteFrom('company_editors')
      .where('company_id', '=', company_id)
      .where('admin', '=', admin)
      .execute();
    return;
  }
  const seen_at = now.toISOString();
  await tx
    .insertInto('company_editors')
    .values({ company_id, admin, seen_at })
    .onConflict((conflict) => conflict.columns(['company_id', 'admin']).doUpdateSet({ seen_at }))
    .execute();
}

/** Who else has a company in the editor, by user name. */
export async function otherEditors(
  db: Db,
  { company_id, admin }: { company_id: string; admin: string },
  now: Date,
): Promise<string[]> {
  const rows = await db
    .selectFrom('company_editors')
    .select('admin')
    .where('company_id', '=', company_id)
    .where('admin', '!=', admin)
    .where('seen_at', '>', since(now))
    .orderBy('admin')
    .execute();
  return rows.map((row) => row.admin);
}

/** Forgets who closed the window without a word. */
export async function forgetEditors(tx: Db, now: Date): Promise<void> {
  await tx.deleteFrom('company_editors').where('seen_at', '<=', since(now)).execute();
}
