import { FACET_PAGES, type Facet, facetPath } from '../../../core/companies/facet-pages.ts';
import type { Db } from '../../platform/database/types.ts';

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
    .where('f.facet', 'in', Object.values(FACET_PAGES))
    .distinct()
    .orderBy('f.facet')
    .orderBy('f.value')
    .execute();
  return rows
    .map(({ facet, value }) => facetPath(facet as Facet, value))
    .filter((path) => path !== undefined);
}

export async function findSitemapCompanies(db: Db): Promise<SitemapCompany[]> {
  return db
    .selectFrom('companies')
    .select(['id', 'updated_at'])
    .where('show_on_site', '=', 1)
    .orderBy('id')
    .execute();
}
