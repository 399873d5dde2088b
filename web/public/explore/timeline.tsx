import { useId } from 'react';
import type { FoundingYears } from '../../../core/explore/calls.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { kindLabel } from '../../shared/companies/value-names.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { CompanyLink } from '../companies/company-link.tsx';
import { PictureTable } from './picture-table.tsx';
import { Nothing } from './scatter.tsx';

const TIMELINE_HEIGHT = 28;
/** Of the smallest and the largest dot, in pixels. */
const DOT_MIN = 3;
const DOT_MAX = 10;
/** Years between two that are named, the first that names no more than so many. */
const EVERY = [5, 10, 20, 50];
const NAMED_MAX = 7;

const GRID =
  'flex flex-wrap items-center justify-between gap-x-4 md:grid md:grid-cols-[9rem_minmax(0,1fr)_15rem]';
const STRIP = 'order-last basis-full md:order-none';

/** Range of the year axis, with the labelled years. */
function yearAxis(years: readonly number[]): { from: number; to: number; named: number[] } {
  const [first, last] = [Math.min(...years), Math.max(...years)];
  const every = EVERY.find((step) => (last - first) / step < NAMED_MAX) ?? 50;
  const from = Math.floor(first / every) * every;
  const to = Math.max(last, from + every);
  const named = Array.from({ length: Math.floor((to - from) / every) + 1 }, (_, i) => from + i * every);
  return { from, to, named };
}

/** When which kind of company began: a row each, the earliest on top. */
export function Timeline({ founding: { kinds, unknown } }: { founding: FoundingYears }) {
  const { t } = useTranslation(['explore', 'companies']);
  const { language } = useRoot();
  const heading = useId();
  const number = (value: number) => formatNumber(value, language);
  const all = kinds.flatMap(({ years }) => years);
  const { from, to, named } = yearAxis(all.length > 0 ? all.map(({ year }) => year) : [0]);
  const most = Math.max(1, ...all.map(({ count }) => count));
  // Within the strip the outermost dots have room.
  const at = (year: number) => `${(2 + ((year - from) / (to - from)) * 96).toFixed(2)}%`;
  const size = (count: number) =>
    most === 1 ? DOT_MIN + 1 : DOT_MIN + (DOT_MAX - DOT_MIN) * Math.sqrt((count - 1) / (most - 1));
  return (
    <figure aria-labelledby={heading} className="mt-16 border-line border-t pt-10">
      <h2 id={heading} className="text-2xl">
        {t('years.title')}
      </h2>
      <p className="mt-2 max-w-2xl text-soft">{t('years.text')}</p>
      {kinds.length === 0 ? (
        <Nothing>{t('years.none')}</Nothing>
      ) : (
        <>
          <ol className="mt-6 divide-y divide-line border-line border-y">
            {kinds.map(({ kind, first, years }) => {
              const [begins, ends] = [years[0]?.year ?? from, years.at(-1)?.year ?? from];
              return (
                <li key={kind} className={`${GRID} py-2 md:py-0`}>
                  <PageLink to={paths.kind(kind)} className="link min-w-0 py-1 text-sm">
                    {kindLabel(t, kind)}
                  </PageLink>
                  <svg
                    aria-hidden="true"
                    width="100%"
                    height={TIMELINE_HEIGHT}
                    className={`block overflow-visible ${STRIP}`}
                  >
                    {named.map((year) => (
                      <line
                        key={year}
                        x1={at(year)}
                        x2={at(year)}
                        y1="0"
                        y2={TIMELINE_HEIGHT}
                        className="stroke-line"
                      />
                    ))}
                    <line
                      x1={at(begins)}
                      x2={at(ends)}
                      y1={TIMELINE_HEIGHT / 2}
                      y2={TIMELINE_HEIGHT / 2}
                      className="stroke-accent"
                      strokeOpacity="0.5"
                    />
                    <g className="grows">
                      {years.map(({ year, count }) => (
                        <circle
                          key={year}
                          cx={at(year)}
                          cy={TIMELINE_HEIGHT / 2}
                          r={size(count).toFixed(1)}
                          className={`fill-accent ${year === begins ? 'stroke-ink' : 'stroke-paper'}`}
                          fillOpacity={year === begins ? 1 : 0.75}
                        >
                          <title>{t('years.dot', { year, number: number(count) })}</title>
                        </circle>
                      ))}
                    </g>
                  </svg>
                  <span className="wrap-anywhere min-w-0 text-right text-sm md:text-left">
                    <span className="number text-soft">{begins}</span>{' '}
                    <CompanyLink company={first} className="link">
                      {first.name}
                    </CompanyLink>
                  </span>
                </li>
              );
            })}
          </ol>
          <div aria-hidden="true" className={GRID}>
            <span className="hidden md:block" />
            <svg
              aria-hidden="true"
              width="100%"
              height="20"
              className={`number block overflow-visible fill-soft text-xs ${STRIP}`}
            >
              {named.map((year) => (
                <text key={year} x={at(year)} y="15" textAnchor="middle">
                  {year}
                </text>
              ))}
            </svg>
          </div>
          <figcaption className="mt-3 text-soft text-sm">
            {t('years.note')}
            {unknown > 0 ? ` ${t('years.unknown', { number: number(unknown) })}` : ''}
          </figcaption>
          <PictureTable
            title={t('years.title')}
            columns={[
              t('years.kind'),
              t('years.first'),
              t('years.with'),
              t('years.companies'),
              t('years.busiest'),
            ]}
            rows={kinds.map(({ kind, first, years }) => {
              const busiest = years.reduce((a, b) => (b.count > a.count ? b : a));
              return {
                key: kind,
                cells: [
                  kindLabel(t, kind),
                  years[0]?.year ?? '',
                  first.name,
                  number(years.reduce((sum, { count }) => sum + count, 0)),
                  busiest.count > 1
                    ? t('years.dot', { year: busiest.year, number: number(busiest.count) })
                    : '—',
                ],
              };
            })}
          />
        </>
      )}
    </figure>
  );
}
