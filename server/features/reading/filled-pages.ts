import { isOfOneTime } from '../../../core/companies/per-person.ts';
import { usualLanguage } from '../../../core/languages.ts';
import {
  OUTCOME_KINDS,
  READING_PAGES,
  type ReadingPageName,
  TEN_HIGHEST,
} from '../../../core/reading/pages.ts';
import type { Database } from '../../platform/database/types.ts';
import { listCollections } from '../collections/index.ts';
import { archivedIds } from '../newsletter/index.ts';
import { correctionsIn, eventsOfMonth, firstCustomersOf } from './store.ts';

const CALENDAR_MONTHS = Array.from({ length: 12 }, (_, i) => i + 1);

const hasAny = (list: Promise<readonly unknown[]>) => list.then(({ length }) => length > 0);

/** Whether a page across companies has content. */
const HAS_CONTENT: Record<ReadingPageName, (database: Database) => Promise<boolean>> = {
  collections: (database) => hasAny(listCollections(database, usualLanguage())),
  'on-this-day': async (database) => {
    for (const month of CALENDAR_MONTHS)
      if (await hasAny(eventsOfMonth(database, month, usualLanguage()))) return true;
    return false;
  },
  'ten-highest': async ({ read }) => {
    const rows = await read
      .selectFrom('companies')
      .select(['revenue_as_of', 'employees_as_of'])
      .where('show_on_site', '=', 1)
      .where('revenue_per_person', '>=', 0)
      .execute();
    return rows.filter(isOfOneTime).length >= TEN_HIGHEST;
  },
  'first-customers': (database) => hasAny(firstCustomersOf(database, undefined, usualLanguage())),
  outcomes: ({ read }) =>
    hasAny(
      read
        .selectFrom('company_facets as f')
        .innerJoin('companies as c', 'c.id', 'f.company_id')
        .select('f.company_id')
        .where('c.show_on_site', '=', 1)
        .where('f.facet', '=', 'status')
        .where('f.value', 'in', OUTCOME_KINDS)
        .limit(1)
        .execute(),
    ),
  corrections: (database) => hasAny(correctionsIn(database, usualLanguage())),
  newsletters: ({ read }) => hasAny(archivedIds(read)),
};

/** The pages across companies that have content. */
export async function filledReadingPages(database: Database): Promise<ReadingPageName[]> {
  const filled = await Promise.all(READING_PAGES.map((page) => HAS_CONTENT[page](database)));
  return READING_PAGES.filter((_, i) => filled[i]);
}
