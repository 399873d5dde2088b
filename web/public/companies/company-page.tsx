import { data, redirect } from 'react-router';
import { StaticHtml } from '#engine/static-html';
import { findChanges } from '../../../core/changes/calls.ts';
import { findCollectionsOf } from '../../../core/collections/calls.ts';
import { findNeighbours, findRelated, readCompany } from '../../../core/companies/calls.ts';
import { pathLanguage } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CallError, callUnvalidated } from '../../shared/api.ts';
import { inLanguage, paths } from '../../shared/paths.ts';
import { useCompanyView, usePageVisit } from '../analytics/record.ts';
import { loadComments } from '../comments/load-comments.server.ts';
import { Description } from '../page/description.tsx';
import { HomeLink, Notice } from '../page/error-screen.tsx';
import {
  languageOf,
  MERGED_REDIRECT,
  movedToOf,
  pageError,
  revalidateExceptForPanel,
} from '../page/load-page.ts';
import { describeInDocument, renderStatic } from '../page/render-static.server.tsx';
import { rootOf } from '../page/root.server.ts';
import { CompanySeo, Seo } from '../page/seo.tsx';
import { organization } from '../page/structured-data.ts';
import type { Route } from './+types/company-page.ts';
import { CompanyContent } from './company-content.tsx';
import { CompanyPath } from './company-path.tsx';
import { useRankingKeys } from './ranking-keys.ts';
import { showCompany, showWhereNext } from './show-company.server.tsx';

/** The newest changes on a company's page. */
const CHANGES_SHOWN = 10;

export async function loader(args: Route.LoaderArgs) {
  const { id } = args.params;
  const parts = { params: { id }, query: { language: languageOf(args) } };
  try {
    const [
      { company, shown },
      comments,
      { answer: related },
      { answer: neighbours },
      { answer: changes },
      { answer: collections },
    ] = await Promise.all([
      callUnvalidated(args.context, readCompany, parts).then(({ answer }) => ({
        company: answer,
        // While the rest is read.
        shown: {
          company: showCompany(args, answer, 'h1'),
          path: renderStatic(args, <CompanyPath company={answer} />),
          described: describeInDocument(args, organization(answer, rootOf(args))),
        },
      })),
      loadComments(args, id),
      callUnvalidated(args.context, findRelated, parts),
      callUnvalidated(args.context, findNeighbours, parts),
      callUnvalidated(args.context, findChanges, {
        // The comments stand on the page themselves.
        query: { company: id, kind: 'facts', limit: CHANGES_SHOWN, ...parts.query },
      }),
      callUnvalidated(args.context, findCollectionsOf, parts),
    ]);
    return {
      ...shown,
      next: showWhereNext(args, company, { related, neighbours, changes, collections }),
      comments,
    };
  } catch (error) {
    const movedTo = movedToOf(error);
    if (movedTo !== undefined)
      throw redirect(inLanguage(paths.company(movedTo), pathLanguage(args.url.pathname)), MERGED_REDIRECT);
    // Too long or broken an id is one that does not exist.
    if (error instanceof CallError && (error.status === 404 || error.status === 400))
      return data({ company: null }, { status: 404 });
    return pageError(error);
  }
}

export const shouldRevalidate = revalidateExceptForPanel;

export default function CompanyPage({ loaderData }: Route.ComponentProps) {
  const { company } = loaderData;
  const { t } = useTranslation('companies');
  usePageVisit('company');
  useCompanyView(company);
  useRankingKeys();
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
  const { path, next, described, comments } = loaderData;
  return (
    <>
      <CompanySeo company={company} />
      <Description html={described} />
      <StaticHtml html={path} />
      <CompanyContent company={company} comments={comments} heading="h2" next={next} />
    </>
  );
}
