import type { Category } from '../../../core/categories.ts';
import type { PublicChange } from '../../../core/changes/calls.ts';
import type { Language } from '../../../core/languages.ts';
import { readCursor, writeCursor } from '../../platform/database/cursor.ts';
import type { Db } from '../../platform/database/types.ts';

interface ChangeFilter {
  language: Language;
  since?: string | undefined;
  kind?: 'added' | 'changed' | undefined;
  category?: Category | undefined;
  company?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/**
 * Changes of shown companies, newest first.
 * @returns `total`: how many match on all pages; `next`: the cursor of the next page, null on the last one
 */
export async function findChanges(
  db: Db,
  { language, since, kind, category, company, limit, cursor }: ChangeFilter,
): Promise<{ changes: PublicChange[]; total: number; next: string | null }> {
  let matching = db
    .selectFrom('company_changes as h')
    .innerJoin('companies as c', 'c.id', 'h.company_id')
    .where('c.show_on_site', '=', 1);
  if (since) matching = matching.where('h.at', '>', since);
  if (kind) matching = matching.where('h.field', kind === 'added' ? '=' : '<>', 'created');
  if (category && category !== 'all') matching = matching.where('c.category', '=', category);
  if (company) matching = matching.where('h.company_id', '=', company);
  const counted = matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  let query = matching
    .innerJoin('company_listings as l', (join) =>
      join.onRef('l.company_id', '=', 'c.id').on('l.language', '=', language),
    )
    .select([
      'h.id',
      'h.at',
      'h.company_id',
      'l.name',
      'h.field',
      'h.before',
      'h.after',
      'h.year',
      'h.source',
    ]);
  if (cursor) {
    const [at, id] = readCursor('changes', ['text', 'text'], cursor) as [string, string];
    query = query.where((eb) =>
      eb.or([eb('h.at', '<', at), eb.and([eb('h.at', '=', at), eb('h.id', '<', id)])]),
    );
  }
  const rows = await query
    .orderBy('h.at', 'desc')
    .orderBy('h.id', 'desc')
    .limit(limit + 1)
    .execute();
  const { total } = await counted;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    changes: page.map(({ company_id, name, before, after, ...row }) => ({
      ...row,
      company: { id: company_id, name },
      from: JSON.parse(before) as PublicChange['from'],
      to: JSON.parse(after) as PublicChange['to'],
    })),
    total: Number(total),
    next: rows.length > limit && last ? writeCursor('changes', [last.at, last.id]) : null,
  };
}
