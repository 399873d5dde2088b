import { data } from 'react-router';
import {
  findCompanies,
  findRelated,
  type RankedCompany,
  readCompany,
} from '../../../core/companies/calls.ts';
import { COMPARED_MAX, parseComparison, shownId } from '../../../core/companies/comparison.ts';
import { parseRevenue } from '../../../core/companies/revenue.ts';
import type { Language } from '../../../core/languages.ts';
import { formatList } from '../../../core/list-text.ts';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CallError, callFromLoader } from '../../shared/api.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { IDS_PARAM, inLanguage, paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { usePageVisit } from '../analytics/record.ts';
import { isEstimate, perPersonPoints, pointsOf } from '../figures/figure-chart.tsx';
import { languageOf, movedToOf, pageError, revalidateExceptForPanel } from '../page/load-page.ts';
import { PageHead } from '../page/page-head.tsx';
import { Seo } from '../page/seo.tsx';
import type { Route } from './+types/compare-page.ts';
import { AddCompany, type Offer } from './add-company.tsx';
import { choose, chosenCompanies } from './chosen.ts';
import { CompareChart, type Series } from './compare-chart.tsx';
import { type Compared, useFacts } from './compare-facts.ts';
import { CompareTable } from './compare-table.tsx';
import { ShareComparison } from './share-comparison.tsx';

/** Suggested companies beside the compared ones. */
const SUGGESTIONS = 6;
/** Search parameter and value that show only rows with differences. */
const COMPARE_VIEW_PARAM = 'view';
const DIFFERENCES = 'differences';

type CompareContext = Route.LoaderArgs['context'];

/** Company of a comparison by id; a merged id gives the company it was merged into. Null if not found. */
async function readCompared(
  language: Language,
  context: CompareContext,
  id: string,
): Promise<Compared | null> {
  try {
    const { answer } = await callFromLoader(context, readCompany, {
      params: { id },
      query: { language },
    });
    // The comparison leaves out story and sources.
    const { story: _, highlights: __, sources: ___, timeline: ____, ...company } = answer;
    return { ...company, dollars: parseRevenue(company.revenue) };
  } catch (error) {
    const movedTo = movedToOf(error);
    if (movedTo !== undefined) return readCompared(language, context, movedTo);
    if (error instanceof CallError && error.status < 500) return null;
    return pageError(error);
  }
}

/** What else could be compared. */
async function findOffer(
  language: Language,
  context: CompareContext,
  { ids, q }: { ids: readonly string[]; q: string },
): Promise<{ offer: Offer; offered: RankedCompany[] }> {
  const [first] = ids;
  const limit = SUGGESTIONS + COMPARED_MAX;
  const { offer, answer } = await (q || !first
    ? callFromLoader(context, findCompanies, { query: { language, limit, ...(q ? { q } : {}) } }).then(
        (list) => ({ offer: q ? ('found' as const) : ('best' as const), answer: list.answer }),
      )
    : callFromLoader(context, findRelated, { params: { id: first }, query: { language, limit } }).then(
        (list) => ({ offer: 'near' as const, answer: list.answer }),
      )
  ).catch(pageError);
  return { offer, offered: answer.filter(({ id }) => !ids.includes(id)).slice(0, SUGGESTIONS) };
}

