import type { CompanyDetail } from '../../core/companies/calls.ts';
import type { Metric } from '../../core/companies/facts.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useRoot } from '../root-data.ts';
import { formatAmount } from '../ui/format.ts';

export type ShownFigure = CompanyDetail['figures'][number];

/** Of a whole life, a month or another company: no year's revenue, and in no line with it. */
const OF_NO_YEAR = ['lifetime', 'launch', 'group', 'acquisition'];

const WIDTH = 340;
const HEIGHT = 150;
const LEFT = 26;
const TOP = 26;
const BOTTOM = 24;

interface Point {
  year: number;
  value: number;
  figure: ShownFigure;
}

/** The amount in the unit of a chart: US dollars, or people. Undefined where it is not known in it. */
function amountIn({ amount, amount_usd, currency }: ShownFigure): number | undefined {
  return currency === undefined || currency === 'USD' ? amount : amount_usd;
}

/** The points of a chart, one a year: of several the last that was said. */
export function pointsOf(figures: readonly ShownFigure[], metric: Metric): Point[] {
  const byYear = new Map<number, Point>();
  for (const figure of figures) {
    const value = amountIn(figure);
    if (figure.metric !== metric || value === undefined || OF_NO_YEAR.includes(figure.basis ?? '')) continue;
    byYear.set(figure.year, { year: figure.year, value, figure });
  }
  return [...byYear.values()].sort((a, b) => a.year - b.year);
}

const isEstimate = ({ certainty, basis }: ShownFigure) => certainty === 'estimate' || basis === 'estimate';

/** A metric over the years, drawn where the page is made. The table beside it says the same. */
export function FigureChart({ title, points }: { title: string; points: readonly Point[] }) {
  const { t } = useTranslation('companies');
  const { language } = useRoot();
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first === last) return null;
  const most = Math.max(...points.map(({ value }) => value));
  const least = Math.min(0, ...points.map(({ value }) => value));
  const x = (year: number) => LEFT + ((year - first.year) / (last.year - first.year)) * (WIDTH - 2 * LEFT);
  const y = (value: number) => TOP + (1 - (value - least) / (most - least || 1)) * (HEIGHT - TOP - BOTTOM);
  const line = points.map(
    ({ year, value }, i) => `${i === 0 ? 'M' : 'L'}${x(year).toFixed(1)} ${y(value).toFixed(1)}`,
  );
  const words = ({ figure, year }: Point) =>
    [
      `${year}: ${formatAmount(figure.amount, figure.currency, language)}`,
      figure.basis && figure.basis !== 'annual' ? t(`basis_${figure.basis}`) : '',
      isEstimate(figure) && figure.basis !== 'estimate' ? t('certainty_estimate') : '',
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <figure className="min-w-0">
      <figcaption className="text-soft text-sm">{title}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="mt-1 w-full max-w-md overflow-visible"
        aria-label={title}
      >
        <line x1={LEFT} x2={WIDTH - LEFT} y1={y(0)} y2={y(0)} className="stroke-line" />
        <path d={line.join('')} className="fill-none stroke-accent" strokeWidth="2" strokeLinejoin="round" />
        {points.map((point) => {
          const { figure, year, value } = point;
          const mark = (
            <>
              <title>{words(point)}</title>
              <circle cx={x(year)} cy={y(value)} r="11" className="fill-transparent" />
              <circle
                cx={x(year)}
                cy={y(value)}
                r="4"
                strokeWidth="2"
                className={`stroke-accent ${isEstimate(figure) ? 'fill-page' : 'fill-accent'}`}
              />
            </>
          );
          return figure.source ? (
            <a
              key={year}
              href={figure.source}
              target="_blank"
              rel="noopener noreferrer nofollow"
              aria-label={words(point)}
            >
              {mark}
            </a>
          ) : (
            <g key={year}>{mark}</g>
          );
        })}
        {[first, last].map((point) => (
          <g key={point.year} className="number fill-soft text-[0.6875rem]">
            <text x={x(point.year)} y={HEIGHT - 6} textAnchor="middle">
              {point.year}
            </text>
            <text
              x={point === first ? 0 : WIDTH}
              y={Math.max(12, y(point.value) - 12)}
              textAnchor={point === first ? 'start' : 'end'}
              className="fill-ink font-medium"
            >
              {formatAmount(amountIn(point.figure) ?? 0, point.figure.currency && 'USD', language)}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  );
}
