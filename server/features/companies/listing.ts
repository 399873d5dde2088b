import type { SearchDocument } from '#engine/search';
import type { Facet } from '../../../core/companies/facet-pages.ts';
import type { SharedFields } from '../../../core/companies/fields.ts';
import { findingsOf } from '../../../core/companies/issues.ts';
import { revenuePerPerson } from '../../../core/companies/per-person.ts';
import { parseRevenue } from '../../../core/companies/revenue.ts';
import { mergedSources } from '../../../core/companies/sources.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../../core/languages.ts';
import { textIn } from '../../../core/localized.ts';
import { nameKey } from '../../../core/text.ts';
import { ownOf, sharedOf } from '../../platform/database/company-columns.ts';
import type { CompanyIssueTable, CompanyTextRow } from '../../platform/database/schema.ts';
import { compiled, compiledInsert, PIPELINED } from '../../platform/database/statements.ts';
import type { Db } from '../../platform/database/types.ts';
import { companyIndex, sameSearchDocument, toSearchDocument } from '../company-index/index.ts';
import { duplicateKeys } from './duplicate-keys.ts';
import { ownFacetsOf } from './own-facets.ts';

const insertListings = compiledInsert('company_listings');
const insertIssues = compiledInsert('company_issues');
const insertKeys = compiledInsert('company_keys');
export const selectCompany = compiled(
  (db: Db, { id }: { id: string }) => db.selectFrom('companies').selectAll().where('id', '=', id),
  PIPELINED,
);
export const selectListingTexts = compiled(
  (db: Db, { id }: { id: string }) => db.selectFrom('company_texts').selectAll().where('company_id', '=', id),
  PIPELINED,
);

/** Tables of what is derived from companies, a row or some for each. */
const DERIVED = [
  'company_listings',
  'company_issues',
  'company_facets',
  'company_numbers',
  'company_sources',
  'company_keys',
] as const;

/**
 * Writes what lists and search read of a company again, and what it is ranked by, after any change of
 * its fields. In the same transaction as the change.
 * @param options.later queues the company for the search index, which follows in a write of its own
 * @param options.isNew nothing of it is written yet
 * @param options.before the document that the index has: most edits change nothing that is searched
 */
export async function refreshListing(
  tx: Db,
  companyId: string,
  {
    later = false,
    isNew = false,
    before,
  }: { later?: boolean; isNew?: boolean; before?: SearchDocument } = {},
): Promise<void> {
  const [company] = await selectCompany(tx, { id: companyId });
  if (!company) throw new Error(`There is no company '${companyId}'.`);
  const texts = await selectListingTexts(tx, { id: companyId });
  const english = textIn(texts, DEFAULT_LANGUAGE);
  const founderEn = english?.founder ?? company.founder;
  const rows = LANGUAGES.map((language) => {
    const text = textIn(texts, language);
    const name = text?.name ?? companyId;
    const founder = text?.founder ?? company.founder;
    const description = text?.description ?? '';
    return {
      company_id: companyId,
      language,
      name,
      name_key: nameKey(name),
      founder,
      description,
      name_en: english?.name ?? name,
      founder_en: founderEn,
      description_en: english?.description ?? '',
      text_fields: ownTextsOf(text, english),
    };
  });
  if (!isNew)
    for (const table of DERIVED) await tx.deleteFrom(table).where('company_id', '=', companyId).execute();
  await insertListings(tx, rows);
  const shared = sharedOf(company);
  const document = toSearchDocument(company, texts);
  if (!before || !sameSearchDocument(before, document)) {
    if (later) await companyIndex.enqueue(tx, [companyId]);
    else await companyIndex.index(tx, document);
  }
  await insertIssues(tx, [{ company_id: companyId, ...issuesOf(shared) }]);
  const own = ownFacetsOf(shared.fields);
  const facets = [...facetsOf(shared), ...own.facets].map((facet) => ({ ...facet, company_id: companyId }));
  if (facets.length > 0) await tx.insertInto('company_facets').values(facets).execute();
  const numbers = own.numbers.map((number) => ({ ...number, company_id: companyId }));
  if (numbers.length > 0) await tx.insertInto('company_numbers').values(numbers).execute();
  const keys = duplicateKeys({ names: texts.map(({ name }) => name), shared });
  if (keys.length > 0)
    await insertKeys(
      tx,
      keys.map((key) => ({ company_id: companyId, ...key })),
    );
  const sources = mergedSources(shared.sources).map(({ url }) => ({ company_id: companyId, url }));
  if (sources.length > 0) await tx.insertInto('company_sources').values(sources).execute();
  // Parsed anew: an older version of the parser may have stored another amount.
  const revenue_amount = parseRevenue(company.revenue) ?? -1;
  const ranked = {
    name_key: nameKey(english?.name ?? companyId),
    revenue_amount,
    revenue_per_person: revenuePerPerson({ ...company, revenue_amount }),
  };
  // They stand in many indexes.
  const isSame = (Object.keys(ranked) as (keyof typeof ranked)[]).every(
    (key) => company[key] === ranked[key],
  );
  if (!isSame) await tx.updateTable('companies').set(ranked).where('id', '=', companyId).execute();
}

/** Own texts of a listing: in its language, else in English. */
function ownTextsOf(text: CompanyTextRow | undefined, english: CompanyTextRow | undefined): string | null {
  const { fields } = ownOf(null, text?.fields ?? null, english?.fields);
  return fields ? JSON.stringify(fields) : null;
}

/** What is to be looked after. */
export function issuesOf(shared: SharedFields): Omit<CompanyIssueTable, 'company_id'> {
  const { category, checked_at } = shared;
  const findings = findingsOf(shared);
  const { years, unsourced, contradictions } = findings;
  const known = Object.values(years);
  return {
    category,
    checked_at,
    oldest_year: known.length > 0 ? Math.min(...known) : null,
    unsourced: unsourced.fields.length + unsourced.figures > 0 ? 1 : 0,
    contradiction: contradictions.length > 0 ? 1 : 0,
    findings: JSON.stringify(findings),
  };
}

/** What a company is looked up by, each once. */
export function facetsOf({
  kinds,
  tags,
  founders,
  country,
  status,
}: SharedFields): { facet: Facet; value: string }[] {
  const values = {
    kind: kinds,
    tag: tags,
    founder: founders.map(({ id }) => id),
    country: country ? [country] : [],
    status: status ? [status.kind] : [],
  } satisfies Record<Facet, readonly string[]>;
  return Object.entries(values).flatMap(([facet, of]) =>
    [...new Set<string>(of)].map((value) => ({ facet: facet as Facet, value })),
  );
}
