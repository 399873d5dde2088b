import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Answer } from '../../core/call.ts';
import type { CompanyDetail, findRelated, Neighbours } from '../../core/companies/calls.ts';
import { pathLanguage } from '../../core/languages.ts';
import { typedLanguage } from '../../core/text.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { inLanguage, paths } from '../paths.ts';
import { useRoot } from '../root-data.ts';
import { PageLink } from '../shell/link.tsx';
import { countryName, formatNumber } from '../ui/format.ts';
import { LogoTile } from './logo-tile.tsx';
import { useRevenueText } from './revenue-text.tsx';

type Related = Answer<typeof findRelated>[number];

/** Where a company's page ends: the ones near it with the reason, those beside it in the ranking, or any. */
export function WhereNext({
  company,
  related,
  neighbours,
}: {
  company: CompanyDetail;
  related: readonly Related[];
  neighbours: Neighbours;
}) {
  const { t } = useTranslation(['companies', 'categories']);
  const language = pathLanguage(useLocation().pathname);
  const category = t(`categories:${company.category}.name`);
  return (
    <section aria-labelledby="where-next" className="mt-16 border-line border-t pt-8 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="where-next" className="text-2xl">
          {t('whereNext')}
        </h2>
        {/* Not a page of the router's: the server chooses, and nothing of it is kept. */}
        <a href={inLanguage(paths.surprise(company.id), language)} rel="nofollow" className="button">
          {t('surprise')}
        </a>
      </div>
      <ul className="mt-5 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {related.map((one) => (
          <li key={one.id}>
            <RelatedCompany of={company} company={one} />
          </li>
        ))}
      </ul>
      {neighbours.previous || neighbours.next ? (
        <nav
          aria-label={t('inRanking', { category })}
          className="mt-8 grid grid-cols-2 gap-4 border-line border-t pt-4"
        >
          <NeighbourLink side="previous" neighbours={neighbours} />
          <NeighbourLink side="next" neighbours={neighbours} />
          <NeighbourKeys neighbours={neighbours} />
        </nav>
      ) : null}
    </section>
  );
}

function RelatedCompany({ of, company }: { of: CompanyDetail; company: Related }) {
  const { t } = useTranslation(['companies', 'categories']);
  const { language } = useRoot();
  const revenueText = useRevenueText();
  const { reason, employees } = company;
  const shared = company.kinds.find((kind) => of.kinds.includes(kind));
  const what = {
    kind: shared ? t(`kind_${shared}`) : '',
    country: company.country ? countryName(company.country, language) : '',
    category: t(`categories:${company.category}.name`),
  };
  const text =
    reason === 'kind' || reason === 'country' || reason === 'category'
      ? t(`near_${reason}`, { what: what[reason] })
      : t(`near_${reason}`);
  return (
    <PageLink
      to={paths.company(company.id)}
      className="group flex h-full flex-col gap-3 rounded-xl border border-line p-4 hover:bg-tint"
    >
      <span data-category={company.category} className="flex items-center gap-3">
        <LogoTile company={company} size="small" />
        <span className="min-w-0">
          <span
            lang={typedLanguage(company.name, language)}
            className="wrap-anywhere block font-medium group-hover:underline group-hover:decoration-accent"
          >
            {company.name}
          </span>
          <span className="number block text-soft text-sm">
            {[
              company.revenue ? revenueText(company.revenue) : '',
              employees === null
                ? ''
                : t('people', { count: employees, number: formatNumber(employees, language) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      </span>
      <span className="wrap-anywhere mt-auto text-soft text-sm">{text}</span>
    </PageLink>
  );
}

const SIDES = {
  previous: { rel: 'prev', key: 'ArrowLeft', text: 'previousInRank', className: '' },
  next: { rel: 'next', key: 'ArrowRight', text: 'nextInRank', className: 'col-start-2 text-right' },
} as const;

function NeighbourLink({ side, neighbours }: { side: keyof typeof SIDES; neighbours: Neighbours }) {
  const { t } = useTranslation('companies');
  const { rel, key, text, className } = SIDES[side];
  const company = neighbours[side];
  if (!company) return null;
  return (
    <PageLink
      to={paths.company(company.id)}
      rel={rel}
      aria-keyshortcuts={key}
      className={`link wrap-anywhere flex min-h-11 flex-col justify-center ${className}`}
    >
      <span>{t(text, { name: company.name })}</span>
      <span className="number text-soft text-sm">
        {rel === 'prev' ? '← ' : ''}
        {t('rank', { rank: company.rank })}
        {rel === 'next' ? ' →' : ''}
      </span>
    </PageLink>
  );
}

/** The arrow keys go through the ranking, where they have nothing else to do. */
function NeighbourKeys({ neighbours }: { neighbours: Neighbours }) {
  const navigate = useNavigate();
  const language = pathLanguage(useLocation().pathname);
  const go = useEffectEvent((event: KeyboardEvent) => {
    const side = (['previous', 'next'] as const).find((one) => SIDES[one].key === event.key);
    const company = side && neighbours[side];
    const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (!company || hasModifier || event.defaultPrevented || isUsingArrows(event.target)) return;
    event.preventDefault();
    void navigate(inLanguage(paths.company(company.id), language));
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => go(event);
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return null;
}

/** Whether the focus is on anything but the page itself, its heading or a link. */
function isUsingArrows(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return true;
  return target !== document.body && !target.matches('main, h1, a:not(dialog a)');
}
