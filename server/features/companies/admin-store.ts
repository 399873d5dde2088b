import type { Selectable } from 'kysely';
import type { AdminCompany, ContentEntry } from '../../../core/companies/admin-calls.ts';
import { companyNotFound } from '../../../core/companies/not-found.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../../core/languages.ts';
import { readTextFields, sharedOf } from '../../platform/database/company-columns.ts';
import type { CompanyTable, CompanyTextRow } from '../../platform/database/schema.ts';
import type { Db } from '../../platform/database/types.ts';
import { pickText, toCompanyDetail } from './store.ts';

type StoredCompany = Selectable<CompanyTable>;

function contentEntry(company: StoredCompany, text: CompanyTextRow): ContentEntry {
  const { fields, ...told } = readTextFields(text);
  return {
    ...told,
    ...(fields ? { fields } : {}),
    founder: text.founder ?? company.founder,
    updated_at: text.updated_at,
    pending_since: text.pending_since,
    pending_language: text.pending_language,
    origin: text.origin,
    model: text.model,
    reviewed: text.reviewed === 1,
  };
}

/** A company in the format of the console, with flat texts in `language`. */
function toAdminCompany(
  company: StoredCompany,
  texts: CompanyTextRow[],
  language: Language,
): AdminCompany | undefined {
  const told = pickText(texts, language);
  if (!told) return undefined;
  const shared = sharedOf(company);
  const detail = toCompanyDetail(company, told);
  const { fields: _, ...row } = company;
  return {
    ...row,
    ...detail,
    common_founder: company.founder,
    founders: shared.founders,
    // As they are stored: dollars by a rate are nobody's words.
    figures: shared.figures,
    content: Object.fromEntries(
      detail.available_languages.flatMap((known) =>
        texts
          .filter((other) => other.language === known)
          .map((other) => [known, contentEntry(company, other)] as const),
      ),
    ),
  };
}

/** Companies by their ids, in the order of the ids. */
export async function readAdminCompanies(
  db: Db,
  ids: readonly string[],
  language: Language,
): Promise<AdminCompany[]> {
  if (ids.length === 0) return [];
  const companies = await db.selectFrom('companies').selectAll().where('id', 'in', ids).execute();
  const texts = await db.selectFrom('company_texts').selectAll().where('company_id', 'in', ids).execute();
  const byCompany = Map.groupBy(texts, (text) => text.company_id);
  const byId = new Map(companies.map((company) => [company.id, company]));
  return ids.flatMap((id) => {
    const company = byId.get(id);
    return (company && toAdminCompany(company, byCompany.get(id) ?? [], language)) ?? [];
  });
}

/** One company with all its languages, hidden or not. @throws company_not_found */
export async function readAdminCompany(
  db: Db,
  id: string,
  language: Language = DEFAULT_LANGUAGE,
): Promise<AdminCompany> {
  const [company] = await readAdminCompanies(db, [id], language);
  if (!company) throw companyNotFound(id);
  return company;
}
