import type { CompanyDetail } from '../../../core/companies/calls.ts';
import { isOfOneTime, isYearly } from '../../../core/companies/per-person.ts';
import { formatAmount, formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { LogoTile } from '../../shared/companies/logo-tile.tsx';
import { useRevenueKind, useRevenueText } from '../../shared/companies/revenue-text.tsx';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { CategoryShape } from '../../shared/ui/category-shape.tsx';
import { hostOf } from '../figures/figure-chart.tsx';
import { StaticLink } from '../page/static-link.tsx';
import { CompanyHistory, FiguresOverTime } from './company-history.tsx';
import { headlineSource } from './headline.ts';

/** What a company is, as static HTML. */
export function CompanyAbout({ company, title: Title }: { company: CompanyDetail; title: 'h1' | 'h2' }) {
  const { t } = useTranslation(['companies', 'common', 'categories']);
  const { language } = useRoot();
  const revenueText = useRevenueText();
  const asOf = (year: number | null) => (year === null ? null : t('asOf', { year }));
  const kind = useRevenueKind()(company);
  return (
    <>
      <header className="flex flex-wrap items-center gap-4">
        <span className="company-mark">
          <LogoTile company={company} size="large" />
        </span>
        {/* A name that has too little room beside the mark stands below it. */}
        <div className="min-w-[min(100%,7rem)] flex-1">
          {/* The breadcrumb of the page names the category. */}
          {Title === 'h2' ? (
            <p className="text-sm">
              <StaticLink
                to={paths.category(company.category)}
                className="link inline-flex min-h-6 items-center gap-1.5 font-medium text-category"
              >
                <CategoryShape category={company.category} />
                {t(`categories:${company.category}.name`)}
              </StaticLink>
            </p>
          ) : null}
          <Title
            id={Title === 'h1' ? 'company-title' : 'panel-title'}
            lang={company.language}
            className="company-name text-3xl"
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
      <p lang={company.language} className="mt-3 max-w-prose sm:mt-5 sm:text-xl sm:leading-relaxed">
        {company.description}
      </p>
      {/* The company's figures: revenue is large, all other figures follow. */}
      <dl className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(5rem,27%)),1fr))] gap-x-4 gap-y-3 rounded-2xl bg-category-soft p-4 sm:mt-6 sm:grid-cols-3 sm:gap-x-6 sm:gap-y-5 sm:p-7">
        <StoryFact
          label={isYearly(company) ? t('revenue') : t('revenueShort')}
          value={revenueText(company.revenue)}
          note={[asOf(company.revenue_as_of), kind].filter(Boolean).join(' · ')}
          source={headlineSource(company, 'revenue')}
          size="giant"
        />
        <StoryFact
          label={t('employees')}
          value={company.employees === null ? t('common:unknown') : formatNumber(company.employees, language)}
          note={asOf(company.employees_as_of)}
          source={headlineSource(company, 'employees')}
        />
        {company.revenue_per_person !== null && isOfOneTime(company) ? (
          <StoryFact
            label={t('perPerson')}
            value={formatAmount(company.revenue_per_person, 'USD', language)}
          />
        ) : null}
        <StoryFact
          label={t('founded')}
          value={company.founded === null ? t('common:unknown') : String(company.founded)}
        />
      </dl>
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
      <Section className="text-2xl">{t('story')}</Section>
      <div lang={company.language} className="mt-3 max-w-prose space-y-4">
        {company.story
          .split(/\r?\n(?:[^\S\n]*\n)+/)
          .filter(Boolean)
          .map((paragraph) => (
            <p key={paragraph.slice(0, 60)}>{paragraph}</p>
          ))}
      </div>
      <FiguresOverTime company={company} heading={Section} />
      <CompanyHistory company={company} heading={Section} />
    </>
  );
}

/** Sizes of the facts: one large, the others small. */
const FACT_SIZES = {
  giant: { place: 'col-span-full', look: 'figure text-5xl text-category sm:text-6xl' },
  tiny: { place: '', look: 'figure text-2xl' },
};

function StoryFact({
  label,
  value,
  note,
  source,
  size = 'tiny',
}: {
  label: string;
  value: string;
  note?: string | null;
  /** Address of what says so. */
  source?: string | undefined;
  size?: keyof typeof FACT_SIZES;
}) {
  const { place, look } = FACT_SIZES[size];
  return (
    <div className={place}>
      <dt className="text-soft text-sm">{label}</dt>
      <dd>
        <span className={`block ${look}`}>{value}</span>
        {note || source ? (
          <span className="block text-soft text-sm">
            {note}
            {source ? (
              // A third of a phone is too narrow for a host: the table of figures names it there.
              <span className={size === 'tiny' ? 'max-sm:hidden' : undefined}>
                {note ? ' · ' : ''}
                <a
                  className="link inline-flex min-h-6 items-center"
                  href={source}
                  target="_blank"
                  rel="noopener noreferrer nofollow"
                >
                  {hostOf(source)}
                </a>
              </span>
            ) : null}
          </span>
        ) : null}
      </dd>
    </div>
  );
}
