import { data } from 'react-router';
import { findNeighbours, findRelated, readCompany } from '../../core/companies/calls.ts';
import { useCompanyView, usePageVisit } from '../analytics/record.ts';
import { CallError, callFromLoader } from '../api.ts';
import { loadComments } from '../comments/load-comments.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { paths } from '../paths.ts';
import { rootOf } from '../root.server.ts';
import { useRoot } from '../root-data.ts';
import { HomeLink, Notice } from '../shell/error-screen.tsx';
import { PageLink } from '../shell/link.tsx';
import { languageOf, pageError, revalidateExceptForPanel } from '../shell/load-page.ts';
import { CompanySeo, Seo } from '../shell/seo.tsx';
import { describeInDocument, drawStill } from '../still/draw.server.tsx';
import { Description, StillPart } from '../still/still.tsx';
import { CategoryShape } from '../ui/category-shape.tsx';
import type { Route } from './+types/company-page.ts';
import { CompanyAside } from './company-aside.tsx';
import { CompanyContent } from './company-content.tsx';
import { RelatedCompanies } from './related-companies.tsx';
import { showCompany } from './show-company.server.tsx';
import { breadcrumbs, organization } from './structured-data.ts';
import { WhereNext } from './where-next.tsx';

export async function loader({ params, ...asked }: Route.LoaderArgs) {
  const { id } = params;
  const { request, context } = asked;
  try {
    const parts = { params: { id }, query: { language: languageOf(request) } };
    const [{ answer: company }, comments, related, neighbours] = await Promise.all([
      callFromLoader(context, readCompany, parts),
      loadComments(request, context, id),
      callFromLoader(context, findRelated, parts),
      callFromLoader(context, findNeighbours, parts),
    ]);
    return {
      company: showCompany(asked, company, 'h1'),
      aside: drawStill(asked, <CompanyAside company={company} />),
      related: drawStill(asked, <RelatedCompanies of={company} companies={related.answer} />),
      described: describeInDocument(asked, organization(company, rootOf(asked))),
      comments,
      neighbours: neighbours.answer,
    };
  } catch (error) {
    // Too long or broken an id is one that does not exist.
    if (error instanceof CallError && (error.status === 404 || error.status === 400))
      return data({ company: null }, { status: 404 });
    return pageError(error);
  }
}

export const shouldRevalidate = revalidateExceptForPanel;

export default function CompanyPage({ loaderData }: Route.ComponentProps) {
  const { company } = loaderData;
  const { t } = useTranslation(['companies', 'common', 'categories']);
  const root = useRoot();
  usePageVisit('company');
  useCompanyView(company);
  if (!company) {
    return (
      <div className="py-16 md:py-24">
        <Seo title={t('notFoundTitle')} description={t('notFoundText')} noindex />
        <Notice kind="missing" title={t('notFoundTitle')} text={t('notFoundText')}>
          <HomeLink />
        </Notice>
      </div>
    );
  }
  const { aside, related, described, comments, neighbours } = loaderData;
  const category = t(`categories:${company.category}.name`);
  const steps = [
    { name: t('common:home'), path: paths.home() },
    { name: category, path: paths.category(company.category) },
    { name: company.name, path: paths.company(company.id) },
  ];
  return (
    <>
      <CompanySeo company={company} structured={[breadcrumbs(steps, root)]} />
      <Description still={described} />
      <nav
        aria-label={t('common:breadcrumb')}
        data-category={company.category}
        className="pt-8 text-soft text-sm"
      >
        <ol className="flex flex-wrap items-center gap-2">
          {steps.slice(0, -1).map((step) => (
            <li key={step.path} className="flex items-center gap-2">
              <PageLink
                to={step.path}
                className={`link inline-flex min-h-11 items-center gap-1.5 ${step.path === paths.home() ? '' : 'text-category'}`}
              >
                {step.path === paths.home() ? null : <CategoryShape category={company.category} />}
                {step.name}
              </PageLink>
              <span aria-hidden="true">/</span>
            </li>
          ))}
          <li aria-current="page">{company.name}</li>
        </ol>
      </nav>
      <div className="mt-4 grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <CompanyContent company={company} comments={comments} heading="h2" />
        <aside>
          <StillPart still={aside} className="space-y-10" />
        </aside>
      </div>
      <WhereNext company={company} related={related} neighbours={neighbours} />
    </>
  );
}
