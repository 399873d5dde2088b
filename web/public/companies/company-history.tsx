import type { CompanyDetail } from '../../../core/companies/calls.ts';
import { formatAmount } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { FigureChart, hostOf, isEstimate, perPersonPoints, pointsOf } from '../figures/figure-chart.tsx';

/** What was counted when: drawn, and as a table with its sources. */
export function FiguresOverTime({
  company,
  heading: Heading,
}: {
  company: CompanyDetail;
  heading: 'h2' | 'h3';
}) {
  const { t } = useTranslation('companies');
  const { language } = useRoot();
  const { figures } = company;
  if (figures.length === 0) {
    return (
      <>
        <Heading className="mt-10 text-2xl">{t('figuresTitle')}</Heading>
        <p className="mt-3 text-soft">{t('figuresNone')}</p>
      </>
    );
  }
  const revenue = pointsOf(figures, 'revenue');
  const people = pointsOf(figures, 'employees');
  const perPerson = perPersonPoints(revenue, people);
  const rows = figures.toSorted((a, b) => b.year - a.year || (b.month ?? 0) - (a.month ?? 0));
  const charts = [
    { title: t('metric_revenue'), points: revenue },
    { title: t('metric_employees'), points: people },
    { title: t('perPerson'), points: perPerson },
  ].filter(({ points }) => points.length > 1);
  const hasEstimates = charts.some(({ points }) => points.some(({ figure }) => isEstimate(figure)));
  return (
    <>
      <Heading className="mt-10 text-2xl">{t('figuresTitle')}</Heading>
      {charts.length > 0 ? (
        <div className="mt-3 grid grid-cols-1 gap-6 sm:grid-cols-2">
          {charts.map((chart) => (
            <FigureChart key={chart.title} {...chart} />
          ))}
        </div>
      ) : null}
      {charts.length > 0 && hasEstimates ? (
        <p className="mt-2 text-soft text-sm">{t('figuresNote')}</p>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the keyboard where it is wider than its place */}
      <section tabIndex={0} aria-label={t('figuresTitle')} className="mt-4 overflow-x-auto">
        <table className="number w-full text-left text-sm">
          <thead className="text-soft">
            <tr>
              {(['figureYear', 'figureKind', 'figureAmount', 'figureSource'] as const).map((column) => (
                <th key={column} scope="col" className="py-1 pr-3 font-normal">
                  {t(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-line border-y">
            {rows.map((figure) => (
              <tr
                key={`${figure.metric} ${figure.year} ${figure.month ?? ''} ${figure.basis ?? ''} ${figure.amount}`}
              >
                <th scope="row" className="whitespace-nowrap py-1.5 pr-3 font-normal">
                  {figure.month ? `${figure.year}-${String(figure.month).padStart(2, '0')}` : figure.year}
                </th>
                <td className="break-keep py-1.5 pr-3">
                  {t(`metric_${figure.metric}`)}
                  {figure.basis && figure.basis !== 'annual' ? (
                    <span className="block text-soft">{t(`basis_${figure.basis}`)}</span>
                  ) : null}
                </td>
                <td className="whitespace-nowrap py-1.5 pr-3">
                  {formatAmount(figure.amount, figure.currency, language)}
                  {figure.amount_usd !== undefined && figure.currency !== 'USD' ? (
                    <span className="block text-soft">
                      {formatAmount(figure.amount_usd, 'USD', language)}
                    </span>
                  ) : null}
                  {figure.certainty === 'exact' ? null : (
                    <span className="block whitespace-normal text-soft">
                      {t(`certainty_${figure.certainty}`)}
                    </span>
                  )}
                </td>
                {/* A long host breaks anywhere rather than make the table wider than a phone. */}
                <td className="min-w-24 py-1.5 [overflow-wrap:anywhere]">
                  {figure.source ? (
                    <a
                      className="link"
                      href={figure.source}
                      target="_blank"
                      rel="noopener noreferrer nofollow"
                    >
                      {hostOf(figure.source)}
                    </a>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {figures.some(({ currency, amount_usd }) => currency !== 'USD' && amount_usd !== undefined) ? (
        <p className="mt-2 text-soft text-sm">{t('figuresRates')}</p>
      ) : null}
    </>
  );
}

/** Funding, first customers and lesson of a company. */
export function CompanyHistory({
  company,
  heading: Heading,
}: {
  company: CompanyDetail;
  heading: 'h2' | 'h3';
}) {
  const { t } = useTranslation('companies');
  const { money, first_customers, lesson, language } = company;
  const paragraphs = [
    { title: t('money'), text: money },
    { title: t('firstCustomers'), text: first_customers },
  ];
  return (
    <>
      {paragraphs.map(({ title, text }) =>
        text ? (
          <section key={title}>
            <Heading className="mt-10 text-2xl">{title}</Heading>
            <p lang={language} className="mt-3 max-w-prose whitespace-pre-line">
              {text}
            </p>
          </section>
        ) : null,
      )}
      {lesson ? (
        <section className="mt-10 rounded-2xl bg-category-soft p-5 sm:p-7">
          <Heading className="text-category text-sm">{t('lesson')}</Heading>
          <p
            lang={language}
            className="mt-2 whitespace-pre-line font-display font-semibold text-xl leading-snug"
          >
            {lesson}
          </p>
        </section>
      ) : null}
    </>
  );
}
