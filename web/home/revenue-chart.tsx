import type { ListedCompany } from '../../core/companies/calls.ts';
import { CompanyLink } from '../companies/company-link.tsx';
import { useRevenueText } from '../companies/revenue-text.tsx';
import { useTranslation } from '../i18n/use-translation.ts';

/** A company with its revenue as a figure. */
export interface KnownRevenue {
  company: ListedCompany;
  dollars: number;
}

/** The smallest bar is still seen, in percent. */
const SHORTEST = 1.5;

/**
 * A bar chart that is a list: it reads the same aloud, and needs no script. Widths are attributes of
 * SVG, because the content security policy allows no style attributes.
 */
export function RevenueChart({ known }: { known: readonly KnownRevenue[] }) {
  const { t } = useTranslation('home');
  const revenueText = useRevenueText();
  const highest = Math.max(...known.map(({ dollars }) => dollars), 1);
  return (
    <figure
      aria-labelledby="revenue-chart"
      className="self-start rounded-2xl border border-line bg-raised p-6 md:p-8"
    >
      <h2 id="revenue-chart" className="text-xl">
        {t('chartTitle')}
      </h2>
      {known.length === 0 ? <p className="mt-6 text-soft">{t('empty')}</p> : null}
      <ol className="mt-6 space-y-4">
        {known.map(({ company, dollars }) => (
          <li key={company.id} data-category={company.category}>
            <CompanyLink company={company} className="group block rounded">
              <span className="flex items-baseline justify-between gap-4">
                <span className="min-w-0 group-hover:underline group-hover:decoration-accent">
                  {company.name}
                </span>
                <span className="figure font-semibold">{revenueText(company.revenue)}</span>
              </span>
              <svg aria-hidden="true" width="100%" height="12" className="mt-1 block fill-category">
                <rect width="100%" height="12" rx="3" className="fill-tint" />
                <rect width={`${Math.max(SHORTEST, (dollars / highest) * 100)}%`} height="12" rx="3" />
              </svg>
            </CompanyLink>
          </li>
        ))}
      </ol>
      <figcaption className="mt-6 text-soft text-sm">{t('chartNote')}</figcaption>
    </figure>
  );
}
