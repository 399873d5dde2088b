import type { Category } from '../../../core/categories.ts';
import type { Language } from '../../../core/languages.ts';
import type { Db } from '../../platform/database/types.ts';

export interface ChangedCompany {
  id: string;
  category: string;
  name: string;
  description: string;
  logo: string | null;
  created_at: string;
  updated_at: string;
}

/** The shown companies of a category, those that were changed last first. */
export async function findChanged(
  db: Db,
  language: Language,
  category: Category,
  limit: number,
): Promise<ChangedCompany[]> {
  let changed = db
    .selectFrom('companies as c')
    .innerJoin('company_listings as l', (join) =>
      join.onRef('l.company_id', '=', 'c.id').on('l.language', '=', language),
    )
    .select(['c.id', 'c.category', 'l.name', 'l.description', 'c.logo', 'c.created_at', 'c.updated_at'])
    .where('c.show_on_site', '=', 1);
  if (category !== 'all') changed = changed.where('c.category', '=', category);
  return changed.orderBy('c.updated_at', 'desc').orderBy('c.id', 'desc').limit(limit).execute();
}
