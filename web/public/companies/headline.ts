import { isAcquisition } from '../../../core/companies/acquisition.ts';
import type { CompanyDetail } from '../../../core/companies/calls.ts';
import type { FigureMetric } from '../../../core/companies/facts.ts';
import { isOfOneTime, isYearly } from '../../../core/companies/per-person.ts';
import type { Language } from '../../../core/languages.ts';
import { formatAmount, formatNumber } from '../../i18n/format.ts';
import type { TextsOf } from '../../i18n/translate.ts';
import { translateRevenue } from '../../i18n/translate-revenue.ts';

/** Years from which on a figure is old: its year stands beside it. */
const OLD = 3;

type HeadlineFields = Pick<
  CompanyDetail,
  'name' | 'revenue' | 'revenue_basis' | 'revenue_as_of' | 'employees' | 'employees_as_of'
>;

/**
 * Headline figures of a company in a line: `Obsidian: $25M a year with 7 people`. `a year` stands only with yearly
 * revenue, `with` only between figures of the same time.
 * @param year the current one
 * @param isExact always with the year and the basis of the revenue
 */
export function headlineOf(
  t: TextsOf<'companies'>,
  company: HeadlineFields,
  { language, year, isExact = false }: { language: Language; year: number; isExact?: boolean },
): string {
  const { name, employees, revenue_basis, revenue_as_of } = company;
  const people =
    employees === null ? '' : t('people', { count: employees, number: formatNumber(employees, language) });
  if (!company.revenue) return people ? t('headlineOne', { name, fact: people }) : name;
  const revenue = translateRevenue(t, company.revenue);
  const yearly = isYearly(company);
  const fact = yearly ? t('aYear', { revenue }) : revenue;
  let text = t('headlineBoth', { name, revenue: fact, people });
  if (!people) text = t('headlineOne', { name, fact });
  else if (yearly && isOfOneTime(company)) text = t('headlineWith', { name, revenue, people });

  const hasKind = revenue_basis !== null && revenue_basis !== 'annual' && !isAcquisition(company.revenue);
  const note = [
    hasKind && (isExact || !yearly) ? t(`basis_${revenue_basis}`) : '',
    revenue_as_of !== null && (isExact || revenue_as_of <= year - OLD)
      ? t('asOf', { year: revenue_as_of })
      : '',
  ].filter(Boolean);
  return note.length > 0 ? t('headlineNote', { text, note: note.join(' · ') }) : text;
}

/** Description of a company's page for search engines: its figures in one sentence, then its own sentence. */
export function summaryOf(
  t: TextsOf<'companies'>,
  company: HeadlineFields & Pick<CompanyDetail, 'description' | 'revenue_per_person'>,
  { language, year }: { language: Language; year: number },
): string {
  const { description, employees, revenue_per_person: dollars } = company;
  const quote = headlineOf(t, company, { language, year, isExact: true });
  if (dollars === null || employees === 1 || !isYearly(company) || !isOfOneTime(company))
    return t('summary', { quote, description });
  return t('summaryPerPerson', { quote, amount: formatAmount(dollars, 'USD', language), description });
}

/** Address of the source of a headline figure: of the figure of that year, else the first that supports it. */
export function headlineSource(
  { figures, sources, ...company }: HeadlineFields & Pick<CompanyDetail, 'figures' | 'sources'>,
  of: 'revenue' | 'employees',
): string | undefined {
  const isPrice = of === 'revenue' && isAcquisition(company.revenue);
  const metric: FigureMetric = isPrice ? 'sale-price' : of;
  const figure = figures.find(
    ({ source, ...figure }) => source && figure.metric === metric && figure.year === company[`${of}_as_of`],
  );
  const topic = isPrice ? 'acquisition' : of;
  return figure?.source ?? sources.find(({ supports }) => supports.includes(topic))?.url;
}
