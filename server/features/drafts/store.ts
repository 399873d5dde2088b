import type { Selectable } from 'kysely';
import type { CompanyChanges } from '../../../core/companies/admin-calls.ts';
import { companyNotFound } from '../../../core/companies/not-found.ts';
import type { Draft, DraftSummary } from '../../../core/drafts/calls.ts';
import { DEFAULT_LANGUAGE } from '../../../core/languages.ts';
import { Problem, problem, refusedField } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';
import type { CompanyDraftTable } from '../../platform/database/schema.ts';
import type { AuthoredUnit, Db } from '../../platform/database/types.ts';
import { type CompanySave, stateAt, toSave } from '../companies/index.ts';

export type DraftRow = Selectable<CompanyDraftTable>;

/** A save of a company as drafts are stored and answered: shared fields, and texts by language. */
const toChanges = ({ shared, texts }: CompanySave) => ({
  ...shared,
  ...(texts && Object.keys(texts).length > 0 ? { content: texts } : {}),
});

export const toSummary = (row: Omit<DraftRow, 'changes'>): DraftSummary => ({
  version: row.version,
  state: row.state,
  saved_by: row.saved_by,
  saved_at: row.saved_at,
  publish_at: row.publish_at,
  approved_by: row.approved_by,
});

/** The newest version of a company. @throws company_not_found */
export async function companyVersion(db: Db, companyId: string): Promise<number> {
  const row = await db
    .selectFrom('companies')
    .select('version')
    .where('id', '=', companyId)
    .executeTakeFirst();
  if (!row) throw companyNotFound(companyId);
  return row.version;
}

/** The company at the version that a draft was made against; null where it is not known any more. */
async function stateBefore(db: Db, row: DraftRow): Promise<CompanySave | null> {
  try {
    return await stateAt(db, row.company_id, row.company_version);
  } catch (error) {
    if (error instanceof Problem && error.code === 'validation_failed') return null;
    throw error;
  }
}

/** A draft for the API, with the company at the draft's base version unless that is the newest version. */
async function toDraft(db: Db, row: DraftRow): Promise<Draft> {
  const version = await companyVersion(db, row.company_id);
  const before = version === row.company_version ? null : await stateBefore(db, row);
  const { language: _, ...changes } = JSON.parse(row.changes) as CompanyChanges;
  return {
    ...toSummary(row),
    company_version: row.company_version,
    changes,
    before: before && toChanges(before),
  };
}

/** @throws company_not_found, not_found */
export async function requireDraft(db: Db, companyId: string): Promise<DraftRow> {
  const row = await db
    .selectFrom('company_drafts')
    .selectAll()
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  if (row) return row;
  await companyVersion(db, companyId);
  throw problem('not_found', 'This company has no draft.');
}

/** @throws company_not_found, not_found */
export const answerDraft = async (db: Db, companyId: string): Promise<Draft> =>
  toDraft(db, await requireDraft(db, companyId));

/** Locks a company until the end of the transaction, and returns its version. @throws company_not_found */
export async function lockCompany(tx: Db, companyId: string): Promise<number> {
  // Sets nothing, but locks the row on both databases.
  const row = await tx
    .updateTable('companies')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', companyId)
    .returning('version')
    .executeTakeFirst();
  if (!row) throw companyNotFound(companyId);
  return row.version;
}

/** The refusal of a draft's old version. */
async function draftConflict(db: Db, row: DraftRow | undefined) {
  const draft = row && (await toDraft(db, row));
  return problem('conflict', 'Somebody else saved this draft in the meantime.', {
    extra: {
      draft: draft ?? null,
      ...(draft ? { changed_by: draft.saved_by, changed_at: draft.saved_at } : {}),
    },
  });
}

/** Refuses what was made on another version of a draft. @param given 0: on none; undefined is let through */
export async function requireDraftVersion(
  db: Db,
  given: number | undefined,
  row: DraftRow | undefined,
): Promise<void> {
  if (given !== undefined && given !== (row?.version ?? 0)) throw await draftConflict(db, row);
}

/**
 * Keeps changes of a company as its draft, in the place of an earlier one.
 * @throws company_not_found, validation_failed, conflict with the newest draft
 */
export async function saveDraft(
  { tx, actor, now, changed }: AuthoredUnit,
  companyId: string,
  { draft_version, version, model, ...body }: CompanyChanges & { draft_version?: number | undefined },
): Promise<Draft> {
  const newest = await lockCompany(tx, companyId);
  if (version !== undefined && (version > newest || version < 0))
    throw refusedField('body.version', refusal('unknown_version'));
  const known = await tx
    .selectFrom('company_drafts')
    .selectAll()
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  await requireDraftVersion(tx, draft_version, known);
  const changes = { ...toChanges(toSave(body)), ...(model ? { model } : {}), language: DEFAULT_LANGUAGE };
  const row: Omit<DraftRow, 'company_id'> = {
    version: (known?.version ?? 0) + 1,
    company_version: version ?? newest,
    changes: JSON.stringify(changes),
    state: 'waiting',
    saved_by: actor.name,
    saved_at: now.toISOString(),
    publish_at: null,
    approved_by: null,
  };
  await tx
    .insertInto('company_drafts')
    .values({ company_id: companyId, ...row })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
    .execute();
  changed('draft', companyId);
  return toDraft(tx, { company_id: companyId, ...row });
}

/** Sets when a draft is published; null takes that back. */
export async function scheduleDraft(
  { tx, actor, changed }: AuthoredUnit,
  row: DraftRow,
  at: string | null,
): Promise<Draft> {
  const schedule = {
    state: at === null ? ('waiting' as const) : ('scheduled' as const),
    publish_at: at,
    approved_by: at === null ? null : actor.name,
  };
  await tx.updateTable('company_drafts').set(schedule).where('company_id', '=', row.company_id).execute();
  changed('draft', row.company_id, { before: row.publish_at, after: at });
  return toDraft(tx, { ...row, ...schedule });
}

/** @throws company_not_found, not_found */
export async function discardDraft({ tx, changed }: AuthoredUnit, companyId: string): Promise<void> {
  const row = await requireDraft(tx, companyId);
  await tx.deleteFrom('company_drafts').where('company_id', '=', companyId).execute();
  changed('draft', companyId, { before: { saved_by: row.saved_by, saved_at: row.saved_at } });
}

/** How many drafts wait for somebody. */
export async function countDrafts(db: Db): Promise<{ drafts: number; failed_drafts: number }> {
  const rows = await db
    .selectFrom('company_drafts')
    .select((eb) => ['state', eb.fn.countAll().as('n')])
    .where('state', 'in', ['waiting', 'failed'])
    .groupBy('state')
    .execute();
  const count = (state: DraftRow['state']) => Number(rows.find((row) => row.state === state)?.n ?? 0);
  return { drafts: count('waiting'), failed_drafts: count('failed') };
}
