import type { CompanyDetail } from '../../../core/companies/calls.ts';
import type { FigureMetric } from '../../../core/companies/facts.ts';
import { NO_YEARS } from '../../../core/companies/per-person.ts';
import { formatAmount } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';

export type ShownFigure = CompanyDetail['figures'][number];

/** After all months of it. */
const WHOLE_YEAR = 13;

/** In units of the drawing, which is as wide as its column. */
export const CHART_WIDTH = 340;
const CHART_HEIGHT = 160;
const SIDE = 14;
/** The first and the last amount stand above the line, the years below it: no line runs through them. */
const CHART_TOP = 34;
const CHART_BOTTOM = 28;
/** Of a mark, and of what takes a finger or a mouse for it, where there is room between the points. */
const MARK_RADIUS = 4;
const TARGET = 11;
/** The room below the drawing in which a point says what it is. */
const NOTE = 64;
/** Where the years stand. */
const NOTE_Y = CHART_HEIGHT - CHART_BOTTOM + 5;

export interface Point {
  year: number;
  value: number;
  figure: ShownFigure;
}

/** The amount in the unit of a chart: US dollars, or people. Undefined where it is not known in it. */
function amountIn({ amount, amount_usd, currency }: ShownFigure): number | undefined {
  return currency === undefined || currency === 'USD' ? amount : amount_usd;
}

/** The points of a chart, one a year: of several the one of the whole year or the latest month. */
export function pointsOf(figures: readonly ShownFigure[], metric: FigureMetric): Point[] {
  const byYear = new Map<number, Point>();
  for (const figure of figures.toSorted((a, b) => (a.month ?? WHOLE_YEAR) - (b.month ?? WHOLE_YEAR))) {
    const value = amountIn(figure);
    if (figure.metric !== metric || value === undefined || NO_YEARS.includes(figure.basis ?? '')) continue;
    byYear.set(figure.year, { year: figure.year, value, figure });
  }
  return [...byYear.values()].sort((a, b) => a.year - b.year);
}

/** A source by the name of its host. */
export const hostOf = (url: string) => new URL(url).hostname.replace(/^www\./, '');

export const isEstimate = ({ certainty, basis }: ShownFigure) =>
  certainty === 'estimate' || basis === 'estimate';

/** What each person earned in the years of which both are known; an estimate where one of the two is. */
export function perPersonPoints(revenue: readonly Point[], people: readonly Point[]): Point[] {
  return revenue.flatMap(({ year, value, figure }) => {
    const counted = people.find((point) => point.year === year);
    if (!counted?.value) return [];
    const each = Math.round(value / counted.value);
    const sure = isEstimate(counted.figure) ? ({ certainty: 'estimate' } as const) : {};
    return [{ year, value: each, figure: { ...figure, ...sure, amount: each, currency: 'USD' } }];
  });
}

/** A metric over the years, drawn where the page is made. The table beside it says the same. */
export function FigureChart({ title, points }: { title: string; points: readonly Point[] }) {
  const { language } = useRoot();
  const words = usePointText();
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first === last) return null;
  const most = Math.max(...points.map(({ value }) => value));
  const least = Math.min(0, ...points.map(({ value }) => value));
  const x = (year: number) =>
    SIDE + ((year - first.year) / (last.year - first.year)) * (CHART_WIDTH - 2 * SIDE);
  const y = (value: number) =>
    CHART_TOP + (1 - (value - least) / (most - least || 1)) * (CHART_HEIGHT - CHART_TOP - CHART_BOTTOM);
  const gaps = points.slice(1).map(({ year }, i) => x(year) - x(points[i]?.year ?? 0));
  const gap = Math.min(...gaps);
  const line = points.map(
    ({ year, value }, i) => `${i === 0 ? 'M' : 'L'}${x(year).toFixed(1)} ${y(value).toFixed(1)}`,
  );
  return (
    <figure className="min-w-0">
      <figcaption className="text-soft text-sm">{title}</figcaption>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing whose marks are links */}
      <svg
        role="group"
        viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
        className="mt-1 w-full max-w-md overflow-visible"
        aria-label={title}
      >
        <line x1={SIDE} x2={CHART_WIDTH - SIDE} y1={y(0)} y2={y(0)} className="stroke-line" />
        <path
          d={line.join('')}
          className="fill-none stroke-category"
          strokeWidth="2"
          strokeLinejoin="round"
        />
        {[first, last].map((point) => {
          const anchor = point === first ? 'start' : 'end';
          const at = point === first ? 2 : CHART_WIDTH - 2;
          return (
            <g key={point.year} className="number fill-soft text-xs">
              <text x={at} y={CHART_HEIGHT - 7} textAnchor={anchor}>
                {point.year}
              </text>
              <text x={at} y={16} textAnchor={anchor} className="fill-ink font-medium">
                {formatAmount(point.value, point.figure.currency && 'USD', language)}
              </text>
            </g>
          );
        })}
        {points.map((point) => {
          const { figure, year, value } = point;
          const text = words(point);
          const mark = (
            <>
              <circle
                cx={x(year)}
                cy={y(value)}
                r={Math.min(TARGET, gap / 2)}
                strokeWidth="2"
                className="fill-transparent group-focus-visible:stroke-ink"
              />
              <circle
                cx={x(year)}
                cy={y(value)}
                r={Math.max(MARK_RADIUS / 2, Math.min(MARK_RADIUS, gap / 2 - 1))}
                strokeWidth={gap / 2 > MARK_RADIUS ? 2 : 1}
                className={`stroke-category ${isEstimate(figure) ? 'fill-paper' : 'fill-category'}`}
              />
              <PointNote text={text} y={NOTE_Y} />
            </>
          );
          return figure.source ? (
            <a
              key={year}
              href={figure.source}
              target="_blank"
              rel="noopener noreferrer nofollow"
              aria-label={text}
              className="group outline-none"
            >
              {mark}
            </a>
          ) : (
            // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group of SVG is nothing by itself
            <g key={year} role="img" aria-label={text} className="group">
              {mark}
            </g>
          );
        })}
      </svg>
    </figure>
  );
}

/** Text of a point: its year, amount, kind of figure and source. */
export function usePointText(): (point: Point) => string {
  const { t } = useTranslation('companies');
  const { language } = useRoot();
  return ({ figure, year }) =>
    [
      `${year}: ${formatAmount(figure.amount, figure.currency, language)}`,
      figure.basis && figure.basis !== 'annual' ? t(`basis_${figure.basis}`) : '',
      figure.certainty === 'exact' || figure.certainty === figure.basis
        ? ''
        : t(`certainty_${figure.certainty}`),
      figure.source ? hostOf(figure.source) : '',
    ]
      .filter(Boolean)
      .join(' · ');
}

/** What a point is, where the years stand, while it has the focus or a mouse is on it. */
export function PointNote({ text, y }: { text: string; y: number }) {
  return (
    <foreignObject
      x="0"
      y={y}
      width={CHART_WIDTH}
      height={NOTE}
      className="pointer-events-none invisible group-hover:visible group-focus-visible:visible [svg:has(.group:hover)_.group:not(:hover)>&]:invisible"
    >
      <div
        aria-hidden="true"
        className="wrap-anywhere number w-fit rounded-md border border-line bg-raised px-2 py-0.5 text-xs"
      >
        {text}
      </div>
    </foreignObject>
  );
}
