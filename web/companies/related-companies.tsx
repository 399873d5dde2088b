import type { Answer } from '../../core/call.ts';
import type { CompanyDetail, findRelated } from '../../core/companies/calls.ts';
import { typedLanguage } from '../../core/text.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { paths } from '../paths.ts';
import { useRoot } from '../root-data.ts';
import { StillLink } from '../still/still-link.tsx';
import { countryName, formatNumber } from '../ui/format.ts';
import { LogoTile } from './logo-tile.tsx';
import { useRevenueText } from './revenue-text.tsx';

export type Related = Answer<typeof findRelated>[number];

/** The companies near one, each with the reason: a still part. */
export function RelatedCompanies({ of, companies }: { of: CompanyDetail; companies: readonly Related[] }) {
  return (
    <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {companies.map((company) => (
        <li key={company.id}>
          <RelatedCompany of={of} company={company} />
        </li>
      ))}
    </ul>
  );
}

function RelatedCompany({ of, company }: { of: CompanyDetail; company: Related }) {
  const { t } = useTranslation(['companies', 'categories']);
  const { language } = useRoot();
  const revenueText = useRevenueText();
  const { reason, employees } = company;
  const shared = company.kinds.find((kind) => of.kinds.includes(kind));
  const what = {
    kind: shared ? t(`kind_${shared}`) : '',
    country: company.country ? countryName(company.country, language) : '',
    category: t(`categories:${company.category}.name`),
  };
  const text =
    reason === 'kind' || reason === 'country' || reason === 'category'
      ? t(`near_${reason}`, { what: what[reason] })
      : t(`near_${reason}`);
  return (
    <StillLink
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
          <span className="number block text-soft text-sm">
            {[
              company.revenue ? revenueText(company.revenue) : '',
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
    </StillLink>
  );
}
