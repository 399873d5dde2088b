import { data, redirect, useLocation } from 'react-router';
import { StaticHtml, type StaticHtmlRef } from '#engine/static-html';
import {
  findCompanies,
  findRelated,
  readCompany,
  readFounder,
  readInsights,
} from '../../../core/companies/calls.ts';
import { facetOfPath, facetPath, type PageFacet } from '../../../core/companies/facet-pages.ts';
import { facetFilters } from '../../../core/companies/facts.ts';
import { isYearly } from '../../../core/companies/per-person.ts';
import { parseRevenue } from '../../../core/companies/revenue.ts';
import { pathLanguage } from '../../../core/languages.ts';
import { readTag } from '../../../core/tags/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CallError, callFromLoader, callUnvalidated } from '../../shared/api.ts';
import type { ListFilter } from '../../shared/companies/list.ts';
import { inLanguage, paths, withoutLanguage } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { languageOf, pageError, revalidateExceptForPanel } from '../page/load-page.ts';
import { PageHead } from '../page/page-head.tsx';
import { renderStatic } from '../page/render-static.server.tsx';
import type { LoaderArgs } from '../page/root.server.ts';
import { Seo } from '../page/seo.tsx';
import { breadcrumbs, person } from '../page/structured-data.ts';
import type { Route } from './+types/facet-page.ts';
import { CompanyList } from './company-list.tsx';
import { FigureBars } from './facet-figures.tsx';
import { facetName } from './facet-name.ts';
import { FounderNext, foundersOfNear } from './founder-next.tsx';
import { useListSummary } from './list-summary.ts';
import { loadList } from './load-list.ts';
import { cardsOf } from './related-company.tsx';
import { renderCards } from './show-company.server.tsx';

/** Companies of a founder whose countries are named. */
const OWN_COMPANIES = 10;
/** Companies that are drawn. */
const FACET_BARS = 10;
/** Companies with the highest figures that are searched for yearly ones. */
const FACET_CANDIDATES = 40;

type FacetContext = Route.LoaderArgs['context'];

/** Bars and medians of the figures of all companies of a page; null with fewer than two bars. */
async function renderFigures(args: LoaderArgs, filter: ListFilter): Promise<StaticHtmlRef | null> {
  const { context } = args;
  const query = { ...filter, language: languageOf(args) };
  const [list, medians] = await Promise.all([
    callFromLoader(context, findCompanies, { query: { ...query, sort: 'revenue', limit: FACET_CANDIDATES } }),
    callFromLoader(context, readInsights, { query }),
  ]).catch(pageError);
  const bars = list.answer
    .flatMap((company) => {
      const { id, name, category, revenue, employees } = company;
      const dollars = isYearly(company) ? parseRevenue(revenue) : null;
      return dollars === null ? [] : [{ id, name, category, revenue, employees, dollars }];
    })
    .slice(0, FACET_BARS);
  if (bars.length < 2) return null;
  const figures = { bars, medians: medians.answer };
  return renderStatic(args, <FigureBars figures={figures} />);
}

/** Related companies and founders below a founder's page; null without related companies. */
async function renderFounderNext(args: LoaderArgs, founder: string): Promise<StaticHtmlRef | null> {
  const { context } = args;
  const query = { language: languageOf(args) };
  const detailOf = ({ id }: { id: string }) =>
    callUnvalidated(context, readCompany, { params: { id }, query }).then(({ answer }) => answer);
  const { answer: own } = await callFromLoader(context, findCompanies, {
    query: { ...query, founder, limit: OWN_COMPANIES },
  });
  const [first, ...others] = await Promise.all(own.map(detailOf));
  if (!first) return null;
  const { answer: related } = await callUnvalidated(context, findRelated, {
    params: { id: first.id },
    query,
  });
  // Their own companies are in the list above.
  const near = related.filter(({ reason }) => reason !== 'founder');
  if (near.length === 0) return null;
  const founders = foundersOfNear(await Promise.all(near.map(detailOf)), founder);
  const countries = new Set([first, ...others].flatMap(({ country }) => country ?? []));
  return renderStatic(
    args,
    <FounderNext
      countries={[...countries]}
      founders={founders}
      cards={renderCards(args, cardsOf(first, near))}
    />,
  );
}

