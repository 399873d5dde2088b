import type { ReactNode } from 'react';
import type { ListedCompany, RankedCompany } from '../../core/companies/calls.ts';
import { isOfOneTime } from '../../core/companies/per-person.ts';
import type { Sort } from '../../core/companies/sorts.ts';
import { typedLanguage } from '../../core/text.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useRoot } from '../root-data.ts';
import { formatAmount, formatNumber } from '../ui/format.ts';
import { BigFigures } from './big-figures.tsx';
import { CompanyLink } from './company-link.tsx';
import { useLikes } from './likes.ts';
import { LogoTile } from './logo-tile.tsx';
import { useRevenueText } from './revenue-text.tsx';

/** The ranking: one row a company, the whole row opens it. */
export function RankingList({ companies, sort }: { companies: readonly RankedCompany[]; sort: Sort }) {
  const { t } = useTranslation('companies');
  return (
    <ol className="divide-y divide-line border-line border-y" aria-label={t('ranking')}>
      {companies.map((company) => (
        <RankingRow key={company.id} company={company} sort={sort} />
      ))}
    </ol>
  );
}

const ROW =
  'group grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-3 gap-y-2 py-4 md:grid-cols-[3.5rem_minmax(0,1fr)_15rem] md:gap-x-6 md:py-5';

function RankingRow({ company, sort }: { company: RankedCompany; sort: Sort }) {
  const likes = useLikes(company);
  return (
    // Laid out even out of sight: with guessed heights Back would lead to another place.
    <li data-category={company.category}>
      <CompanyLink company={company} className={`${ROW} hover:bg-tint`}>
        <RowContent
          company={{ ...company, likes }}
          facts={<RowFacts company={company} />}
          rank={company.rank}
          lead={<Lead company={company} sort={sort} />}
        />
      </CompanyLink>
    </li>
  );
}

/** A row that leads nowhere: of a company that is not saved yet. */
export function RankingRowPreview({ company, rank }: { company: ShownCompany; rank: number }) {
  return (
    <div className={ROW} data-category={company.category}>
      <RowContent company={company} rank={rank} lead={<Points score={company.score} />} />
    </div>
  );
}

/** What a row shows of a company. */
type ShownCompany = Pick<
  ListedCompany,
  | 'id'
  | 'category'
  | 'revenue_per_person'
  | 'name'
  | 'logo'
  | 'score'
  | 'likes'
  | 'description'
  | 'revenue'
  | 'employees'
  | 'founder'
  | 'founded'
>;

/** When and how the figures were true, and what became of the company where it is no more what it was. */
function RowFacts({ company }: { company: ListedCompany }) {
  const { t } = useTranslation('companies');
  const { language } = useRoot();
  const { revenue_as_of, revenue_basis, revenue_per_person, status } = company;
  const when = [
    revenue_as_of === null ? '' : String(revenue_as_of),
    revenue_basis === null || revenue_basis === 'annual' ? '' : t(`basis_${revenue_basis}`),
  ].filter(Boolean);
  const isOver = status?.kind === 'closed' || status?.kind === 'acquired';
  return (
    <>
      {when.length > 0 ? <span className="number block text-soft text-sm">{when.join(' · ')}</span> : null}
      {revenue_per_person !== null && isOfOneTime(company) && company.employees !== 1 ? (
        <span className="number block text-soft text-sm">
          {t('perPerson')}: {formatAmount(revenue_per_person, 'USD', language)}
        </span>
      ) : null}
      {isOver ? (
        <span className="number mt-1 inline-block rounded-full border border-line px-2.5 py-0.5 text-soft text-xs">
          {[t(`status_${status.kind}`), status.year].filter(Boolean).join(' ')}
        </span>
      ) : null}
    </>
  );
}

const LEAD = 'figure text-base text-ink';

function Points({ score }: { score: number }) {
  const { t } = useTranslation('companies');
  return <span className={LEAD}>{t('pts', { score })}</span>;
}

/** What the list is sorted by stands first; the points follow where they are not it. */
function Lead({ company, sort }: { company: RankedCompany; sort: Sort }) {
  const { t } = useTranslation('companies');
  const { language } = useRoot();
  const revenueText = useRevenueText();
  const { employees, founded, revenue_per_person: perPerson, score, views } = company;
  const number = (value: number) => formatNumber(value, language);
  const leads: Partial<Record<Sort, string | false>> = {
    views: t('viewCount', { count: views, number: number(views) }),
    revenue: revenueText(company.revenue),
    employees: employees !== null && t('people', { count: employees, number: number(employees) }),
    revenue_per_person:
      perPerson !== null && `${formatAmount(perPerson, 'USD', language)} ${t('perPerson').toLowerCase()}`,
    founded: founded !== null && `${t('founded')}: ${founded}`,
  };
  const lead = leads[sort];
  if (!lead) return <Points score={score} />;
  return (
    <>
      <span className={LEAD}>{lead}</span> · {t('pts', { score })}
    </>
  );
}

function RowContent({
  company,
  facts,
  rank,
  lead,
}: {
  company: ShownCompany;
  /** Below its figures. */
  facts?: ReactNode;
  rank: number;
  /** The figure by which the list is sorted. */
  lead: ReactNode;
}) {
  const { t } = useTranslation('companies');
  const { language } = useRoot();
  return (
    <>
      <span className="figure whitespace-nowrap pt-1 text-right text-soft text-xl md:text-2xl">#{rank}</span>
      <div className="min-w-0">
        <div className="flex items-center gap-3">
          <LogoTile company={company} size="small" />
          <div className="min-w-0">
            <h2
              lang={typedLanguage(company.name, language)}
              className="text-lg leading-snug group-hover:underline group-hover:decoration-accent"
            >
              {company.name}
            </h2>
            <span className="number block text-soft text-sm">
              {lead} · ♥ {formatNumber(company.likes, language)}
              <span className="sr-only"> {t('likes')}</span>
            </span>
          </div>
        </div>
        <span
          lang={typedLanguage(company.description, language)}
          className="mt-2 line-clamp-2 text-[0.9375rem] text-soft md:mt-3 md:line-clamp-3"
        >
          {company.description}
        </span>
      </div>
      <span className="col-start-2 md:col-start-3">
        <BigFigures company={company} />
        {facts}
        <span className="mt-2 block text-soft text-sm">
          {t('founder')}: {company.founder}
        </span>
        {company.founded === null ? null : (
          <span className="number block text-soft text-sm">
            {t('founded')}: {company.founded}
          </span>
        )}
      </span>
    </>
  );
}
