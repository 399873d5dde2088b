import type { Answer } from '../../../core/call.ts';
import type { CompanyDetail, findRelated } from '../../../core/companies/calls.ts';
import { countryName } from '../../../core/country-name.ts';
import { typedLanguage } from '../../../core/text.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { LogoTile } from '../../shared/companies/logo-tile.tsx';
import { useRevenueKind, useRevenueText } from '../../shared/companies/revenue-text.tsx';
import { kindLabel } from '../../shared/companies/value-names.ts';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { StaticLink } from '../page/static-link.tsx';

type Related = Answer<typeof findRelated>[number];

/** Fields of a card that do not change with every reader. */
type RelatedCard = Pick<
  Related,
  | 'id'
  | 'name'
  | 'logo'
  | 'category'
  | 'country'
  | 'revenue'
  | 'revenue_basis'
  | 'revenue_per_person'
  | 'employees'
  | 'reason'
> & {
  /** The kind that both are of. */
  shared: string | undefined;
};

/** The cards of companies near one. */
export const cardsOf = (of: CompanyDetail, related: readonly Related[]): RelatedCard[] =>
  related.map(
    ({
      id,
      name,
      logo,
      category,
      country,
      revenue,
      revenue_basis,
      revenue_per_person,
      employees,
      reason,
      kinds,
    }) => ({
      ...{ id, name, logo, category, country, revenue, revenue_basis, revenue_per_person, employees, reason },
      shared: kinds.find((kind) => of.kinds.includes(kind)),
    }),
  );

/** A company near another one, with the reason: in a list of them. */
export function RelatedCompany(company: RelatedCard) {
  const { t } = useTranslation(['companies', 'categories']);
  const { language } = useRoot();
  const revenueText = useRevenueText();
  const revenueKind = useRevenueKind();
  const { reason, employees, shared } = company;
  const what = {
    kind: shared ? kindLabel(t, shared) : '',
    country: company.country ? countryName(company.country, language) : '',
    category: t(`categories:${company.category}.name`),
  };
  const text =
    reason === 'kind' || reason === 'country' || reason === 'category'
      ? t(`near_${reason}`, { what: what[reason] })
      : t(`near_${reason}`);
  return (
    <li>
      <StaticLink
        to={paths.company(company.id)}
        className="group flex h-full flex-col gap-3 rounded-xl border border-line p-4 hover:bg-tint"
      >
        <span data-category={company.category} className="flex items-center gap-3">
          <LogoTile company={company} size="small" />
          <span className="min-w-0">
            <span
              lang={typedLanguage(company.name, language)}
              className="wrap-anywhere block font-medium group-hover:underline group-hover:decoration-accent"
            >
              {company.name}
            </span>
            <span className="block text-soft text-sm">
              {[
                company.revenue ? revenueText(company.revenue) : '',
                revenueKind(company),
                employees === null
                  ? ''
                  : t('people', { count: employees, number: formatNumber(employees, language) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        </span>
        <span className="wrap-anywhere mt-auto text-soft text-sm">{text}</span>
      </StaticLink>
    </li>
  );
}
