import type { RouterContextProvider } from 'react-router';
import type { Category } from '../../../core/categories.ts';
import { countFacets, findCompanies, LIST_MAX } from '../../../core/companies/calls.ts';
import { defaultSort, sorts } from '../../../core/companies/sorts.ts';
import type { Language } from '../../../core/languages.ts';
import { checkWith } from '../../../core/refusal.ts';
import { searchAll } from '../../../core/search/calls.ts';
import { SEARCH_MAX } from '../../../core/text.ts';
import { i18nIn } from '../../i18n/page-texts.ts';
import type { TextsOf } from '../../i18n/translate.ts';
import { callFromLoader } from '../../shared/api.ts';
import {
  type Instead,
  type ListedCompanies,
  type ListFilter,
  PAGE_LENGTH,
  ROWS_PARAM,
} from '../../shared/companies/list.ts';
import {
  FILTER_PARAMS,
  FILTERS_VIEW,
  type FilterChoices,
  VIEW_PARAM,
} from '../../shared/companies/list-filters.ts';
import { RankingRow } from '../../shared/companies/ranking-row.tsx';
import { othersOf } from '../../shared/paths.ts';
import { languageOf, pageError } from '../page/load-page.ts';
import { describeInDocument, memoizeStatic, registerStatic } from '../page/render-static.server.tsx';
import { type LoaderArgs, rootOf } from '../page/root.server.ts';
import { itemList } from '../page/structured-data.ts';
import { headlineOf } from './headline.ts';

/**
 * Maximum length of the query in row links, in characters; longer queries are dropped. Queries chosen by hand
 * are shorter.
 */
const CARRIED_MAX = 2000;

const renderRows = memoizeStatic(RankingRow);

/** The list that a page's address asks for; a search or order that cannot be is left out. */
export async function loadList(
  args: LoaderArgs,
  category: Category,
  filter: ListFilter = {},
): Promise<ListedCompanies> {
  const { context } = args;
  const language = languageOf(args);
  const address = args.url.searchParams;
  const q = searchOf(address);
  const sort = sorts().find((known) => known === address.get('sort')) ?? defaultSort(q.trim() !== '');
  const choices = choicesOf(address, filter);
  const query = { category, ...choices, ...filter, language, q };
  try {
    const isSearch = q.trim() !== '';
    const [{ answer, total, next }, facets, instead] = await Promise.all([
      callFromLoader(context, findCompanies, {
        query: { ...query, sort, limit: rowsAsked(address.get(ROWS_PARAM)) },
      }),
      address.get(VIEW_PARAM) === FILTERS_VIEW
        ? callFromLoader(context, countFacets, { query: query }).then((counted) => counted.answer)
        : null,
      isSearch ? findInstead(context, q, language) : null,
    ]);
    const whole = othersOf(address);
    // Each row repeats it.
    const others = whole.length > CARRIED_MAX ? '?' : whole;
    const rows = renderRows(
      args,
      answer.map((company, i) => ({ company, place: i + 1, sort, others })),
    );
    const [first] = answer;
    const isWhole = sort === 'score' && !isSearch && Object.keys(choices).length === 0;
    const t = i18nIn(language).namespace('companies') as unknown as TextsOf<'companies'>;
    return {
      first: first && isWhole ? headlineOf(t, first, { language, year: rootOf(args).year }) : null,
      rows: registerStatic(args, rows),
      shown: answer.length,
      described: describeInDocument(args, itemList(answer, rootOf(args))),
      instead,
      total,
      cursor: next,
      q,
      sort,
      choices,
      facets,
    };
  } catch (error) {
    return pageError(error);
  }
}

/** Whether what is searched for is no company's name, and what to look for instead. */
export async function findInstead(
  context: Readonly<RouterContextProvider>,
  q: string,
  language: Language,
): Promise<Instead> {
  const { answer } = await callFromLoader(context, searchAll, { query: { q, language, limit: 1 } });
  return {
    isNameMissing: answer.name_missing,
    isIncomplete: answer.incomplete,
    suggestion: answer.suggestion,
    category: answer.categories[0]?.value,
  };
}

/** Search text of an address, cut to `SEARCH_MAX`, without NUL characters and lone surrogates. */
export const searchOf = (address: URLSearchParams): string =>
  (address.get('q') ?? '').slice(0, SEARCH_MAX).replaceAll('\u0000', '').toWellFormed();

/** Filters of an address; invalid filters are ignored. */
export function choicesOf(address: URLSearchParams, filter: ListFilter = {}): FilterChoices {
  const given = FILTER_PARAMS.flatMap((name) => {
    const value = address.get(name)?.replace(/^[\s,]+|[\s,]+$/g, '');
    return value && !(name in filter) ? [[name, value] as const] : [];
  });
  const { refusals = [] } = checkWith(findCompanies.query, Object.fromEntries(given));
  // A range goes with both of its ends.
  const whole = (name = '') => name.replace(/_(?:min|max)$/, '');
  const refused = new Set(refusals.map(({ path }) => whole(path[0])));
  return Object.fromEntries(given.filter(([name]) => !refused.has(whole(name))));
}

function rowsAsked(text: string | null): number {
  const rows = Number(text);
  return Number.isInteger(rows) ? Math.min(Math.max(rows, PAGE_LENGTH), LIST_MAX) : PAGE_LENGTH;
}
