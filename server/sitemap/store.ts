import { facetPath } from '../../core/companies/facet-pages.ts';
import { LANGUAGES } from '../../core/languages.ts';
import type { Db } from '../database/types.ts';

export interface SitemapCompany {
  id: string;
  updated_at: string;
}

/** What shown companies have pages of: `/founders/jane-doe`. */
export async function findFacetPages(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('company_facets as f')
    .innerJoin('companies as c', 'c.id', 'f.company_id')
    .select(['f.facet', 'f.value'])
    .where('c.show_on_site', '=', 1)
    .where('f.facet', '!=', 'status')
    .distinct()
    .orderBy('f.facet')
    .orderBy('f.value')
    .execute();
  return rows.map(({ facet, value }) => facetPath(facet, value)).filter((path) => path !== undefined);
}

export async function findSitemapCompanies(db: Db): Promise<SitemapCompany[]> {
  return db
    .selectFrom('companies')
    .select(['id', 'updated_at'])
    .where('show_on_site', '=', 1)
    .orderBy('id')
    .execute();
}

/** Companies that are read at once where all are gone through. */
const AT_ONCE = 500;

/** The pages of all shown companies in each language, those with the highest score first. */
export async function* companyPages(db: Db): AsyncIterable<string> {
  for (let from = 0; ; from += AT_ONCE) {
    const rows = await db
      .selectFrom('companies')
      .select('id')
      .where('show_on_site', '=', 1)
      .orderBy('score', 'desc')
      .orderBy('id')
      .limit(AT_ONCE)
      .offset(from)
      .execute();
    for (const { id } of rows)
      for (const language of LANGUAGES) yield `/${language}/companies/${encodeURIComponent(id)}`;
    if (rows.length < AT_ONCE) return;
  }
}
