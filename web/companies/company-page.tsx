import { data } from 'react-router';
import { type CompanyDetail, findNeighbours, findRelated, readCompany } from '../../core/companies/calls.ts';
import { type ScoreParts, scoreParts } from '../../core/companies/score.ts';
import { useCompanyView, usePageVisit } from '../analytics/record.ts';
import { CallError, callFromLoader } from '../api.ts';
import { loadComments } from '../comments/load-comments.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { pageContext } from '../page-context.ts';
import { paths } from '../paths.ts';
import { useRoot } from '../root-data.ts';
import { HomeLink, Notice } from '../shell/error-screen.tsx';
import { PageLink } from '../shell/link.tsx';
import { languageOf, pageError, revalidateExceptForPanel } from '../shell/load-page.ts';
import { CompanySeo, Seo } from '../shell/seo.tsx';
import { CategoryShape } from '../ui/category-shape.tsx';
import { formatList } from '../ui/format.ts';
import type { Route } from './+types/company-page.ts';
import { CompanyContent } from './company-content.tsx';
import { breadcrumbs, organization } from './structured-data.ts';
import { WhereNext } from './where-next.tsx';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { id } = params;
  try {
    const asked = { params: { id }, query: { language: languageOf(request) } };
    const [company, comments, related, neighbours] = await Promise.all([
      callFromLoader(context, readCompany, asked),
      loadComments(request, context, id),
      callFromLoader(context, findRelated, asked),
      callFromLoader(context, findNeighbours, asked),
    ]);
    const parts = scoreParts(company.answer, context.get(pageContext).now.getUTCFullYear());
    return {
      company: company.answer,
      parts,
      comments,
      related: related.answer,
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
  const { parts, comments, related, neighbours } = loaderData;
  const category = t(`categories:${company.category}.name`);
  const steps = [
    { name: t('common:home'), path: paths.home() },
    { name: category, path: paths.category(company.category) },
    { name: company.name, path: paths.company(company.id) },
  ];
  return (
    <>
      <CompanySeo company={company} structured={[organization(company, root), breadcrumbs(steps, root)]} />
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
        <CompanyContent company={company} comments={comments} title="h1" />
        <aside className="space-y-10">
          <ScoreBox score={company.score} parts={parts} />
          <Sources company={company} />
        </aside>
      </div>
      <WhereNext company={company} related={related} neighbours={neighbours} />
    </>
  );
}

function ScoreBox({ score, parts }: { score: number; parts: ScoreParts }) {
  const { t } = useTranslation('companies');
  const rows = [
    [t('scoreBase'), parts.base],
    [t('scoreRevenue'), parts.revenue],
    [t('scoreEmployees'), parts.employees],
    [t('scoreAge'), parts.age],
  ] as const;
  return (
    <section aria-labelledby="score">
      <h2 id="score" className="text-lg">
        {t('whyScore')}
      </h2>
      <dl className="number mt-3 text-sm">
        {rows.map(([label, points]) => (
          <div key={label} className="flex justify-between border-line border-b py-2">
            <dt className="text-soft">{label}</dt>
            <dd>+{points}</dd>
          </div>
        ))}
        <div className="flex justify-between py-2 font-semibold">
          <dt>{t('scoreTotal')}</dt>
          <dd>{t('pts', { score: parts.total })}</dd>
        </div>
      </dl>
      <p className="mt-1 text-soft text-sm">{t('scoreTies')}</p>
      {parts.total === score ? null : <p className="mt-1 text-soft text-sm">{t('scoreWaits', { score })}</p>}
    </section>
  );
}

function Sources({ company }: { company: CompanyDetail }) {
  const { t } = useTranslation('companies');
  const { language } = useRoot();
  if (company.sources.length === 0) return null;
  return (
    <section aria-labelledby="sources">
      <h2 id="sources" className="text-lg">
        {t('sources')}
      </h2>
      <p className="mt-1 text-soft text-sm">{t('sourcesText')}</p>
      <ul className="mt-3 space-y-3 text-sm">
        {company.sources.map((source) => (
          <li key={source.url}>
            <a
              className="link break-words"
              href={source.url}
              rel="noopener noreferrer nofollow"
              target="_blank"
            >
              {new URL(source.url).hostname.replace(/^www\./, '')}
            </a>
            <span className="block text-soft">
              {formatList(
                source.supports.map((topic) => t(`topic_${topic}`)),
                language,
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
