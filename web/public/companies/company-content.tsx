import { StaticHtml } from '#engine/static-html';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import type { CommentList } from '../comments/comment-list.ts';
import { CommentSection } from '../comments/comment-section.tsx';
import { CompareButton } from '../compare/compare-button.tsx';
import { LikeButton } from './like-button.tsx';
import type { ShownCompany } from './shown-company.ts';
import { useNumbers } from './use-numbers.ts';

interface CompanyContentProps {
  company: ShownCompany;
  comments: CommentList;
  /** That of the sections: it follows from where they stand, on a page or in a dialog. */
  heading: 'h2' | 'h3';
}

/** Everything about a company: the same in the panel and on its page. */
export function CompanyContent({ company: loaded, comments, heading }: CompanyContentProps) {
  const company = useNumbers(loaded);
  const { t } = useTranslation('companies');
  const { language } = useRoot();
  return (
    <article data-category={company.category}>
      <StaticHtml html={company.about} />
      <div className="mt-5 flex flex-wrap items-start gap-3 print:hidden">
        <LikeButton company={company} />
        <CompareButton company={company} />
        {company.website ? (
          <a className="button" href={company.website} target="_blank" rel="noopener noreferrer nofollow">
            {t('visitWebsite')} <span aria-hidden="true">↗</span>
          </a>
        ) : null}
      </div>
      <StaticHtml html={company.story} />
      <CommentSection
        key={company.id}
        companyId={company.id}
        count={company.comments_count}
        loaded={comments}
        heading={heading}
      />
      <p className="number mt-8 text-soft text-sm">
        {t('views')}: {formatNumber(company.views, language)}
      </p>
    </article>
  );
}
