import { data } from 'react-router';
import { StaticHtml } from '#engine/static-html';
import { findFacetValues } from '../../../core/companies/calls.ts';
import { facetOfPath, facetPath } from '../../../core/companies/facet-pages.ts';
import { i18nIn } from '../../i18n/page-texts.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromLoader } from '../../shared/api.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { othersOf, paths, withoutLanguage } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { State } from '../../shared/ui/state.tsx';
import { Description } from '../page/description.tsx';
import { languageOf, pageError, revalidateExceptForPanel } from '../page/load-page.ts';
import { PageHead } from '../page/page-head.tsx';
import { describeInDocument, renderStatic } from '../page/render-static.server.tsx';
import { rootOf } from '../page/root.server.ts';
import { Seo } from '../page/seo.tsx';
import { breadcrumbs, listOfPages } from '../page/structured-data.ts';
import type { Route } from './+types/facet-index-page.ts';
import { facetName } from './facet-name.ts';
import { FacetNav } from './facet-nav.tsx';
import { FacetRows } from './facet-rows.tsx';

/** Values of one page. */
const VALUES_PER_PAGE = 60;
/** Most that an address can ask for. */
const PAGES_MAX = 10_000;

/** Page number in an address, from 1; 1 if missing or invalid. */
function pageNumberOf(address: URLSearchParams): number {
  const page = Number(address.get('page'));
  return Number.isInteger(page) && page >= 1 && page <= PAGES_MAX ? page : 1;
}

/** All countries, kinds, tags or founders of the directory. */
export async function loader(args: Route.LoaderArgs) {
  const { context, url } = args;
  const language = languageOf(args);
  const facet = facetOfPath(withoutLanguage(url.pathname));
  if (!facet) throw data(null, { status: 404 });
  const page = pageNumberOf(url.searchParams);
  const part = (limit: number, offset: number) =>
    callFromLoader(context, findFacetValues, { params: { facet }, query: { language, limit, offset } });
  const [{ answer: values, total }, first] = await Promise.all([
    part(VALUES_PER_PAGE, (page - 1) * VALUES_PER_PAGE),
    page === 1 ? null : part(1, 0),
  ]).catch(pageError);
  if (values.length === 0 && page > 1) throw data(null, { status: 404 });
  const most = (first?.answer ?? values)[0]?.count ?? 1;
  const { t } = i18nIn(rootOf(args).language);
  const described = values.map(({ value, name }) => ({
    name: facetName(t, language, { facet, value, founder: name }),
    path: facetPath(facet, value) ?? '',
  }));
  return {
    facet,
    page,
    pages: Math.ceil(total / VALUES_PER_PAGE),
    described: describeInDocument(args, listOfPages(described, rootOf(args))),
    rows:
      values.length === 0
        ? null
        : renderStatic(
            args,
            <FacetRows facet={facet} values={values} most={most} others={othersOf(url.searchParams)} />,
          ),
  };
}

export const shouldRevalidate = revalidateExceptForPanel;

export default function FacetIndexPage({ loaderData }: Route.ComponentProps) {
  const { facet, page, pages, described, rows } = loaderData;
  const { t } = useTranslation(['companies', 'common']);
  const root = useRoot();
  const title = t(`index_${facet}`);
  const description = t(`indexText_${facet}`);
  const path = paths.facetIndex(facet);
  return (
    <>
      <Seo
        title={page === 1 ? title : `${title} · ${t('pageOf', { page, pages })}`}
        description={description}
        canonical={pagePath(path, page)}
        picture={path}
        pictureText={description}
        structured={[
          breadcrumbs(
            [
              { name: t('common:home'), path: paths.home() },
              { name: title, path },
            ],
            root,
          ),
        ]}
      />
      <Description html={described} />
      <PageHead title={title} description={description}>
        <FacetNav open={facet} className="mt-4 md:mt-6" />
      </PageHead>
      {rows === null ? (
        <div className="py-12">
          <State kind="beginning" text={t('indexNone')} />
        </div>
      ) : (
        <StaticHtml html={rows} />
      )}
      {pages > 1 ? <Turns path={path} page={page} pages={pages} /> : null}
    </>
  );
}

/** The address of a part of a list, without language: the first one has no number. */
const pagePath = (path: string, page: number) => (page === 1 ? path : `${path}?page=${page}`);

function Turns({ path, page, pages }: { path: string; page: number; pages: number }) {
  const { t } = useTranslation('companies');
  return (
    <nav aria-label={t('pages')} className="mt-8 flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
      {page > 1 ? (
        <PageLink rel="prev" to={pagePath(path, page - 1)} className="button">
          {t('previousPage')}
        </PageLink>
      ) : null}
      <span className="number order-first w-full text-center text-soft text-sm sm:order-none sm:w-auto">
        {t('pageOf', { page, pages })}
      </span>
      {page < pages ? (
        <PageLink rel="next" to={pagePath(path, page + 1)} className="button">
          {t('nextPage')}
        </PageLink>
      ) : null}
    </nav>
  );
}
