import { isCompanyCategory, movedCategory } from '../../../core/categories.ts';
import { findCompanies } from '../../../core/companies/calls.ts';
import { facetPath } from '../../../core/companies/facet-pages.ts';
import type { CompanyFilters } from '../../../core/companies/filters.ts';
import { RANGES, type Range, type RangeStep, rangeFromFilters } from '../../../core/companies/ranges.ts';
import { formatDollars } from '../../../core/companies/revenue.ts';
import { countryName } from '../../../core/country-name.ts';
import { countryNames } from '../../../core/country-names.ts';
import { categoryName, kindName, tagName } from '../../../core/directory/current.ts';
import { companyKinds, kindOfToday } from '../../../core/kinds.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../../core/languages.ts';
import { Problem, refusedField, refusedFields } from '../../../core/problem.ts';
import { type FollowKind, searchValue } from '../../../core/readers/rules.ts';
import { checkWith, refusal } from '../../../core/refusal.ts';
import type { Db } from '../../platform/database/types.ts';
import { founderName, mergedInto, requireShownCompany } from '../companies/index.ts';
import { textsOf } from '../directory/index.ts';
import { newsletterName } from '../newsletter/index.ts';
import { readTag } from '../tags/index.ts';

type FollowTarget = { kind: FollowKind; value: string };

/** The words of `companies` in a language, as their keys name them. */
const companyWords = (language: Language) => {
  const texts = textsOf(language, 'companies');
  return (key: string) => String(texts[key] ?? key);
};

/** Filters of a followed search; empty if invalid. */
export function filtersOf(
  value: string,
): CompanyFilters & { q?: string | undefined; category?: string | undefined } {
  const checked = checkWith(findCompanies.query, Object.fromEntries(new URLSearchParams(value)));
  return checked.success ? checked.data : {};
}

/** The thread of a comment that is not deleted, and who wrote the comment. */
export async function threadOf(db: Db, commentId: string) {
  const row = await db
    .selectFrom('comments')
    .select(['id', 'root_id', 'company_id', 'visitor'])
    .where('id', '=', commentId)
    .where('status', '<>', 'deleted')
    .executeTakeFirst();
  return row && { root: row.root_id ?? row.id, company_id: row.company_id, visitor: row.visitor };
}

const isThere = (read: Promise<unknown>) =>
  read.then(
    (found) => found !== undefined,
    (error: unknown) => {
      if (error instanceof Problem && error.status === 404) return false;
      throw error;
    },
  );

/**
 * What is followed in its one spelling, by the names of today.
 * @throws company_not_found, validation_failed where there is no such thing
 */
export async function checkFollowed(db: Db, { kind, value }: FollowTarget): Promise<string> {
  const refuse = () => refusedField('body.value', refusal('not_followable'));
  switch (kind) {
    case 'company': {
      const id = (await mergedInto(db, value)) ?? value;
      await requireShownCompany(db, id);
      return id;
    }
    case 'category':
    case 'newsletter': {
      const id = movedCategory(value) ?? value;
      if (!isCompanyCategory(id) && !(id === 'all' && kind === 'newsletter')) throw refuse();
      return id;
    }
    case 'kind': {
      const id = kindOfToday(value);
      if (!companyKinds().includes(id)) throw refuse();
      return id;
    }
    case 'country': {
      const code = value.toUpperCase();
      if (countryNames(code).length === 0) throw refusedField('body.value', refusal('invalid_country'));
      return code;
    }
    case 'thread': {
      const comment = await threadOf(db, value);
      if (!comment) throw refuse();
      await requireShownCompany(db, comment.company_id);
      return comment.root;
    }
    case 'founder':
      if ((await founderName(db, value, DEFAULT_LANGUAGE)) === undefined) throw refuse();
      return value;
    case 'tag':
      if (!(await isThere(readTag(db, value)))) throw refuse();
      return (await readTag(db, value)).tag;
    case 'search': {
      const query = searchValue(value);
      if (query === '') throw refusedField('body.value', refusal('required'));
      const checked = checkWith(findCompanies.query, Object.fromEntries(new URLSearchParams(query)));
      if (checked.success) return query;
      throw refusedFields(
        checked.refusals.map(({ path, ...refused }) => ({
          path: ['body.value', ...path].join('.'),
          ...refused,
        })),
      );
    }
  }
}

