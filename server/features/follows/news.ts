import { sql } from 'kysely';
import { movedCategory } from '../../../core/categories.ts';
import { kindOfToday } from '../../../core/kinds.ts';
import type { Language } from '../../../core/languages.ts';
import type { Database, Db } from '../../platform/database/types.ts';
import { isSearch, searchResults, selectMatching } from '../companies/index.ts';
import type { DigestContent, StoredFollow } from '../readers/index.ts';
import { filtersOf, valueToday } from './names.ts';

/** Companies that a digest names at most; the others are counted. */
const DIGEST_COMPANIES = 20;

interface CompanyNews {
  id: string;
  category: string;
  /** When something was changed or commented last, when a fact was, and when the company was added: in the period. */
  at: string;
  facts: string | null;
  created: string | null;
}

/** Changes of a period, by followed values. */
export interface News {
  since: string;
  until: string;
  /** The newest first. */
  companies: CompanyNews[];
  places: ReadonlyMap<string, number>;
  /** Places in `companies` by kind and value, as `category health`. */
  by: ReadonlyMap<string, readonly number[]>;
  /** Searches that were asked already, and what tags and companies are called today, by `tag NAME` as they were followed. */
  searches: Map<string, readonly number[]>;
  today: Map<string, string>;
}

/** Reads what changed in a period: companies that are hidden or in the trash are left out. */
export async function readNews(db: Db, since: string, until: string): Promise<News> {
  const changed = () =>
    db
      .selectFrom('company_changes as h')
      .innerJoin('companies as c', 'c.id', 'h.company_id')
      .where('c.show_on_site', '=', 1)
      .where('h.at', '>', since)
      .where('h.at', '<=', until);
  const [companies, facets] = await Promise.all([
    changed()
      .select((eb) => [
        'c.id',
        'c.category',
        eb.fn.max('h.at').as('at'),
        sql<string | null>`max(case when h.field <> 'comment' then h.at end)`.as('facts'),
        sql<string | null>`max(case when h.field = 'created' then h.at end)`.as('created'),
      ])
      .groupBy(['c.id', 'c.category'])
      .orderBy('at', 'desc')
      .orderBy('c.id')
      .execute(),
    db
      .selectFrom('company_facets')
      .select(['company_id', 'facet', 'value'])
      .where('company_id', 'in', changed().select('c.id'))
      .execute(),
  ]);
  const places = new Map(companies.map(({ id }, place) => [id, place]));
  const by = new Map<string, number[]>();
  const add = (key: string, place: number) => {
    const list = by.get(key);
    if (list) list.push(place);
    else by.set(key, [place]);
  };
  companies.forEach(({ id, category }, place) => {
    add(`company ${id}`, place);
    add(`category ${category}`, place);
  });
  for (const { company_id, facet, value } of facets) add(`${facet} ${value}`, places.get(company_id) ?? 0);
  return { since, until, companies, places, by, searches: new Map(), today: new Map() };
}

/** The places of the companies of a period that a search finds. Words are searched in a language; filters are not. */
async function foundBy(
  database: Database,
  news: News,
  value: string,
  language: Language,
): Promise<readonly number[]> {
  const { q, category, ...filters } = filtersOf(value);
  const key = isSearch(q) ? `${language} ${value}` : value;
  const known = news.searches.get(key);
  if (known) return known;
  const { read: db } = database;
  const among = { category, language, includeHidden: false };
  const results = await searchResults(database, db, { ...among, q });
  const rows = await selectMatching(db, { ...among, filters, results })
    .select('c.id')
    .where('c.id', 'in', changedIds(db, news))
    .execute();
  const found = rows.flatMap(({ id }) => news.places.get(id) ?? []);
  news.searches.set(key, found);
  return found;
}

const changedIds = (db: Db, { since, until }: Pick<News, 'since' | 'until'>) =>
  db.selectFrom('company_changes').select('company_id').where('at', '>', since).where('at', '<=', until);

/** The key by which news are found of what is followed, by the names of today. */
async function newsKey(db: Db, news: News, { kind, value }: StoredFollow): Promise<string> {
  if (kind === 'category') return `category ${movedCategory(value) ?? value}`;
  if (kind === 'kind') return `kind ${kindOfToday(value)}`;
  const followed = `${kind} ${value}`;
  if (kind !== 'tag' && kind !== 'company') return followed;
  const today = news.today.get(followed) ?? (await valueToday(db, { kind, value }));
  news.today.set(followed, today);
  return `${kind} ${today}`;
}

/**
 * What a period has for a reader, since each thing was followed.
 * @returns undefined where there is nothing to tell
 */
export async function digestFor(
  database: Database,
  news: News,
  follows: readonly StoredFollow[],
  language: Language,
): Promise<DigestContent | undefined> {
  const because = new Map<number, string[]>();
  const newsletters = new Set<string>();
  for (const follow of follows) {
    const { kind, value, confirmed_at } = follow;
    const from = confirmed_at ?? news.until;
    if (kind === 'newsletter') {
      const category = movedCategory(value) ?? value;
      const isNew = ({ category: of, created }: CompanyNews) =>
        created !== null && created > from && (category === 'all' || of === category);
      if (news.companies.some(isNew)) newsletters.add(category);
      continue;
    }
    const places =
      kind === 'search'
        ? await foundBy(database, news, value, language)
        : (news.by.get(await newsKey(database.read, news, follow)) ?? []);
    for (const place of places) {
      const company = news.companies[place];
      // Comments are reported only to followers of the company.
      const at = kind === 'company' ? company?.at : company?.facts;
      if (!at || at <= from) continue;
      const reasons = because.get(place);
      if (reasons) reasons.push(`${kind} ${value}`);
      else because.set(place, [`${kind} ${value}`]);
    }
  }
  if (because.size === 0 && newsletters.size === 0) return undefined;
  const chosen = [...because.keys()].sort((a, b) => a - b);
  return {
    since: news.since,
    until: news.until,
    companies: chosen
      .slice(0, DIGEST_COMPANIES)
      .map((place) => [news.companies[place]?.id ?? '', ...(because.get(place) ?? [])]),
    more: Math.max(0, chosen.length - DIGEST_COMPANIES),
    newsletters: [...newsletters],
  };
}