/** Companies in the order of the address, and left-out entries: unknown, duplicate or over `COMPARED_MAX`. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const language = languageOf({ request, params });
  const address = new URL(request.url).searchParams;
  const text = address.get(IDS_PARAM);
  const asked = parseComparison(text);
  const q = (address.get('q') ?? '').slice(0, 200).replaceAll('\u0000', '').toWellFormed().trim();
  const read = await Promise.all(asked.ids.map((id) => readCompared(language, context, id)));
  const found = read.filter((company) => company !== null);
  const known = [...new Map(found.map((company) => [company.id, company])).values()];
  const companies = known.slice(0, COMPARED_MAX);
  const ids = companies.map(({ id }) => id);
  const left = {
    unknown: asked.ids.filter((_, i) => !read[i]).map(shownId),
    doubled: [
      ...asked.doubled,
      ...known.flatMap(({ id, name }) => (found.filter((one) => one.id === id).length > 1 ? [name] : [])),
    ],
    over: [...known.slice(COMPARED_MAX).map(({ name }) => name), ...asked.over],
  };
  const offer = companies.length < COMPARED_MAX ? await findOffer(language, context, { ids, q }) : null;
  const loaded = {
    companies,
    left,
    q,
    offer,
    isOnlyDifferences: address.get(COMPARE_VIEW_PARAM) === DIFFERENCES,
  };
  const isStart = asked.ids.length === 0 && q === '' && !loaded.isOnlyDifferences;
  return data(loaded, {
    status: asked.ids.length > 0 && companies.length === 0 ? 404 : 200,
    // Of so many companies there are more comparisons than can be kept; what they are made of is.
    ...(isStart ? {} : { headers: { 'cache-control': 'private, no-cache' } }),
  });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const shouldRevalidate = revalidateExceptForPanel;

export default function ComparePage({ loaderData }: Route.ComponentProps) {
  usePageVisit('compare');
  return (
    <WithTexts features={['compare', 'share']}>
      <Comparison {...loaderData} />
    </WithTexts>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

function Comparison({ companies, left, q, offer, isOnlyDifferences }: Loaded) {
  const { t } = useTranslation(['compare', 'companies']);
  const { language, site } = useRoot();
  const ids = companies.map(({ id }) => id);
  const names = formatList(
    companies.map(({ name }) => name),
    language,
  );
  const title = companies.length > 1 ? t('titleOf', { names }) : t('title');
  const rows = useFacts(companies);
  const path = paths.compare(ids);
  const withView = (to: string, isOn: boolean) =>
    isOn ? `${to}${to.includes('?') ? '&' : '?'}${COMPARE_VIEW_PARAM}=${DIFFERENCES}` : to;
  return (
    <>
      <Seo title={title} description={t('lead')} canonical={path} noindex={ids.length > 0 || q !== ''} />
      <div className={companies.length > 1 ? 'print-alone' : ''}>
        <PageHead title={title} description={companies.length > 1 ? '' : t('lead')}>
          <LeftOut left={left} />
        </PageHead>
        {companies.length > 0 ? (
          <>
            <div className="mb-4 flex flex-wrap items-center justify-between gap-3 print:hidden">
              {companies.length > 1 ? (
                <PageLink
                  to={withView(path, !isOnlyDifferences)}
                  rel="nofollow"
                  preventScrollReset
                  className="button"
                >
                  {isOnlyDifferences ? t('allFacts') : t('onlyDifferences')}
                </PageLink>
              ) : null}
              <ShareComparison title={title} address={`${site.url}${inLanguage(path, language)}`} />
            </div>
            <CompareTable
              companies={companies}
              rows={rows}
              isOnlyDifferences={isOnlyDifferences && companies.length > 1}
              addressWithout={(id) =>
                withView(paths.compare(ids.filter((one) => one !== id)), isOnlyDifferences)
              }
              onRemove={(id) => followTray(ids, (chosen) => chosen.filter((one) => one.id !== id))}
            />
            {companies.length > 1 ? <Charts companies={companies} /> : null}
          </>
        ) : null}
      </div>
      {offer ? (
        <AddCompany
          ids={ids}
          q={q}
          {...offer}
          near={companies[0]?.name ?? ''}
          addressWith={(id) => withView(paths.compare([...ids, id]), isOnlyDifferences)}
          onAdd={({ id, name }) => followTray(ids, (chosen) => [...chosen, { id, name, language }])}
        />
      ) : null}
    </>
  );
}

/** Applies a change of the comparison to the tray, unless the tray holds other companies. */
function followTray(
  ids: readonly string[],
  change: (chosen: ReturnType<typeof chosenCompanies>) => ReturnType<typeof chosenCompanies>,
): void {
  const chosen = chosenCompanies();
  if (chosen.length === ids.length && chosen.every(({ id }) => ids.includes(id))) choose(change(chosen));
}

function LeftOut({ left }: { left: Loaded['left'] }) {
  const { t } = useTranslation('compare');
  const { language } = useRoot();
  const list = (ids: readonly string[]) => formatList(ids, language);
  const status = [
    left.unknown.length > 0 ? t('leftUnknown', { ids: list(left.unknown) }) : '',
    left.doubled.length > 0 ? t('leftDoubled', { ids: list(left.doubled) }) : '',
    left.over.length > 0 ? t('leftOver', { ids: list(left.over), max: COMPARED_MAX }) : '',
  ].filter(Boolean);
  if (status.length === 0) return null;
  return (
    <ul className="mt-5 space-y-1 rounded-lg bg-tint px-4 py-3 text-sm print:hidden">
      {status.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/** The figures of the companies over the years, those of a metric on one axis. */
function Charts({ companies }: { companies: readonly Compared[] }) {
  const { t } = useTranslation(['compare', 'companies']);
  const seriesOf = (points: (company: Compared) => Series['points']): Series[] =>
    companies
      .map((company, place) => ({ id: company.id, name: company.name, place, points: points(company) }))
      .filter((series) => series.points.length > 0);
  const charts = [
    {
      title: t('companies:metric_revenue'),
      isMoney: true,
      series: seriesOf(({ figures }) => pointsOf(figures, 'revenue')),
    },
    {
      title: t('companies:metric_employees'),
      isMoney: false,
      series: seriesOf(({ figures }) => pointsOf(figures, 'employees')),
    },
    {
      title: t('companies:perPerson'),
      isMoney: true,
      series: seriesOf(({ figures }) =>
        perPersonPoints(pointsOf(figures, 'revenue'), pointsOf(figures, 'employees')),
      ),
    },
    // A single company's figures are drawn on its own page.
  ].filter(({ series }) => series.length > 1);
  const hasEstimates = charts.some(({ series }) =>
    series.some(({ points }) => points.some(({ figure }) => isEstimate(figure))),
  );
  return (
    <section aria-labelledby="compared-figures" className="mt-12">
      <h2 id="compared-figures" className="text-2xl">
        {t('figures')}
      </h2>
      {hasEstimates ? <p className="mt-1 text-soft text-sm">{t('companies:figuresNote')}</p> : null}
      {charts.length === 0 ? <p className="mt-3 text-soft">{t('noFigures')}</p> : null}
      <div className="mt-5 grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-2">
        {charts.map((chart) => (
          <CompareChart key={chart.title} {...chart} />
        ))}
      </div>
    </section>
  );
}
