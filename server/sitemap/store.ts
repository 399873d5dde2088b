import type { Db } from '../database/types.ts';

export interface SitemapCompany {
  id: string;
  updated_at: string;
}

export async function findSitemapCompanies(db: Db): Promise<SitemapCompany[]> {
  return db
    .selectFrom('companies')
    .select(['id', 'updated_at'])
    .where('show_on_site', '=', 1)
    .orderBy('id')
    .execute();
}
