import type { ReactNode } from 'react';
import type { CompanyDetail } from '../../../core/companies/calls.ts';
import { isOfOneTime, isYearly } from '../../../core/companies/per-person.ts';
import { formatAmount, formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { LogoTile } from '../../shared/companies/logo-tile.tsx';
import { useRevenueKind, useRevenueText } from '../../shared/companies/revenue-text.tsx';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { CategoryShape } from '../../shared/ui/category-shape.tsx';
import { StaticLink } from '../page/static-link.tsx';
import { CompanyFacts, CompanyHistory, FiguresOverTime, Founders } from './company-facts.tsx';

/** What a company is, as static HTML. */
export function CompanyAbout({ company, title: Title }: { company: CompanyDetail; title: 'h1' | 'h2' }) {
  const { t } = useTranslation(['companies', 'common', 'categories']);
  const { language } = useRoot();
  const revenueText = useRevenueText();
  const asOf = (year: number | null) => (year === null ? null : t('asOf', { year }));
  const kind = useRevenueKind()(company);
  return (
    <>
      <header className="flex flex-wrap items-start gap-4">
        <span className="company-mark">
          <LogoTile company={company} size="large" />
        </span>
        {/* A name that has too little room beside the mark stands below it. */}
        <div className="min-w-[min(100%,7rem)] flex-1">
          <p className="text-soft text-sm">
            <StaticLink
              to={paths.category(company.category)}
              className="link inline-flex min-h-6 items-center gap-1.5 font-medium text-category"
            >
              <CategoryShape category={company.category} />
              {t(`categories:${company.category}.name`)}
            </StaticLink>
          </p>
          <Title
            id={Title === 'h1' ? 'company-title' : 'panel-title'}
            lang={company.language}
            className="company-name text-2xl sm:text-3xl"
          >
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
      <dl className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(5rem,34%)),1fr))] gap-x-6 gap-y-5 rounded-2xl bg-category-soft p-5 sm:grid-cols-3 sm:p-7">
        <Fact
          label={isYearly(company) ? t('revenue') : t('revenueShort')}
          value={revenueText(company.revenue)}
          note={[asOf(company.revenue_as_of), kind].filter(Boolean).join(' · ')}
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
    </>
  );
}

/** What is told of a company, as static HTML. */
export function CompanyStory({
  company,
  heading: Section,
}: {
  company: CompanyDetail;
  heading: 'h2' | 'h3';
}) {
  const { t } = useTranslation('companies');
  return (
    <>
      <Section className="mt-10 text-2xl">{t('story')}</Section>
      <div lang={company.language} className="mt-3 max-w-prose space-y-4">
        {company.story
          .split(/\r?\n(?:[^\S\n]*\n)+/)
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
    </>
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
