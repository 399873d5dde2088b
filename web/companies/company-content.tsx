import type { ReactNode } from 'react';
import type { CompanyDetail } from '../../core/companies/calls.ts';
import { isOfOneTime } from '../../core/companies/per-person.ts';
import type { CommentList } from '../comments/comment-list.ts';
import { CommentSection } from '../comments/comment-section.tsx';
import { CompareButton } from '../compare/compare-button.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { paths } from '../paths.ts';
import { useRoot } from '../root-data.ts';
import { PageLink } from '../shell/link.tsx';
import { CategoryShape } from '../ui/category-shape.tsx';
import { formatAmount, formatNumber } from '../ui/format.ts';
import { CompanyFacts, CompanyHistory, FiguresOverTime, Founders } from './company-facts.tsx';
import { LikeButton } from './like-button.tsx';
import { LogoTile } from './logo-tile.tsx';
import { useRevenueText } from './revenue-text.tsx';
import { useNumbers } from './use-numbers.ts';

interface CompanyContentProps {
  company: CompanyDetail;
  comments: CommentList;
  /** The heading's level follows from where it stands: a page's first heading or a dialog's. */
  title: 'h1' | 'h2';
}

/** Everything about a company: the same in the panel and on its page. */
export function CompanyContent({ company: loaded, comments, title: Title }: CompanyContentProps) {
  const company = useNumbers(loaded);
  const { t } = useTranslation(['companies', 'common', 'categories']);
  const { language } = useRoot();
  const revenueText = useRevenueText();
  const Section = Title === 'h1' ? 'h2' : 'h3';
  const asOf = (year: number | null) => (year === null ? null : t('asOf', { year }));
  const basis =
    company.revenue_basis && company.revenue_basis !== 'annual' ? t(`basis_${company.revenue_basis}`) : null;
  return (
    <article data-category={company.category}>
      <header className="flex items-start gap-4">
        <span className="company-mark">
          <LogoTile company={company} size="large" />
        </span>
        <div className="min-w-0">
          <p className="text-soft text-sm">
            <PageLink
              to={paths.category(company.category)}
              className="link inline-flex min-h-6 items-center gap-1.5 font-medium text-category"
            >
              <CategoryShape category={company.category} />
              {t(`categories:${company.category}.name`)}
            </PageLink>
          </p>
          <Title id="company-title" lang={company.language} className="company-name text-2xl sm:text-3xl">
            {company.name}
          </Title>
        </div>
      </header>
      {company.language === language ? null : (
        <p className="mt-4 rounded-lg bg-tint px-4 py-3 text-sm">{t('untranslated')}</p>
      )}
      {company.machine_translated ? (
        <p className="mt-4 text-soft text-sm">
          {t(company.outdated ? 'machineTranslatedOutdated' : 'machineTranslated')}
        </p>
      ) : null}
      <p lang={company.language} className="mt-5 max-w-prose text-xl leading-relaxed">
        {company.description}
      </p>
      {/* The figure of the company: what it earns is large, everything else follows from it. */}
      <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-5 rounded-2xl bg-category-soft p-5 sm:grid-cols-3 sm:p-7">
        <Fact
          label={t('revenue')}
          value={revenueText(company.revenue)}
          note={[asOf(company.revenue_as_of), basis].filter(Boolean).join(' · ')}
          size="giant"
        />
        <Fact
          label={t('employees')}
          value={company.employees === null ? t('common:unknown') : formatNumber(company.employees, language)}
          note={asOf(company.employees_as_of)}
          size="large"
        />
        {company.revenue_per_person !== null && isOfOneTime(company) ? (
          <Fact
            label={t('perPerson')}
            value={formatAmount(company.revenue_per_person, 'USD', language)}
            size="large"
          />
        ) : null}
        <Fact
          label={t('founded')}
          value={company.founded === null ? t('common:unknown') : String(company.founded)}
          size="large"
        />
        <Fact label={t('founder')} value={<Founders company={company} />} />
      </dl>
      <CompanyFacts company={company} />
      <div className="mt-5 flex flex-wrap items-start gap-3 print:hidden">
        <LikeButton company={company} />
        <CompareButton company={company} />
        {company.website ? (
          <a className="button" href={company.website} target="_blank" rel="noopener noreferrer nofollow">
            {t('visitWebsite')} <span aria-hidden="true">↗</span>
          </a>
        ) : null}
      </div>
      <Section className="mt-10 text-2xl">{t('story')}</Section>
      <div lang={company.language} className="mt-3 max-w-prose space-y-4">
        {company.story
          .split(/\n{2,}/)
          .filter(Boolean)
          .map((paragraph) => (
            <p key={paragraph.slice(0, 60)}>{paragraph}</p>
          ))}
      </div>
      {company.highlights.length > 0 ? (
        <>
          <Section className="mt-10 text-2xl">{t('highlights')}</Section>
          <ul lang={company.language} className="mt-3 space-y-2">
            {company.highlights.map((highlight) => (
              <li key={highlight} className="border-category border-l-2 pl-4">
                {highlight}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <FiguresOverTime company={company} heading={Section} />
      <CompanyHistory company={company} heading={Section} />
      <CommentSection
        key={company.id}
        companyId={company.id}
        count={company.comments_count}
        loaded={comments}
        heading={Section}
      />
      <p className="number mt-8 text-soft text-sm">
        {t('views')}: {formatNumber(company.views, language)}
      </p>
    </article>
  );
}

/** A giant and the tiny ones around it. */
const FACT_SIZES = {
  giant: { place: 'col-span-full', look: 'figure text-5xl text-category sm:text-6xl' },
  large: { place: '', look: 'figure text-2xl' },
  text: { place: 'col-span-full', look: '' },
};

function Fact({
  label,
  value,
  note,
  size = 'text',
}: {
  label: string;
  value: ReactNode;
  note?: string | null;
  size?: keyof typeof FACT_SIZES;
}) {
  const { place, look } = FACT_SIZES[size];
  return (
    <div className={place}>
      <dt className="text-soft text-sm">{label}</dt>
      <dd className={look}>
        {value}
        {note ? (
          <span className="number block font-normal font-sans text-sm text-soft tracking-normal">{note}</span>
        ) : null}
      </dd>
    </div>
  );
}
