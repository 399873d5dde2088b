import type { ReactNode } from 'react';
import { type CompanyDetail, findCompanies, readCompany } from '../../../core/companies/calls.ts';
import { isOfOneTime } from '../../../core/companies/per-person.ts';
import { countryName } from '../../../core/country-name.ts';
import { TEN_HIGHEST } from '../../../core/reading/pages.ts';
import { langOf } from '../../../core/text.ts';
import { formatAmount, formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callUnvalidated } from '../../shared/api.ts';
import { LogoTile } from '../../shared/companies/logo-tile.tsx';
import { useRevenueKind, useRevenueText } from '../../shared/companies/revenue-text.tsx';
import { kindLabel } from '../../shared/companies/value-names.ts';
import { othersOf, panelAddress } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { languageOf, pageError } from '../page/load-page.ts';
import { type LoaderArgs, rootOf } from '../page/root.server.ts';
import { itemList } from '../page/structured-data.ts';
import type { ReadPage } from './page-parts.ts';
import { readingTexts } from './texts.server.ts';

/** Among so many with the highest figures are ten whose figures are of the same time. */
const TEN_CANDIDATES = 60;
/** A revenue that is reached within so many years of the founding came early. */
const EARLY_YEARS = 10;

export async function readTenHighest(args: LoaderArgs): Promise<ReadPage> {
  const t = readingTexts(args);
  const query = { language: languageOf(args) };
  const { answer } = await callUnvalidated(args.context, findCompanies, {
    query: { ...query, sort: 'revenue_per_person', limit: TEN_CANDIDATES },
  }).catch(pageError);
  // Figures of different times are not divided.
  const ten = answer
    .filter((company) => company.revenue_per_person !== null && isOfOneTime(company))
    .slice(0, TEN_HIGHEST);
  const companies = await Promise.all(
    ten.map(({ id }) =>
      callUnvalidated(args.context, readCompany, { params: { id }, query }).then(
        (read) => read.answer,
        pageError,
      ),
    ),
  );
  return {
    title: t('tenHighest.title'),
    description: t('tenHighest.text'),
    body: <Essay companies={companies} others={othersOf(args.url.searchParams)} />,
    structured: itemList(companies, rootOf(args)),
  };
}

function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = sorted.length % 2 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1);
  return Math.round((low + high) / 2);
}

/** The commonest value of the companies, with the ids of its companies; the first of equals. */
function commonest<V>(
  companies: readonly CompanyDetail[],
  valuesOf: (company: CompanyDetail) => readonly V[],
): { value: V; ids: string[]; values: number } | undefined {
  const having = new Map<V, string[]>();
  for (const company of companies)
    for (const value of valuesOf(company)) having.set(value, [...(having.get(value) ?? []), company.id]);
  const [first] = [...having].sort(([, a], [, b]) => b.length - a.length);
  return first && { value: first[0], ids: first[1], values: having.size };
}

const idsOfTen = (companies: readonly CompanyDetail[]): string[] => companies.map(({ id }) => id);

interface TenFinding {
  /** What the sentence counts. */
  figure: number;
  text: string;
  /** Ids of the companies that the sentence is true of; none where it is about all ten together. */
  ids?: readonly string[];
}

/** What the ten have in common, counted now. */
function useTenFindings(companies: readonly CompanyDetail[]): TenFinding[] {
  const { t } = useTranslation(['reading', 'companies', 'categories']);
  const { language } = useRoot();
  const people = companies.flatMap(({ employees }) => employees ?? []);
  const total = people.reduce((sum, count) => sum + count, 0);
  const alone = idsOfTen(companies.filter(({ founders }) => founders.length === 1));
  const kind = commonest(companies, ({ kinds }) => kinds);
  const category = commonest(companies, (company) => [company.category]);
  const country = commonest(companies, (company) => (company.country ? [company.country] : []));
  const independent = idsOfTen(companies.filter(({ status }) => status?.kind === 'independent'));
  const aged = companies.flatMap(({ id, founded, revenue_as_of: year }) =>
    founded === null || year === null ? [] : [{ id, years: year - founded }],
  );
  const early = aged.filter(({ years }) => years <= EARLY_YEARS).map(({ id }) => id);
  const median = medianOf(aged.map(({ years }) => years));
  const unsure = idsOfTen(
    companies.filter(({ revenue_basis: basis }) => basis !== null && basis !== 'annual'),
  );
  const number = (value: number) => formatNumber(value, language);
  return [
    {
      figure: total,
      text: t('tenHighest.people', {
        count: total,
        median: number(medianOf(people)),
        most: number(Math.max(...people)),
      }),
    },
    {
      figure: alone.length,
      ids: alone,
      text: alone.length === 0 ? t('tenHighest.noneAlone') : t('tenHighest.alone', { count: alone.length }),
    },
    ...(kind
      ? [
          {
            figure: kind.ids.length,
            ids: kind.ids,
            text: t('tenHighest.kind', { count: kind.ids.length, name: kindLabel(t, kind.value) }),
          },
        ]
      : []),
    ...(category
      ? [
          {
            figure: category.ids.length,
            ids: category.ids,
            text: t('tenHighest.category', {
              count: category.ids.length,
              name: t(`categories:${category.value}.name`),
            }),
          },
        ]
      : []),
    ...(country
      ? [
          {
            figure: country.ids.length,
            ids: country.ids,
            text: countrySentence(t, country, countryName(country.value, language)),
          },
        ]
      : []),
    {
      figure: independent.length,
      ids: independent,
      text:
        independent.length === 0
          ? t('tenHighest.noneIndependent')
          : independent.length === companies.length
            ? t('tenHighest.allIndependent')
            : t('tenHighest.independent', { count: independent.length }),
    },
    ...(aged.length > 0
      ? [
          {
            figure: early.length,
            ids: early,
            text:
              early.length === 0
                ? t('tenHighest.noneYoung', { median })
                : t('tenHighest.young', { count: early.length, median }),
          },
        ]
      : []),
    {
      figure: unsure.length,
      ids: unsure,
      text: unsure.length === 0 ? t('tenHighest.exact') : t('tenHighest.estimate', { count: unsure.length }),
    },
  ];
}

