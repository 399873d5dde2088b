import { useTranslation } from 'react-i18next';
import type { ListedCompany } from '../../core/companies/calls.ts';
import { typedLanguage } from '../../core/text.ts';
import { useRoot } from '../root-data.ts';
import { formatNumber } from '../ui/format.ts';
import { CompanyLink } from './company-link.tsx';
import { LogoTile } from './logo-tile.tsx';
import { useRevenueText } from './revenue-text.tsx';

/** The ranking: one row a company, the whole row opens it. */
export function RankingList({
  companies,
  firstRank = 1,
}: {
  companies: readonly ListedCompany[];
  firstRank?: number;
}) {
  const { t } = useTranslation('companies');
  return (
    <ol className="divide-y divide-line border-line border-y" aria-label={t('ranking')}>
      {companies.map((company, i) => (
        <RankingRow key={company.id} company={company} rank={firstRank + i} />
      ))}
    </ol>
  );
}

const ROW =
  'group grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-3 gap-y-3 py-5 md:grid-cols-[3.5rem_minmax(0,1fr)_15rem] md:gap-x-6';

function RankingRow({ company, rank }: { company: ListedCompany; rank: number }) {
  return (
    // Laid out even out of sight: with guessed heights Back would lead to another place.
    <li>
      <CompanyLink company={company} className={`${ROW} hover:bg-tint`}>
        <RowContent company={company} rank={rank} />
      </CompanyLink>
    </li>
  );
}

/** A row that leads nowhere: of a company that is not saved yet. */
export function RankingRowPreview({ company, rank }: { company: RankedCompany; rank: number }) {
  return (
    <div className={ROW}>
      <RowContent company={company} rank={rank} />
    </div>
  );
}

/** What a row shows of a company. */
export type RankedCompany = Pick<
  ListedCompany,
  'name' | 'logo' | 'score' | 'likes' | 'description' | 'revenue' | 'employees' | 'founder' | 'founded'
>;

function RowContent({ company, rank }: { company: RankedCompany; rank: number }) {
  const { t } = useTranslation('companies');
  const { language } = useRoot();
  return (
    <>
      <span className="figure whitespace-nowrap pt-1 text-right text-soft text-xl md:text-2xl">#{rank}</span>
      <span className="min-w-0">
        <span className="flex items-center gap-3">
          <LogoTile name={company.name} logo={company.logo} size="small" />
          <span className="min-w-0">
            <span
              lang={typedLanguage(company.name, language)}
              className="block font-display font-semibold text-lg leading-snug group-hover:underline group-hover:decoration-accent"
            >
              {company.name}
            </span>
            <span className="number block text-soft text-sm">
              {t('pts', { score: company.score })} · ♥ {formatNumber(company.likes, language)}
              <span className="sr-only"> {t('likes')}</span>
            </span>
          </span>
        </span>
        <span
          lang={typedLanguage(company.description, language)}
          className="mt-3 line-clamp-3 block text-[0.9375rem] text-soft"
        >
          {company.description}
        </span>
      </span>
      <span className="col-start-2 md:col-start-3">
        <BigFigures company={company} />
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

/** The signature of the site: what a company earns beside how few it is. */
export function BigFigures({ company }: { company: Pick<ListedCompany, 'revenue' | 'employees'> }) {
  const { t } = useTranslation('companies');
  const { language } = useRoot();
  const revenueText = useRevenueText();
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <span className="figure font-semibold text-2xl text-accent">
        <span className="sr-only">{t('revenueShort')}: </span>
        {revenueText(company.revenue)}
      </span>
      {company.employees === null ? null : (
        <span className="figure text-lg">
          <span aria-hidden="true" className="text-soft">
            ·{' '}
          </span>
          <span className="sr-only">{t('employees')}: </span>
          {t('people', { count: company.employees, number: formatNumber(company.employees, language) })}
        </span>
      )}
    </span>
  );
}
