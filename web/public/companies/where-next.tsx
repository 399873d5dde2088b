import type { CompanyDetail, Neighbours } from '../../../core/companies/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../shared/paths.ts';
import { StaticLink } from '../page/static-link.tsx';

interface WhereNextProps {
  company: CompanyDetail;
  /** Of the companies near it, drawn. */
  cards: string;
  neighbours: Neighbours;
}

/**
 * Where a company's page ends: the ones near it with the reason, those beside it in the ranking, or any.
 * Static HTML; the arrow keys follow its links (`useRankingKeys`).
 */
export function WhereNext({ company, cards, neighbours }: WhereNextProps) {
  const { t } = useTranslation(['companies', 'categories']);
  const category = t(`categories:${company.category}.name`);
  return (
    <section aria-labelledby="where-next" className="mt-6 border-line border-t pt-8 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="where-next" className="text-2xl">
          {t('whereNext')}
        </h2>
        {/* Not a page of the router's: the server chooses, and nothing of it is kept. */}
        <StaticLink to={paths.surprise(company.id)} rel="nofollow" target="_self" className="button">
          {t('surprise')}
        </StaticLink>
      </div>
      <ul
        className="mt-5 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by React itself
        dangerouslySetInnerHTML={{ __html: cards }}
      />
      {neighbours.previous || neighbours.next ? (
        <nav
          aria-label={t('inRanking', { category })}
          className="mt-8 grid grid-cols-2 gap-4 border-line border-t pt-4"
        >
          <NeighbourLink side="previous" neighbours={neighbours} />
          <NeighbourLink side="next" neighbours={neighbours} />
        </nav>
      ) : null}
    </section>
  );
}

const NEIGHBOUR_SIDES = {
  previous: { rel: 'prev', key: 'ArrowLeft', text: 'previousInRank', className: '' },
  next: { rel: 'next', key: 'ArrowRight', text: 'nextInRank', className: 'col-start-2 text-right' },
} as const;

function NeighbourLink({ side, neighbours }: { side: keyof typeof NEIGHBOUR_SIDES; neighbours: Neighbours }) {
  const { t } = useTranslation('companies');
  const { rel, key, text, className } = NEIGHBOUR_SIDES[side];
  const company = neighbours[side];
  if (!company) return null;
  return (
    <StaticLink
      to={paths.company(company.id)}
      rel={rel}
      aria-keyshortcuts={key}
      className={`link wrap-anywhere flex min-h-11 flex-col justify-center ${className}`}
    >
      <span>{t(text, { name: company.name })}</span>
      <span className="text-soft text-sm">
        {rel === 'prev' ? '← ' : ''}
        {t('rank', { rank: company.rank })}
        {rel === 'next' ? ' →' : ''}
      </span>
    </StaticLink>
  );
}
