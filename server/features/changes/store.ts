import type { Category } from '../../../core/categories.ts';
import type { PublicChange } from '../../../core/changes/calls.ts';
import type { Language } from '../../../core/languages.ts';
import { readCursor, writeCursor } from '../../platform/database/cursor.ts';
import type { Db } from '../../platform/database/types.ts';

interface ChangeFilter {
  language: Language;
  since?: string | undefined;
  kind?: 'added' | 'changed' | 'facts' | 'comment' | undefined;
  category?: Category | undefined;
  company?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** Published comments of entries of the feed: their number, and the newest. */
async function publishedIn(db: Db, entries: readonly string[]) {
  if (entries.length === 0) return new Map<string, never>();
  const rows = await db
    .selectFrom(
      db
        .selectFrom('comments')
        .select((eb) => ['change_id', eb.fn.countAll<number>().as('count'), eb.fn.max('id').as('newest')])
        .where('change_id', 'in', entries)
        .where('status', '=', 'published')
        .groupBy('change_id')
        .as('n'),
    )
    .innerJoin('comments as c', 'c.id', 'n.newest')
    .select(['n.change_id', 'n.count', 'c.id', 'c.author', 'c.person'])
    .execute();
  return new Map(rows.map(({ change_id, ...row }) => [change_id ?? '', row]));
}

/**
 * Changes of shown companies, newest first. Comments are told while the public sees them.
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
  if (kind === 'added') matching = matching.where('h.field', '=', 'created');
  if (kind === 'changed') matching = matching.where('h.field', 'not in', ['created', 'comment']);
  if (kind === 'facts') matching = matching.where('h.field', '<>', 'comment');
  if (kind === 'comment') matching = matching.where('h.field', '=', 'comment');
  if (kind === undefined || kind === 'comment')
    matching = matching.where((eb) =>
      eb.or([
        eb('h.field', '<>', 'comment'),
        eb.exists(
          eb
            .selectFrom('comments as p')
            .select('p.id')
            .whereRef('p.change_id', '=', 'h.id')
            .where('p.status', '=', 'published'),
        ),
      ]),
    );
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
  const comments = await publishedIn(
    db,
    page.flatMap(({ id, field }) => (field === 'comment' ? [id] : [])),
  );
  const changes = page.flatMap(({ company_id, name, before, after, ...row }): PublicChange[] => {
    const change = { ...row, company: { id: company_id, name } };
    if (row.field !== 'comment')
      return [{ ...change, from: JSON.parse(before), to: JSON.parse(after), comment: null }];
    const told = comments.get(row.id);
    // Taken back since the entries were read.
    if (!told) return [];
    const { count, ...comment } = told;
    const path = `/companies/${encodeURIComponent(company_id)}#comment-${comment.id}`;
    return [{ ...change, from: null, to: Number(count), comment: { ...comment, path } }];
  });
  return {
    changes,
    total: Number(total),
    next: rows.length > limit && last ? writeCursor('changes', [last.at, last.id]) : null,
  };
}
