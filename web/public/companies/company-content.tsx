import { StaticHtml, type StaticHtmlRef } from '#engine/static-html';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import type { CommentList } from '../comments/comment-list.ts';
import { CommentSection } from '../comments/comment-section.tsx';
import { CompareButton } from '../compare/compare-button.tsx';
import { FollowButton } from '../follows/follow-button.tsx';
import { SaveButton } from '../lists/save-button.tsx';
import { LikeButton } from './like-button.tsx';
import { ShareButton } from './share-button.tsx';
import type { ShownCompany } from './shown-company.ts';
import { useNumbers } from './use-numbers.ts';

interface CompanyContentProps {
  company: ShownCompany;
  comments: CommentList;
  /** Heading level of the sections: depends on the place, a page or a dialog. */
  heading: 'h2' | 'h3';
  /** What follows on a page, which has two columns where there is room. */
  next?: StaticHtmlRef;
}

/** Everything about a company: the same in the panel and on its page. */
export function CompanyContent({ company: loaded, comments, heading, next }: CompanyContentProps) {
  const company = useNumbers(loaded);
  const { t } = useTranslation(['companies', 'common']);
  const { language } = useRoot();
  return (
    <article
      data-category={company.category}
      className={`grid grid-cols-1 gap-x-16 gap-y-10 ${next === undefined ? '' : 'lg:grid-cols-[minmax(0,1fr)_18rem]'}`}
    >
      <div>
        <StaticHtml html={company.about} />
        <div className="relative mt-4 flex flex-wrap items-start gap-2 sm:gap-3 print:hidden">
          <LikeButton company={company} />
          <SaveButton company={company} />
          <CompareButton company={company} />
          <ShareButton company={company} />
          <FollowButton name={company.name} company={company.id} />
          {company.website ? (
            <a
              className="button max-sm:px-3"
              href={company.website}
              target="_blank"
              rel="noopener noreferrer nofollow"
            >
              {t('visitWebsite')} <span aria-hidden="true">↗</span>
            </a>
          ) : null}
        </div>
      </div>
      <StaticHtml html={company.facts} />
      <StaticHtml html={company.story} />
      <StaticHtml html={company.aside} className={next === undefined ? undefined : 'lg:row-span-2'} />
      <div>
        <CommentSection
          key={company.id}
          companyId={company.id}
          count={company.comments_count}
          loaded={comments}
          heading={heading}
        />
        <p className="mt-8 text-soft text-sm">
          {t('common:labelled', { label: t('views'), value: formatNumber(company.views, language) })}
        </p>
      </div>
      {next === undefined ? null : <StaticHtml html={next} className="lg:col-span-2" />}
    </article>
  );
}
