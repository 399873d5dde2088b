import { Fragment, type ReactNode } from 'react';
import type { CompanyCategory } from '../../../core/categories.ts';
import type { ListedCompany } from '../../../core/companies/calls.ts';
import type { HomeSection } from '../../../core/directory/home.ts';
import { langOf } from '../../../core/text.ts';
import { formatDay } from '../../i18n/days.ts';
import { formatAmount } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { BigFigures } from '../../shared/companies/big-figures.tsx';
import { LogoTile } from '../../shared/companies/logo-tile.tsx';
import { useRevenueKind, useRevenueText } from '../../shared/companies/revenue-text.tsx';
import { panelAddress, paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { CategoryShape } from '../../shared/ui/category-shape.tsx';
import { StaticLink } from '../page/static-link.tsx';
import { BarChart } from './bar-chart.tsx';

/** What was added on a day, `2026-11-27`. */
export interface DayAdditions<C> {
  day: string;
  companies: C[];
}

/** Where links of the page lead from. */
interface From {
  /** How an address of the page begins (`othersOf`). */
  others: string;
}

/** What of the sections of the home page is static. */
export type ContentSection = Extract<HomeSection, 'recent' | 'charts' | 'categories'>;

interface HomeContentProps extends From {
  /** Sections to render, in their order. */
  sections: readonly ContentSection[];
  /** Those that earn the most, and the most for each person, in US dollars. */
  known: readonly { company: ListedCompany; dollars: number }[];
  perPerson: readonly { company: Pick<ListedCompany, 'id' | 'name' | 'category'>; dollars: number }[];
  /** The newest day first. */
  recent: readonly DayAdditions<ListedCompany>[];
  blocks: readonly HomeBlock[];
  /** Those of today. */
  views: Readonly<Record<string, number>>;
}

const CONTENT_SECTIONS: Readonly<
  Record<ContentSection, (content: Omit<HomeContentProps, 'sections'>) => ReactNode>
> = {
  recent: ({ recent, others }) =>
    recent.length > 0 ? <RecentAdditions days={recent} others={others} /> : null,
  charts: ({ known, perPerson, others }) => (
    <HomeCharts known={known} perPerson={perPerson} others={others} />
  ),
  categories: ({ blocks, views, others }) =>
    blocks.map((block) => (
      <CategoryBlock
        key={block.category}
        block={block}
        viewsToday={views[block.category] ?? 0}
        others={others}
      />
    )),
};

/** Sections of the home page that follow each other, as static HTML. */
export function HomeContent({ sections, ...content }: HomeContentProps) {
  return sections.map((section) => <Fragment key={section}>{CONTENT_SECTIONS[section](content)}</Fragment>);
}

function HomeCharts({ others, known, perPerson }: Pick<HomeContentProps, 'others' | 'known' | 'perPerson'>) {
  const { t } = useTranslation('home');
  const { language } = useRoot();
  const revenueText = useRevenueText();
  return (
    <section className="mb-8 grid grid-cols-1 gap-6 lg:grid-cols-2">
      <BarChart
        id="revenue-chart"
        title={t('chartTitle')}
        note={t('chartNote')}
        others={others}
        bars={known.map((bar) => ({ ...bar, text: revenueText(bar.company.revenue) }))}
      />
      {/* A directory may have no figures of the same time. */}
      {perPerson.length > 0 ? (
        <BarChart
          id="per-person-chart"
          title={t('perPersonTitle')}
          note={t('perPersonNote')}
          others={others}
          bars={perPerson.map((bar) => ({ ...bar, text: formatAmount(bar.dollars, 'USD', language) }))}
        />
      ) : null}
    </section>
  );
}

function RecentAdditions({ days, others }: From & { days: readonly DayAdditions<ListedCompany>[] }) {
  const { t } = useTranslation(['home', 'categories']);
  const { language } = useRoot();
  return (
    <section aria-labelledby="recent" className="py-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="recent" className="text-2xl">
          {t('recent')}
        </h2>
        <StaticLink to={`${paths.category('all')}?sort=newest`} className="link onward">
          {t('viewAll')}
          <span className="sr-only"> {t('recent')}</span>
        </StaticLink>
      </div>
      {days.map(({ day, companies }) => (
        <div key={day} className="mt-2">
          <h3 className="text-soft text-sm">
            <time dateTime={day}>{formatDay(day, language)}</time>
          </h3>
          <ul className="recent">
            {companies.map((company) => (
              <li key={company.id} data-category={company.category}>
                <a href={panelAddress(others, company.id)}>
                  <LogoTile company={company} size="small" />
                  <span>
                    <b lang={langOf(company.name, language)}>{company.name}</b>
                    <small>
                      <CategoryShape category={company.category} isWithin />
                      {t(`categories:${company.category}.name`)}
                    </small>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** The first companies of a category, and how many there are. */
interface HomeBlock {
  category: CompanyCategory;
  companies: readonly ListedCompany[];
  total: number;
}

function CategoryBlock({
  block: { category, companies, total },
  viewsToday,
  others,
}: From & { block: HomeBlock; viewsToday: number }) {
  const { t } = useTranslation(['home', 'categories', 'companies', 'common']);
  const { language } = useRoot();
  const revenueKind = useRevenueKind();
  const name = t(`categories:${category}.name`);
  return (
    <section data-category={category} aria-labelledby={`category-${category}`} className="block-of">
      <div>
        <h2 id={`category-${category}`}>
          <CategoryShape category={category} isWithin />
          {name}
        </h2>
        <small>{`${t('companies', { count: total })} · ${viewsToday === 0 ? t('noViewsToday') : t('viewsToday', { count: viewsToday })}`}</small>
        <p>{t(`categories:${category}.description`)}</p>
        <StaticLink to={paths.category(category)} className="link onward">
          {t('viewAll')}
          <span className="sr-only"> {name}</span>
        </StaticLink>
      </div>
      {companies.length === 0 ? (
        <p className="self-center text-soft">{t('empty')}</p>
      ) : (
        <ol>
          {companies.map((company, i) => (
            <li key={company.id}>
              <div className="block-row">
                <b className="figure">{i + 1}</b>
                <LogoTile company={company} size="small" />
                <div>
                  <h3 lang={langOf(company.name, language)}>
                    <a href={panelAddress(others, company.id)} className="stretched">
                      {company.name}
                    </a>
                  </h3>
                  <p lang={langOf(company.description, language)}>{company.description}</p>
                </div>
                <div>
                  <BigFigures company={company} />
                  <small>
                    {[
                      revenueKind(company),
                      company.founded === null
                        ? ''
                        : t('common:labelled', { label: t('companies:founded'), value: company.founded }),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </div>
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
