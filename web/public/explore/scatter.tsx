import { type ReactNode, useId } from 'react';
import type { CompanyCategory } from '../../../core/categories.ts';
import { formatAmount, formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { FilterChoices } from '../../shared/companies/list-filters.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { CategoryShape } from '../../shared/ui/category-shape.tsx';
import { State } from '../../shared/ui/state.tsx';
import { CompanyLink } from '../companies/company-link.tsx';
import { AxisChoice } from './axis-choice.tsx';
import type { Label } from './labels.ts';
import { axisLabel, isUsual, measureText } from './measures.ts';
import { PictureTable } from './picture-table.tsx';
import { PointFinder } from './point-finder.tsx';
import { BESIDE_LINE, isAtTop, NAMED_BELOW, type ScatterPicture, UNITS } from './scatter-picture.ts';

/** From which width of the drawing on a name is shown, and up to the next alone (labels.ts, STEPS). */
const LABEL_BREAKPOINTS = [
  undefined,
  'hidden @sm:block',
  'hidden @xl:block',
  'hidden @3xl:block',
  'hidden @5xl:block',
];
const ONLY = [
  '@sm:hidden',
  'hidden @sm:block @xl:hidden',
  'hidden @xl:block @3xl:hidden',
  'hidden @3xl:block @5xl:hidden',
];

/** How a name stands beside its mark, in pixels from its middle. */
const LABEL_ANCHORS: Record<Label['side'], { dx: number; dy: number; anchor: 'start' | 'end' | 'middle' }> = {
  right: { dx: 8, dy: 4, anchor: 'start' },
  left: { dx: -8, dy: 4, anchor: 'end' },
  above: { dx: 0, dy: -11, anchor: 'middle' },
  below: { dx: 0, dy: 20, anchor: 'middle' },
};

const percentOf = (part: number) => `${Number((part * 100).toFixed(2))}%`;

/** Marks of one place and hue. */
function Dots({ path, width, className }: { path: string; width: number; className?: string }) {
  if (path === '') return null;
  return <path d={path} className={className ? `dots ${className}` : 'dots'} strokeWidth={width} />;
}

/** What two axes measure, people and revenue unless others are chosen. Drawn where the page is made; the script only finds what somebody points at. */
export function Scatter({
  picture,
  pointsPath,
  category,
  q,
  choices,
}: {
  picture: ScatterPicture;
  /** Where the points of the picture are asked for. */
  pointsPath: string;
  category: CompanyCategory | null;
  q: string;
  choices: FilterChoices;
}) {
  const { t } = useTranslation(['explore', 'companies', 'categories']);
  const { language } = useRoot();
  const heading = useId();
  const { drawn, known, total, measures } = picture;
  const usual = isUsual(measures);
  const names = { x: axisLabel(t, measures.x, language), y: axisLabel(t, measures.y, language) };
  const title = usual ? t('scatter.title') : t('scatter.titleOf', names);
  const number = (value: number) => formatNumber(value, language);
  return (
    <figure aria-labelledby={heading} className="mt-10">
      <h2 id={heading} className="text-2xl">
        {title}
      </h2>
      <p className="mt-2 max-w-2xl text-soft">{usual ? t('scatter.text') : t('scatter.textOf', names)}</p>
      <AxisChoice measures={measures} />
      {drawn === 0 && picture.others === '' ? (
        <Nothing>{usual ? t('scatter.none') : t('scatter.noneOf')}</Nothing>
      ) : (
        <>
          <p className="needs-script mt-1 text-soft text-sm">{t('scatter.hint')}</p>
          <div className="mt-6 flex flex-wrap justify-between gap-x-6 text-soft text-xs">
            <span>↑ {names.y}</span>
            {usual ? <span>{t('scatter.lines')}</span> : null}
          </div>
          <div className="@container mt-2 ml-14">
            <PointFinder key={pointsPath} axes={picture.axes} measures={measures} pointsPath={pointsPath}>
              <ScatterDrawing
                picture={picture}
                label={usual ? t('scatter.label') : t('scatter.labelOf', names)}
                drawnAs={pointsPath}
              />
            </PointFinder>
            <p className="mt-7 text-right text-soft text-xs">{names.x} →</p>
          </div>
          <figcaption className="mt-3 max-w-3xl space-y-1 text-soft text-sm">
            <p className="number">
              {drawn < known
                ? t('scatter.drawnMost', { number: number(drawn) })
                : known === total
                  ? t('scatter.drawnAll', { total: number(total) })
                  : t(usual ? 'scatter.drawn' : 'scatter.drawnOf', {
                      known: number(known),
                      total: number(total),
                    })}
            </p>
            {picture.hasHollow ? <p>{t('scatter.hollow')}</p> : null}
          </figcaption>
        </>
      )}
      {drawn === 0 ? null : (
        <PictureTable
          title={title}
          columns={[
            t('companies:company'),
            names.x,
            measures.y === 'revenue' ? t('companies:revenueShort') : names.y,
            ...(usual ? [t('companies:perPerson')] : []),
          ]}
          rows={picture.rows.map((point) => ({
            key: point.id,
            cells: [
              <>
                <CompanyLink key="name" company={point} className="link">
                  {point.name}
                </CompanyLink>
                <span key="category" className="mt-1 flex items-center gap-2 text-soft text-xs">
                  <CategoryShape category={point.category} />
                  {t(`categories:${point.category}.name`)}
                </span>
              </>,
              ...(['x', 'y'] as const).map((axis) => (
                <>
                  {measureText(measures[axis], point[axis], language)}
                  {measures[axis] !== 'revenue' || point.yearly ? null : (
                    <span className="block text-soft text-xs">{t('scatter.notYearly')}</span>
                  )}
                </>
              )),
              ...(usual
                ? [
                    point.revenue_per_person === null
                      ? '—'
                      : formatAmount(point.revenue_per_person, 'USD', language),
                  ]
                : []),
            ],
          }))}
        >
          <p className="mt-2">
            <PageLink
              to={listOf(category, q, choices)}
              className="link inline-flex min-h-11 items-center text-sm"
            >
              {t('inList')}
            </PageLink>
          </p>
        </PictureTable>
      )}
    </figure>
  );
}

/** The drawing alone. @param drawnAs key of the drawing: another key mounts and animates it anew */
export function ScatterDrawing({
  picture,
  label,
  drawnAs,
}: {
  picture: ScatterPicture;
  label: string;
  drawnAs?: string;
}) {
  const { size } = picture;
  return (
    <svg role="img" aria-label={label} width="100%" height="100%" className="block overflow-visible">
      <Ground picture={picture} />
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${UNITS} ${UNITS}`}
        preserveAspectRatio="none"
        width="100%"
        height="100%"
        className="overflow-visible"
      >
        <Dots path={picture.others} width={size - 2} className="text-line" />
        <g key={drawnAs} className="appears">
          {picture.marks.map(({ category: of, full, hollow }) => (
            <g key={of} data-category={of} className="text-category">
              <Dots path={full} width={size} />
              {hollow === '' ? null : (
                <>
                  <g strokeWidth={size}>
                    <path id={`hollow-${of}`} d={hollow} className="dots" />
                  </g>
                  {/* The same places once more: each stands in the page once. */}
                  <use href={`#hollow-${of}`} className="text-paper" strokeWidth={size / 2} />
                </>
              )}
            </g>
          ))}
        </g>
      </svg>
      <LineNames lines={picture.lines} />
      <g key={drawnAs} className="appears haloed fill-ink text-xs">
        {picture.labels.map((label) => {
          const { dx, dy, anchor } = LABEL_ANCHORS[label.side];
          return (
            <text
              key={`${label.text} ${label.x} ${label.y} ${label.step}`}
              x={percentOf(label.x)}
              y={percentOf(label.y)}
              dx={dx}
              dy={dy}
              textAnchor={anchor}
              className={(label.stays ? LABEL_BREAKPOINTS : ONLY)[label.step]}
            >
              {label.text}
            </text>
          );
        })}
      </g>
    </svg>
  );
}

