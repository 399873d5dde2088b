import { findField } from '../../../core/companies/fields.ts';
import type { HistoryChange, HistoryEntry } from '../../../core/companies/history-calls.ts';
import { companyNotFound } from '../../../core/companies/not-found.ts';
import { flatValues, nestedValues } from '../../../core/companies/own-fields.ts';
import { refusedField } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';
import { readTextFields, sharedOf } from '../../platform/database/company-columns.ts';
import type { Db } from '../../platform/database/types.ts';
import { valueOfToday } from './of-today.ts';
import type { CompanySave } from './save-company.ts';

/** A company's saves, the newest first. @throws company_not_found */
export async function readHistory(db: Db, companyId: string): Promise<HistoryEntry[]> {
  const rows = await db
    .selectFrom('company_versions')
    .select(['id', 'version', 'at', 'actor_kind', 'actor', 'action', 'changes'])
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .execute();
  if (rows.length === 0) {
    const company = await db
      .selectFrom('companies')
      .select('id')
      .where('id', '=', companyId)
      .executeTakeFirst();
    if (!company) throw companyNotFound(companyId);
  }
  return rows.map((row) => ({ ...row, changes: JSON.parse(row.changes) as HistoryChange[] }));
}

/** The same with the saves of companies that were merged into it. @throws company_not_found */
export async function readWholeHistory(db: Db, companyId: string): Promise<HistoryEntry[]> {
  const own = await readHistory(db, companyId);
  const merged = await db
    .selectFrom('merged_versions')
    .select(['id', 'version', 'at', 'actor_kind', 'actor', 'action', 'changes', 'merged_from'])
    .where('company_id', '=', companyId)
    .execute();
  const others = merged.map((row) => ({ ...row, changes: JSON.parse(row.changes) as HistoryChange[] }));
  return [...own, ...others].sort((a, b) => (a.id < b.id ? 1 : -1));
}

/**
 * The save that makes a company what it was at a version: today's values with every later change
 * taken back. A text that did not exist then stays, because nothing says that it is unwanted.
 * @throws validation_failed where the history does not reach back that far
 */
export async function stateAt(db: Db, companyId: string, version: number): Promise<CompanySave> {
  const row = await db.selectFrom('companies').selectAll().where('id', '=', companyId).executeTakeFirst();
  if (!row) throw companyNotFound(companyId);
  const history = await readHistory(db, companyId);
  const oldest = history.at(-1);
  const known =
    version === row.version ||
    history.some((entry) => entry.version === version) ||
    (oldest !== undefined && oldest.action !== 'create' && version === oldest.version - 1);
  if (!known) {
    throw refusedField('body.version', refusal('unknown_version'));
  }
  const texts = await db
    .selectFrom('company_texts')
    .selectAll()
    .where('company_id', '=', companyId)
    .execute();
  const shared: Record<string, unknown> = flatValues(sharedOf(row));
  const content: Record<string, Record<string, unknown>> = Object.fromEntries(
    texts.map((text) => [text.language, flatValues(readTextFields(text))]),
  );
  const later = history.filter((entry) => entry.version > version);
  for (const { field, language, before } of later.flatMap((entry) => entry.changes)) {
    const known = findField(field, language);
    // `null` before a new text means a missing text, not an empty text.
    if (!known || (before === null && known.empty !== null)) continue;
    const values = language === null ? shared : content[language];
    const value = valueOfToday(field, language, before);
    if (values && value !== undefined) values[field] = value;
  }
  // A score is computed, not written.
  delete shared['score'];
  const nested = Object.entries(content).map(([language, text]) => [language, nestedValues(text)]);
  return { shared: nestedValues(shared), texts: Object.fromEntries(nested) } as CompanySave;
}
