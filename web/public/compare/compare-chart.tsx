import { formatAmount } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { CHART_WIDTH, isEstimate, type Point, PointNote, usePointText } from '../figures/figure-chart.tsx';

/** Line of a company in the chart: `place` determines shade, dashes and mark. */
export interface Series {
  id: string;
  name: string;
  place: number;
  points: readonly Point[];
}

/** In units of the drawing, which is as wide as its column. */
const COMPARE_CHART_HEIGHT = 210;
/** The amounts stand beside the lines, where nothing is drawn over them. */
const LEFT = 60;
const RIGHT = 14;
const COMPARE_CHART_TOP = 14;
const COMPARE_CHART_BOTTOM = 26;
const POINT_TARGET = 11;
/** Amounts further apart than so many times are drawn on a logarithmic axis: else the small ones lie on the ground. */
const LINEAR_UP_TO = 40;

/** Told apart by the dashes of the line and the form of the mark; a hue would mean a category (docs/design.md). */
const STYLES = [
  {
    stroke: 'stroke-ink',
    fill: 'fill-ink',
    dashes: undefined,
    mark: 'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0',
  },
  { stroke: 'stroke-soft', fill: 'fill-soft', dashes: '7 4', mark: 'M-4-4H4V4H-4Z' },
  { stroke: 'stroke-ink', fill: 'fill-ink', dashes: '2 3', mark: 'M0-5L5 4H-5Z' },
  { stroke: 'stroke-soft', fill: 'fill-soft', dashes: '9 3 2 3', mark: 'M0-5.5L5.5 0L0 5.5L-5.5 0Z' },
] as const;

const styleOf = (place: number) => STYLES[place % STYLES.length] ?? STYLES[0];

/** The mark and the line of a company, as the charts draw it. */
export function SeriesSample({ place }: { place: number }) {
  const { stroke, fill, dashes, mark } = styleOf(place);
  return (
    <svg viewBox="0 0 40 14" width="40" height="14" aria-hidden="true" className="shrink-0">
      <path d="M0 7H40" className={`fill-none ${stroke}`} strokeWidth="2" strokeDasharray={dashes} />
      <path d={mark} transform="translate(20 7)" className={fill} />
    </svg>
  );
}

/** Where the lines of the axis stand: powers of ten, or nothing, half and all. */
function valueAxis(values: readonly number[]) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (least > 0 && most / least > LINEAR_UP_TO) {
    const [from, to] = [Math.floor(Math.log10(least)), Math.ceil(Math.log10(most))];
    return {
      isLogarithmic: true,
      ticks: Array.from({ length: to - from + 1 }, (_, i) => 10 ** (from + i)),
      part: (value: number) => (Math.log10(value) - from) / (to - from),
    };
  }
  const bottom = Math.min(0, least);
  const step = niceStep(Math.max(most, 0) - bottom);
  const top = Math.ceil(Math.max(most, 0) / step) * step || step;
  const from = Math.floor(bottom / step) * step;
  return {
    isLogarithmic: false,
    ticks: Array.from({ length: Math.round((top - from) / step) + 1 }, (_, i) => from + i * step),
    part: (value: number) => (value - from) / (top - from),
  };
}

/** A round number of which two to five make a range. */
function niceStep(range: number): number {
  const rough = (range || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5, 10].find((step) => step * power >= rough) ?? 10);
}

/** One metric of several companies over the years, on one axis, drawn where the page is made. */
export function CompareChart({
  title,
  series,
  isMoney,
}: {
  title: string;
  series: readonly Series[];
  isMoney: boolean;
}) {
  const { t } = useTranslation('compare');
  const { language } = useRoot();
  const points = series.flatMap((one) => one.points);
  const years = points.map(({ year }) => year);
  const [first, last] = [Math.min(...years), Math.max(...years)];
  const { ticks, part, isLogarithmic } = valueAxis(points.map(({ value }) => value));
  const x = (year: number) => LEFT + ((year - first) / (last - first || 1)) * (CHART_WIDTH - LEFT - RIGHT);
  const y = (value: number) =>
    COMPARE_CHART_TOP + (1 - part(value)) * (COMPARE_CHART_HEIGHT - COMPARE_CHART_TOP - COMPARE_CHART_BOTTOM);
  const amount = (value: number) => formatAmount(value, isMoney ? 'USD' : undefined, language);
  return (
    <figure className="min-w-0 break-inside-avoid">
      <figcaption className="font-medium">
        {title}
        {isLogarithmic ? (
          <span className="block font-normal text-soft text-sm">{t('logarithmic')}</span>
        ) : null}
      </figcaption>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing whose marks are links */}
      <svg
        role="group"
        viewBox={`0 0 ${CHART_WIDTH} ${COMPARE_CHART_HEIGHT}`}
        className="mt-2 w-full max-w-md overflow-visible"
        aria-label={title}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={CHART_WIDTH - RIGHT} y1={y(tick)} y2={y(tick)} className="stroke-line" />
            <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end" className="number fill-soft text-xs">
              {amount(tick)}
            </text>
          </g>
        ))}
        {first < last
          ? [first, last].map((year) => (
              <text
                key={year}
                x={x(year)}
                y={COMPARE_CHART_HEIGHT - 7}
                textAnchor="middle"
                className="number fill-soft text-xs"
              >
                {year}
              </text>
            ))
          : null}
        {series.map((one) => (
          <SeriesLine key={one.id} series={one} x={x} y={y} />
        ))}
      </svg>
      <FiguresTable title={title} series={series} amount={amount} />
    </figure>
  );
}