/** What is followed by its name of today, which may have changed since: a renamed tag, a merged category or company. */
export async function valueToday(db: Db, { kind, value }: FollowTarget): Promise<string> {
  if (kind === 'category' || kind === 'newsletter') return movedCategory(value) ?? value;
  if (kind === 'kind') return kindOfToday(value);
  if (kind === 'company') return (await mergedInto(db, value)) ?? value;
  if (kind === 'tag') return (await isThere(readTag(db, value))) ? (await readTag(db, value)).tag : value;
  return value;
}

/** Display name of a followed value in a language, and path of its page, without language. */
export async function describeFollowed(
  db: Db,
  followed: FollowTarget,
  language: Language,
): Promise<{ name: string; path: string }> {
  const { kind } = followed;
  const value = await valueToday(db, followed);
  switch (kind) {
    case 'company': {
      // The current name of a hidden company is not revealed.
      const row = await db
        .selectFrom('company_listings as l')
        .innerJoin('companies as c', 'c.id', 'l.company_id')
        .select('l.name')
        .where('l.company_id', '=', value)
        .where('l.language', '=', language)
        .where('c.show_on_site', '=', 1)
        .executeTakeFirst();
      return { name: row?.name ?? value, path: `/companies/${encodeURIComponent(value)}` };
    }
    case 'thread': {
      const row = await db
        .selectFrom('comments')
        .select('company_id')
        .where('id', '=', value)
        .executeTakeFirst();
      // The first comment and its thread are deleted.
      if (!row) return { name: '–', path: '/' };
      const { name, path } = await describeFollowed(db, { kind: 'company', value: row.company_id }, language);
      return { name, path: `${path}#comment-${value}` };
    }
    case 'founder':
      return {
        name: (await founderName(db, value, language)) ?? value,
        path: facetPath(kind, value) ?? '/',
      };
    case 'category':
    case 'newsletter': {
      const isAll = value === 'all';
      return {
        name: newsletterName(value, language),
        path: isAll ? '/all' : `/${value}`,
      };
    }
    case 'country':
      return { name: countryName(value, language), path: facetPath(kind, value) ?? '/' };
    case 'kind':
      return { name: kindName(value, language), path: facetPath(kind, value) ?? '/' };
    case 'tag':
      return { name: tagName(value, language), path: facetPath(kind, value) ?? '/' };
    case 'search':
      return { name: await nameOfSearch(db, value, language), path: `/all?${value}` };
  }
}

/** What a range is narrowed to, in the same signs for every language: `≤ 50`, `$1M–$10M`. */
function writeRange(range: Range, { min, max }: RangeStep): string {
  const isMoney = range === 'revenue' || range === 'revenue_per_person';
  const number = (value: number) => (isMoney ? formatDollars(value) : String(value));
  if (max === null) return `≥ ${number(min ?? 0)}`;
  // A step of money ends one dollar below the next one.
  const end = number(isMoney ? max + 1 : max);
  if (min === null) return `${isMoney ? '<' : '≤'} ${end}`;
  return min === max ? end : `${number(min)}–${end}`;
}

/** A search in words: what is searched for, then what the list is narrowed by. */
async function nameOfSearch(db: Db, value: string, language: Language): Promise<string> {
  const { q, category, country, kind, tag, founder, status, field, ...others } = filtersOf(value);
  const text = companyWords(language);
  const founders = await Promise.all((founder ?? []).map((id) => founderName(db, id, language)));
  const parts = [
    ...(q?.trim() ? [`“${q.trim()}”`] : []),
    ...(category && category !== 'all' ? [categoryName(category, language)] : []),
    ...(country ?? []).map((code) => countryName(code, language)),
    ...(kind ?? []).map((id) => kindName(id, language)),
    ...(tag ?? []).map((id) => tagName(id, language)),
    ...founders.filter((name) => name !== undefined),
    ...(status ?? []).map((id) => text(`status_${id}`)),
    ...RANGES.flatMap((range) => {
      const asked = rangeFromFilters(others, range);
      return asked ? [`${text(`filter_${range}`)} ${writeRange(range, asked)}`] : [];
    }),
    ...(field ?? []),
  ];
  return parts.join(' · ') || value;
}
