import type { Language } from '../../../core/languages.ts';
import type { SharedList } from '../../../core/lists/calls.ts';
import type { Database } from '../../platform/database/types.ts';
import { findListed, shownIds } from '../companies/index.ts';
import { requireSharedList } from '../saved-lists/index.ts';

/** A shared list with the companies that readers see. @throws not_found */
export async function showSharedList(
  database: Database,
  token: string,
  language: Language,
): Promise<SharedList> {
  const { entries, ...list } = await requireSharedList(database.read, token);
  const companies = await companiesById(
    database,
    entries.map(({ id }) => id),
    language,
  );
  const notes = new Map(entries.map(({ id, note }) => [id, note]));
  const seen = new Set<string>();
  return {
    ...list,
    companies: companies.flatMap(({ asked, ...company }) => {
      if (seen.has(company.id)) return [];
      seen.add(company.id);
      return [{ ...company, note: notes.get(asked) ?? '' }];
    }),
  };
}

/** In the order of the ids; `asked` is the id that led to the company. */
export async function companiesById(database: Database, ids: readonly string[], language: Language) {
  const shown = await shownIds(database.read, ids);
  const rows = await findListed(database, [...new Set(shown.values())], language);
  return ids.flatMap((asked) => {
    const row = rows.get(shown.get(asked) ?? '');
    return row ? [{ ...row, asked }] : [];
  });
}