function countrySentence(
  t: ReturnType<typeof useTranslation<'reading'>>['t'],
  { ids, values }: { ids: readonly string[]; values: number },
  name: string,
): string {
  if (values === 1) return t('tenHighest.country_whole', { name });
  if (ids.length === 1) return t('tenHighest.country_alone');
  return t('tenHighest.country', { count: ids.length, name, countries: values });
}

function Essay({ companies, others }: { companies: readonly CompanyDetail[]; others: string }) {
  const { t } = useTranslation('reading');
  if (companies.length < TEN_HIGHEST) return <p className="text-soft">{t('tenHighest.none')}</p>;
  return <TenFindings companies={companies} others={others} />;
}

function TenFindings({ companies, others }: { companies: readonly CompanyDetail[]; others: string }) {
  const { t } = useTranslation('reading');
  const { language } = useRoot();
  const findings = useTenFindings(companies);
  const years = companies.flatMap(({ revenue_as_of }) => revenue_as_of ?? []);
  const [from, to] = [Math.min(...years), Math.max(...years)];
  return (
    <>
      <ol className="findings">
        {findings.map(({ figure, text, ids }) => (
          <li key={text}>
            <p className="grid max-w-2xl grid-cols-[4.5rem_minmax(0,1fr)] items-baseline gap-x-4 text-lg md:grid-cols-[7rem_minmax(0,1fr)]">
              <b className="figure whitespace-nowrap text-5xl">
                {formatNumber(figure, language)}
                {ids ? <small className="text-lg text-soft">/{TEN_HIGHEST}</small> : null}
              </b>
              <span>{text}</span>
            </p>
            <Marks companies={companies} ids={ids} others={others} />
          </li>
        ))}
      </ol>
      <p className="mt-10 max-w-prose text-xl">{t('tenHighest.caution')}</p>
      <p className="mt-3 max-w-prose text-soft">
        {from === to ? t('tenHighest.whenOne', { from }) : t('tenHighest.when', { from, to })}
      </p>
      <h2 className="mt-16 text-2xl">{t('tenHighest.intro')}</h2>
      <ol className="mt-4 border-line border-y *:not-last:border-line *:not-last:border-b">
        {companies.map((company, i) => (
          <TenRow key={company.id} company={company} place={i + 1} others={others} />
        ))}
      </ol>
    </>
  );
}

/** The ten, those that a sentence is true of in full, the others pale. */
function Marks({
  companies,
  ids,
  others,
}: {
  companies: readonly CompanyDetail[];
  ids: readonly string[] | undefined;
  others: string;
}): ReactNode {
  const { language } = useRoot();
  return (
    <ul>
      {companies.map((company) => {
        const isMeant = ids?.includes(company.id) ?? true;
        return (
          <li key={company.id} data-category={company.category} aria-hidden={isMeant ? undefined : true}>
            {isMeant ? (
              <a
                href={panelAddress(others, company.id)}
                title={company.name}
                aria-label={company.name}
                lang={langOf(company.name, language)}
              >
                <LogoTile company={company} size="small" />
              </a>
            ) : (
              <LogoTile company={company} size="small" />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function TenRow({ company, place, others }: { company: CompanyDetail; place: number; others: string }) {
  const { t } = useTranslation(['reading', 'companies']);
  const { language } = useRoot();
  const revenueKind = useRevenueKind();
  const revenueText = useRevenueText();
  const { employees } = company;
  const people =
    employees === null
      ? ''
      : t('companies:people', { count: employees, number: formatNumber(employees, language) });
  const facts = [revenueKind(company), company.revenue_as_of === null ? '' : String(company.revenue_as_of)];
  return (
    <li data-category={company.category}>
      <div className="block-row">
        <b className="figure">{place}</b>
        <LogoTile company={company} size="small" />
        <div>
          <h3 lang={langOf(company.name, language)}>
            <a href={panelAddress(others, company.id)} className="stretched">
              {company.name}
            </a>
          </h3>
          {company.money ? (
            <p className="mt-1 max-w-prose text-soft" lang={langOf(company.money, language)}>
              <span className="sr-only">{t('tenHighest.money')}: </span>
              {company.money}
            </p>
          ) : null}
        </div>
        <div>
          <div className="big-figures">
            <b>{formatAmount(company.revenue_per_person ?? 0, 'USD', language)}</b>
          </div>
          <small className="block text-soft text-sm">{t('tenHighest.perPerson')}</small>
          <p className="mt-2 text-sm">
            {[revenueText(company.revenue), people, ...facts].filter(Boolean).join(' · ')}
          </p>
        </div>
      </div>
    </li>
  );
}
