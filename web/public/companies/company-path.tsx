import type { CompanyDetail } from '../../../core/companies/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { CategoryShape } from '../../shared/ui/category-shape.tsx';
import { StaticLink } from '../page/static-link.tsx';
import { breadcrumbs, descriptionText } from '../page/structured-data.ts';

/** Where a company's page stands, for readers and for search engines, as static HTML. */
export function CompanyPath({ company }: { company: CompanyDetail }) {
  const { t } = useTranslation(['common', 'categories']);
  const home = { name: t('common:home'), path: paths.home() };
  const category = {
    name: t(`categories:${company.category}.name`),
    path: paths.category(company.category),
  };
  const steps = [home, category, { name: company.name, path: paths.company(company.id) }];
  return (
    <nav
      aria-label={t('common:breadcrumb')}
      data-category={company.category}
      className="py-1 text-soft text-sm md:py-4"
    >
      <ol className="flex flex-wrap items-center gap-2">
        {[home, category].map((step) => (
          <li key={step.path} className="flex items-center gap-2">
            <StaticLink
              to={step.path}
              className={`link inline-flex min-h-11 items-center gap-1.5 ${step === home ? '' : 'text-category'}`}
            >
              {step === home ? null : <CategoryShape category={company.category} />}
              {step.name}
            </StaticLink>
            <span aria-hidden="true">/</span>
          </li>
        ))}
        <li aria-current="page">{company.name}</li>
      </ol>
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON that cannot end the element
        dangerouslySetInnerHTML={{ __html: descriptionText(breadcrumbs(steps, useRoot())) }}
      />
    </nav>
  );
}
