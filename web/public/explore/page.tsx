import map from 'virtual:world-map';
import { callPath } from '../../../core/call.ts';
import { isCompanyCategory } from '../../../core/categories.ts';
import { countFacets } from '../../../core/companies/calls.ts';
import { countryName } from '../../../core/country-name.ts';
import { isAxisName } from '../../../core/explore/axes.ts';
import { countYears, findPoints } from '../../../core/explore/calls.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useI18n, useTranslation } from '../../i18n/use-translation.ts';
import { callFromLoader } from '../../shared/api.ts';
import { FILTERS_VIEW, VIEW_PARAM } from '../../shared/companies/list-filters.ts';
import { OnDemand } from '../../shared/layout/on-demand.tsx';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { usePageVisit } from '../analytics/record.ts';
import { FacetNav } from '../companies/facet-nav.tsx';
import { choicesOf, findInstead, searchOf } from '../companies/load-list.ts';
import { languageOf, pageError, revalidateExceptForPanel } from '../page/load-page.ts';
import { missing } from '../page/missing.tsx';
import { PageHead } from '../page/page-head.tsx';
import { Seo } from '../page/seo.tsx';
import { breadcrumbs } from '../page/structured-data.ts';
import type { Route } from './+types/page.ts';
import './explore.css';
import { ExploreFilters } from './explore-filters.tsx';
import { placeNumbers } from './map-picture.ts';
import { AXIS_PARAMS, isUsual, PEOPLE_AND_REVENUE } from './measures.ts';
import { Nothing, Scatter } from './scatter.tsx';
import { drawScatter } from './scatter-picture.ts';
import { exploreTexts } from './texts.server.ts';
import { Timeline } from './timeline.tsx';
import { WorldMap } from './world-map.tsx';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const language = languageOf({ request, params });
  const address = new URL(request.url).searchParams;
  const asked = address.get('category');
  const category = isCompanyCategory(asked) ? asked : null;
  const q = searchOf(address).trim();
  const choices = choicesOf(address);
  const query = { ...choices, ...(category ? { category } : {}), ...(q ? { q } : {}), language };
  const axis = (name: 'x' | 'y') => {
    const wanted = address.get(AXIS_PARAMS[name]) ?? '';
    return isAxisName(wanted) ? wanted : PEOPLE_AND_REVENUE[name];
  };
  const measures = { x: axis('x'), y: axis('y') };
  const axes = isUsual(measures) ? {} : measures;
  const isWhole = !category && !q && Object.keys(choices).length === 0;
  const [chosen, whole, founding, facets] = await Promise.all([
    callFromLoader(context, findPoints, { query: { ...query, ...axes } }),
    isWhole ? null : callFromLoader(context, findPoints, { query: { language, ...axes } }),
    callFromLoader(context, countYears, { query }),
    callFromLoader(context, countFacets, { query }),
  ]).catch(pageError);
  const isNothing = q !== '' && chosen.answer.total === 0;
  return {
    texts: exploreTexts(language),
    instead: isNothing ? await findInstead(context, q, language) : null,
    category,
    q,
    choices,
    total: chosen.answer.total,
    all: (whole ?? chosen).answer.total,
    picture: drawScatter(chosen.answer, (whole ?? chosen).answer, language, measures),
    pointsPath: `/api${callPath(findPoints, { query: { ...query, ...axes } })}`,
    founding: founding.answer,
    countries: placeNumbers(facets.answer.country, map, (code) => countryName(code, language)),
    categories: facets.answer.category,
    facets: address.get(VIEW_PARAM) === FILTERS_VIEW ? facets.answer : null,
  };
}

// A first visit does not need it.
const loadWaysOn = async () => (await import('../companies/nothing-found.tsx')).WaysOn;

export const shouldRevalidate = revalidateExceptForPanel;

/** The whole directory in three pictures. */
export default function ExplorePage({ loaderData }: Route.ComponentProps) {
  const root = useRoot();
  const i18n = useI18n();
  // The texts of the page come with its loader. Each language has an i18n instance of its own.
  if (!i18n.has('explore')) i18n.add('explore', loaderData.texts);
  const { t } = useTranslation(['explore', 'companies', 'common']);
  usePageVisit('explore');
  const { category, q, choices, total, all } = loaderData;
  const title = t('title');
  const description = t('description');
  return (
    <>
      <Seo
        title={title}
        description={description}
        picture={paths.explore()}
        structured={[
          breadcrumbs(
            [
              { name: t('common:home'), path: paths.home() },
              { name: title, path: paths.explore() },
            ],
            root,
          ),
        ]}
      />
      <PageHead title={title} description={description}>
        <ExploreFilters
          category={category}
          q={q}
          choices={choices}
          counts={loaderData.categories}
          facets={loaderData.facets}
          total={total}
        />
      </PageHead>
      <p className="text-soft text-sm" aria-live="polite">
        {total < all
          ? t('shown', {
              number: formatNumber(total, root.language),
              total: formatNumber(all, root.language),
            })
          : ''}
      </p>
      {total === 0 && all > 0 ? (
        <>
          <Nothing>{q ? t('companies:noMatch') : t('companies:noneChosen')}</Nothing>
          {loaderData.instead ? (
            <div className="-mt-8 pb-12 text-center text-soft">
              <OnDemand load={loadWaysOn} props={{ instead: loaderData.instead }} failed={missing} />
            </div>
          ) : null}
        </>
      ) : (
        <>
          <Scatter
            picture={loaderData.picture}
            pointsPath={loaderData.pointsPath}
            category={category}
            q={q}
            choices={choices}
          />
          <Timeline founding={loaderData.founding} />
          <WorldMap countries={loaderData.countries} />
        </>
      )}
      <section aria-labelledby="browse" className="mt-16 border-line border-t pt-10">
        <h2 id="browse" className="text-2xl">
          {t('companies:indexBy')}
        </h2>
        <FacetNav className="mt-4" />
      </section>
    </>
  );
}