/** Redirects the page of a renamed tag. @throws the redirect, or 404 */
async function leaveForRenamed(request: Request, context: FacetContext, tag: string): Promise<never> {
  const { answer } = await callFromLoader(context, readTag, { params: { tag } }).catch((error: unknown) => {
    if (error instanceof CallError && error.status < 500) throw data(null, { status: 404 });
    return pageError(error);
  });
  const { pathname, search } = new URL(request.url);
  // Not cached, because the tag may get its name back.
  throw redirect(`${inLanguage(paths.tag(answer.tag), pathLanguage(pathname))}${search}`, {
    status: 301,
    headers: { 'cache-control': 'no-cache' },
  });
}

/** The value that a path segment names, in any case and with surrounding spaces; undefined if invalid. */
function valueNamed(facet: PageFacet, part: string): string | undefined {
  const spellings = facet === 'country' ? [part] : [part, part.toLowerCase()];
  for (const spelling of spellings) {
    const { data: [value, ...others] = [] } = facetFilters[facet].safeParse(spelling.trim());
    if (value !== undefined && others.length === 0) return value;
  }
  return undefined;
}

/** Redirects other spellings of a value to its one address. @throws the redirect */
function leaveForItsAddress(url: URL, facet: PageFacet, value: string): void {
  const path = facetPath(facet, value) ?? '';
  if (withoutLanguage(url.pathname) === path) return;
  throw redirect(`${inLanguage(path, pathLanguage(url.pathname))}${url.search}`, {
    status: 301,
    // The redirect is valid only while a company has the value.
    headers: { 'cache-control': 'no-cache' },
  });
}

/** All companies of a founder, a country, a kind or a tag. */
export async function loader(args: Route.LoaderArgs) {
  const { request, params, context, url } = args;
  const language = languageOf(args);
  const facet = facetOfPath(withoutLanguage(url.pathname));
  const value = facet && valueNamed(facet, params.value);
  if (!facet || value === undefined) throw data(null, { status: 404 });
  const filter: ListFilter = { [facet]: value };
  const list = await loadList(args, 'all', filter);
  if (list.total === 0 && list.q === '') {
    if (facet === 'tag') await leaveForRenamed(request, context, value);
    throw data(null, { status: 404 });
  }
  leaveForItsAddress(url, facet, value);
  const figures = await renderFigures(args, filter);
  if (facet !== 'founder') return { facet, value, name: value, list, figures, filter, next: null };
  try {
    const { answer } = await callFromLoader(context, readFounder, {
      params: { id: value },
      query: { language },
    });
    const next = await renderFounderNext(args, value);
    return { facet, value, name: answer.name, list, figures, filter, next };
  } catch (error) {
    if (error instanceof CallError && error.status < 500) throw data(null, { status: 404 });
    return pageError(error);
  }
}

export const shouldRevalidate = revalidateExceptForPanel;

export default function FacetPage({ loaderData }: Route.ComponentProps) {
  const { facet, value, list, figures, filter, next } = loaderData;
  const { t } = useTranslation(['companies', 'common']);
  const describe = useListSummary();
  const { pathname } = useLocation();
  const root = useRoot();
  const name = facetName(t, root.language, { facet, value, founder: loaderData.name });
  const parent = { name: t(`index_${facet}`), path: paths.facetIndex(facet) };
  const description = t(`facet_${facet}`, { name });
  const path = withoutLanguage(pathname);
  return (
    <>
      <Seo
        title={name}
        description={describe(t('sentence', { text: description }), list)}
        picture={path}
        pictureText={description}
        structured={[
          breadcrumbs([{ name: t('common:home'), path: paths.home() }, parent, { name, path }], root),
          ...(facet === 'founder' ? [person(name, path, root)] : []),
        ]}
      />
      <PageHead title={name} description={description} parent={parent}>
        {figures === null ? null : <StaticHtml html={figures} />}
      </PageHead>
      <CompanyList list={list} category="all" name={name} filter={filter} />
      {next === null ? null : <StaticHtml html={next} />}
    </>
  );
}