/** The line of a company with its points. */
function SeriesLine({ series, x, y }: { series: Series; x(year: number): number; y(value: number): number }) {
  const { name, place, points: line } = series;
  const words = usePointText();
  const { stroke, dashes } = styleOf(place);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of a drawing
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group of SVG is nothing by itself
    <g role="group" aria-label={name}>
      <path
        d={line
          .map((point, i) => `${i === 0 ? 'M' : 'L'}${x(point.year).toFixed(1)} ${y(point.value).toFixed(1)}`)
          .join('')}
        className={`fill-none ${stroke}`}
        strokeWidth="2"
        strokeLinejoin="round"
        strokeDasharray={dashes}
      />
      {line.map((point) => (
        <SeriesPoint
          key={point.year}
          place={place}
          point={point}
          text={`${name} · ${words(point)}`}
          x={x(point.year)}
          y={y(point.value)}
        />
      ))}
    </g>
  );
}

/** The mark of a year, which leads to the source of its figure. */
function SeriesPoint({
  place,
  point: { figure },
  text,
  x,
  y,
}: {
  place: number;
  point: Point;
  text: string;
  x: number;
  y: number;
}) {
  const { stroke, fill, mark } = styleOf(place);
  const at = `translate(${x.toFixed(1)} ${y.toFixed(1)})`;
  const drawn = (
    <>
      <circle
        r={POINT_TARGET}
        transform={at}
        strokeWidth="2"
        className="fill-transparent group-focus-visible:stroke-ink"
      />
      <path
        d={mark}
        transform={at}
        strokeWidth="1.5"
        className={`${stroke} ${isEstimate(figure) ? 'fill-paper' : fill}`}
      />
      <PointNote text={text} y={COMPARE_CHART_HEIGHT - COMPARE_CHART_BOTTOM + 5} />
    </>
  );
  return figure.source ? (
    <a
      href={figure.source}
      target="_blank"
      rel="noopener noreferrer nofollow"
      aria-label={text}
      className="group outline-none"
    >
      {drawn}
    </a>
  ) : (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group of SVG is nothing by itself
    <g role="img" aria-label={text} className="group">
      {drawn}
    </g>
  );
}

/** The figures of the chart as a table, the latest year first. */
function FiguresTable({
  title,
  series,
  amount,
}: {
  title: string;
  series: readonly Series[];
  amount(value: number): string;
}) {
  const { t } = useTranslation(['compare', 'companies']);
  const years = series.flatMap(({ points }) => points.map(({ year }) => year));
  return (
    <details className="mt-2 text-sm print:hidden">
      <summary className="inline-flex min-h-11 items-center text-soft">
        {t('figuresTable', { metric: title })}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the keyboard where it is wider than its place */}
      <section tabIndex={0} aria-label={title} className="overflow-x-auto">
        <table className="number text-left">
          <thead className="text-soft">
            <tr>
              <th scope="col" className="py-1 pr-4 font-normal">
                {t('companies:figureYear')}
              </th>
              {series.map(({ id, name }) => (
                <th key={id} scope="col" className="py-1 pr-4 font-normal">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-line border-y">
            {[...new Set(years)]
              .toSorted((a, b) => b - a)
              .map((year) => (
                <tr key={year}>
                  <th scope="row" className="py-1 pr-4 font-normal">
                    {year}
                  </th>
                  {series.map(({ id, points: line }) => {
                    const point = line.find((one) => one.year === year);
                    return (
                      <td key={id} className="whitespace-nowrap py-1 pr-4">
                        {point ? amount(point.value) : '—'}
                      </td>
                    );
                  })}
                </tr>
              ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
