import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { LogoTile } from '../../shared/companies/logo-tile.tsx';
import { PageLink } from '../../shared/layout/link.tsx';
import { paths } from '../../shared/paths.ts';
import { CloseIcon } from '../../shared/ui/icons.tsx';
import { SeriesSample } from './compare-chart.tsx';
import type { Cell, Compared, Extreme, FactRow } from './compare-facts.ts';

const MARKS: { readonly [E in Extreme]: string } = {
  highest: '▲',
  lowest: '▼',
  earliest: '◀',
  latest: '▶',
};

/**
 * The facts of the companies beside each other. Where it is wider than the window it scrolls within
 * itself, and what each row is stays in sight.
 */
export function CompareTable({
  companies,
  rows,
  isOnlyDifferences,
  addressWithout,
  onRemove,
}: {
  companies: readonly Compared[];
  rows: readonly FactRow[];
  isOnlyDifferences: boolean;
  addressWithout: (id: string) => string;
  onRemove: (id: string) => void;
}) {
  const { t } = useTranslation('compare');
  const facts = useRef<HTMLElement>(null);
  /** The place of a company that is being removed: the next one takes it, and the focus. */
  const removed = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is gone
  useEffect(() => {
    if (removed.current === undefined) return;
    const links = facts.current?.querySelectorAll<HTMLElement>('thead a[rel]') ?? [];
    links[Math.min(removed.current, links.length - 1)]?.focus();
    removed.current = undefined;
  }, [companies]);
  const shown = isOnlyDifferences ? rows.filter(({ isSame }) => !isSame) : rows;
  return (
    <section
      ref={facts}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the keyboard where it is wider than its place
      tabIndex={0}
      aria-label={t('facts')}
      className="overflow-x-auto print:overflow-visible"
    >
      <table className="w-full border-separate border-spacing-0 text-left">
        <thead>
          <tr>
            <th scope="col" className={`${FIRST_COLUMN} border-line border-b`}>
              <span className="sr-only">{t('fact')}</span>
            </th>
            {companies.map((company, place) => {
              const { id, name, language } = company;
              return (
                <th
                  key={id}
                  scope="col"
                  className="min-w-40 border-line border-b py-3 pr-4 align-top font-normal"
                >
                  <span data-category={company.category} className="flex items-start justify-between gap-2">
                    <LogoTile company={company} size="small" />
                    <PageLink
                      to={addressWithout(id)}
                      rel="nofollow"
                      preventScrollReset
                      className="-mt-1 flex size-11 items-center justify-center text-soft hover:text-ink print:hidden"
                      aria-label={t('remove', { name })}
                      onClick={() => {
                        removed.current = place;
                        onRemove(id);
                      }}
                    >
                      <CloseIcon />
                    </PageLink>
                  </span>
                  <PageLink
                    to={paths.company(id)}
                    lang={language}
                    className="link wrap-anywhere mt-1 inline-flex min-h-6 items-center font-display font-semibold text-lg"
                  >
                    {name}
                  </PageLink>
                  <span className="mt-1 block">
                    <SeriesSample place={place} />
                  </span>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ id, label, cells, isSame, isNumber = NUMBERS.includes(id) }) => {
            const isDimmed = isSame && companies.length > 1;
            return (
              <tr key={id} className={isDimmed ? 'text-soft' : ''}>
                <th scope="row" className={`${FIRST_COLUMN} border-line border-b text-soft text-sm`}>
                  {label}
                  {isDimmed ? <span className="block text-xs">{t('same')}</span> : null}
                </th>
                {cells.map((cell, i) => (
                  <td key={companies[i]?.id} className="border-line border-b py-3 pr-4 align-top">
                    <CellText cell={cell} isNumber={isNumber} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {shown.length === 0 ? <p className="py-6 text-soft">{t('noDifferences')}</p> : null}
    </section>
  );
}

const FIRST_COLUMN =
  'sticky left-0 z-10 w-24 min-w-24 max-w-40 wrap-anywhere bg-paper py-3 pr-3 align-top font-normal sm:w-40 sm:min-w-40';
const NUMBERS = ['revenue', 'employees', 'perPerson', 'founded', 'score', 'likes'];

function CellText({ cell: { text, note, extreme, lang }, isNumber }: { cell: Cell; isNumber: boolean }) {
  const { t } = useTranslation('compare');
  if (text === null) return <span className="text-soft text-sm">{t('none')}</span>;
  return (
    <>
      <span lang={lang} className={`wrap-anywhere ${isNumber ? 'figure text-lg' : 'text-sm'}`}>
        {text}
      </span>
      {note ? <span className="number block text-soft text-sm">{note}</span> : null}
      {extreme ? (
        <span className="mt-1 block w-fit rounded-full bg-tint px-2 py-0.5 font-medium text-accent text-xs">
          <span aria-hidden="true">{MARKS[extreme]} </span>
          {t(extreme)}
        </span>
      ) : null}
    </>
  );
}