/** The list of what is drawn, those with the most revenue per person first. */
function listOf(category: CompanyCategory | null, q: string, choices: FilterChoices): string {
  const address = { ...(q ? { q } : {}), ...choices, sort: 'revenue_per_person' };
  return `${paths.category(category ?? 'all')}?${new URLSearchParams(address)}`;
}

/** A number nearer to the end stands before it. */
const AT_END = 0.93;

/** Lines and numbers behind the marks. */
function Ground({ picture: { ticks, lines } }: { picture: ScatterPicture }) {
  return (
    <>
      <line x1="0" x2="100%" y1="100%" y2="100%" className="stroke-line" />
      <g className="stroke-line" strokeOpacity="0.6">
        {ticks.y.map(({ at }) => (
          <line key={at} x2="100%" y1={percentOf(at)} y2={percentOf(at)} />
        ))}
        {ticks.x.map(({ at }) => (
          <line key={at} x1={percentOf(at)} x2={percentOf(at)} y2="100%" />
        ))}
      </g>
      <g className="stroke-soft" strokeDasharray="2 4" strokeOpacity="0.7">
        {lines.map(({ from, to }) => (
          <line
            key={`${from.x} ${from.y}`}
            x1={percentOf(from.x)}
            y1={percentOf(from.y)}
            x2={percentOf(to.x)}
            y2={percentOf(to.y)}
          />
        ))}
      </g>
      <g className="number haloed fill-soft text-xs" textAnchor="end">
        {ticks.y.map(({ at, text }) => (
          <text key={at} y={percentOf(at)} dx="-6" dy="4">
            {text}
          </text>
        ))}
      </g>
      <g className="number haloed fill-soft text-xs" textAnchor="middle">
        {ticks.x.map(({ at, text }) => (
          <text
            key={at}
            x={percentOf(at)}
            y="100%"
            dx={at > AT_END ? 12 : undefined}
            dy="18"
            textAnchor={at > AT_END ? 'end' : undefined}
          >
            {text}
          </text>
        ))}
      </g>
    </>
  );
}

/** The names of the slanted lines: above the marks, or one of these would hide a figure of it. */
function LineNames({ lines }: Pick<ScatterPicture, 'lines'>) {
  return (
    <g className="number haloed fill-soft text-xs">
      {lines.map(({ text, to, step }) =>
        step === null ? null : isAtTop(to) ? (
          <text
            key={text}
            x={percentOf(to.x)}
            y="0"
            dx="2"
            dy="13"
            fontStyle="italic"
            className={LABEL_BREAKPOINTS[step]}
          >
            {text}
          </text>
        ) : (
          <text
            key={text}
            x={percentOf(to.x)}
            y={percentOf(to.y)}
            dx={to.y < NAMED_BELOW ? -BESIDE_LINE : 0}
            dy={to.y < NAMED_BELOW ? 13 : -7}
            textAnchor="end"
            fontStyle="italic"
            className={LABEL_BREAKPOINTS[step]}
          >
            {text}
          </text>
        ),
      )}
    </g>
  );
}

/** Where there is nothing to draw. */
export function Nothing({ children }: { children: ReactNode }) {
  return (
    <div className="mt-6 border-line border-y py-12">
      <State kind="missing" text={children} />
    </div>
  );
}
