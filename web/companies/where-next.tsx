import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Neighbours } from '../../core/companies/calls.ts';
import { pathLanguage } from '../../core/languages.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { inLanguage, paths } from '../paths.ts';
import { PageLink } from '../shell/link.tsx';
import { type Still, StillPart } from '../still/still.tsx';
import type { ShownCompany } from './shown-company.ts';

/** Where a company's page ends: the ones near it with the reason, those beside it in the ranking, or any. */
export function WhereNext({
  company,
  related,
  neighbours,
}: {
  company: Pick<ShownCompany, 'id' | 'category'>;
  related: Still;
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
      <StillPart still={related} className="mt-5" />
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
