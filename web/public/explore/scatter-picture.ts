import { type CompanyCategory, companyCategories } from '../../../core/categories.ts';
import type { ScatterPoint, ScatterPoints } from '../../../core/explore/calls.ts';
import type { Language } from '../../../core/languages.ts';
import { formatAmount } from '../../i18n/format.ts';
import { type Box, heightAt, LABEL_STEPS, type Label, NARROWEST, placeLabels, widthOf } from './labels.ts';
import { isUsual, type Measures, measureText, PEOPLE_AND_REVENUE, scaleOf } from './measures.ts';
import { type Axes, axesOf, equalLines, partOf, pointPosition, ticksOf } from './scales.ts';

/** Whole numbers in which marks are placed, along both sides of the drawing. */
export const UNITS = 1000;
/** Rows of the table beneath; the list has all. */
const ROWS_MAX = 50;

/** A line, a number at an axis, with where it stands in parts of the drawing. */
interface Tick {
  at: number;
  text: string;
}

export interface EqualLineDrawn {
  text: string;
  from: { x: number; y: number };
  to: { x: number; y: number };
  /** The step from which on its name has room (labels.ts, STEPS); null where it never has. */
  step: number | null;
}

/** All that is drawn of what two axes measure, ready to be written. */
export interface ScatterPicture {
  measures: Measures;
  axes: Axes;
  /** Marks of what is not chosen, behind the others, as path data of dots. */
  others: string;
  marks: { category: CompanyCategory; full: string; hollow: string }[];
  /** Of a mark, in pixels: the more there are, the smaller. */
  size: number;
  labels: Label[];
  ticks: { x: Tick[]; y: Tick[] };
  lines: EqualLineDrawn[];
  rows: ScatterPoint[];
  drawn: number;
  known: number;
  total: number;
  hasHollow: boolean;
}

/** A dot for each place, however many stand there: a line of no length, which the style gives round ends. */
function dotsOf(points: readonly ScatterPoint[], axes: Axes): string {
  const dots = new Set<string>();
  for (const point of points) {
    const { x, y } = pointPosition(point, axes);
    dots.add(`M${Math.round(x * UNITS)} ${Math.round(y * UNITS)}h0`);
  }
  return [...dots].join('');
}

const sizeFor = (count: number) => (count <= 400 ? 9 : count <= 1500 ? 7 : 5);

type DrawnLine = Omit<EqualLineDrawn, 'step'>;

/** The room of a line's name in a drawing of a width. */
function nameBoxOf({ text, to }: DrawnLine, width: number): Box {
  const [length, height] = [widthOf(text) + 8, heightAt(width)];
  if (isAtTop(to)) return { left: to.x * width, right: to.x * width + length, top: 0, bottom: 18 };
  const right = to.y < NAMED_BELOW ? to.x * width - BESIDE_LINE : width;
  return { left: right - length, right, top: to.y * height - 20, bottom: to.y * height + 18 };
}

/** Adds to each name the smallest width at which it covers no earlier name. */
function withNames(lines: readonly DrawnLine[]): EqualLineDrawn[] {
  const named: EqualLineDrawn[] = [];
  for (const line of lines) {
    const isFree = (width: number) => {
      const box = nameBoxOf(line, width);
      return named.every((other) => {
        if (other.step === null) return true;
        const taken = nameBoxOf(other, width);
        return (
          box.left >= taken.right ||
          box.right <= taken.left ||
          box.top >= taken.bottom ||
          box.bottom <= taken.top
        );
      });
    };
    const step = LABEL_STEPS.findIndex((width) => isFree(Math.max(width, NARROWEST)));
    named.push({ ...line, step: step < 0 ? null : step });
  }
  return named;
}

const writtenOf = (lines: readonly EqualLineDrawn[], width: number): Box[] =>
  lines
    .filter(({ step }) => step !== null && (LABEL_STEPS[step] ?? 0) <= width)
    .map((line) => nameBoxOf(line, width));

/**
 * A line that ends above this y (part of the height) has no room for a name above: the name is placed
 * `BESIDE_LINE` pixels to the left.
 */
export const NAMED_BELOW = 0.05;
export const BESIDE_LINE = 26;

/**
 * Whether a line leaves the drawing at the top, with room for the name to the right; else at the right side.
 */
export const isAtTop = ({ x, y }: { x: number; y: number }): boolean => y < 0.001 && x < 0.8;

/**
 * Computes the positions of the whole picture, the same for all visitors. The axes cover all companies of the
 * directory, so that chosen companies keep their positions.
 */
export function drawScatter(
  chosen: ScatterPoints,
  all: ScatterPoints,
  language: Language,
  measures: Measures = PEOPLE_AND_REVENUE,
): ScatterPicture {
  const scale = (axis: 'x' | 'y') =>
    scaleOf(
      measures[axis],
      all.points.map((point) => point[axis]),
    );
  const axes = axesOf(all.points, scale('x'), scale('y'));
  const ids = new Set(chosen.points.map(({ id }) => id));
  const others = chosen === all ? [] : all.points.filter(({ id }) => !ids.has(id));
  const ticksAlong = (axis: 'x' | 'y') =>
    ticksOf(axes[axis]).map((tick) => ({
      at: axis === 'x' ? partOf(tick, axes.x) : 1 - partOf(tick, axes.y),
      text: measureText(measures[axis], tick, language),
    }));
  // Revenue per person is the same along a line only where these two are measured.
  const equal = isUsual(measures) ? equalLines(axes, all.points) : [];
  const lines = withNames(
    equal.map(({ amount, from, to }) => ({ text: formatAmount(amount, 'USD', language), from, to })),
  );
  const saysRevenue = measures.x === 'revenue' || measures.y === 'revenue';
  const isHollow = ({ yearly }: ScatterPoint) => saysRevenue && !yearly;
  const marks = companyCategories().map((category) => {
    const of = chosen.points.filter((point) => point.category === category);
    return {
      category,
      full: dotsOf(
        of.filter((point) => !isHollow(point)),
        axes,
      ),
      hollow: dotsOf(of.filter(isHollow), axes),
    };
  });
  return {
    measures,
    axes,
    others: dotsOf(others, axes),
    marks,
    size: sizeFor(all.points.length),
    labels: placeLabels(chosen.points, all.points, axes, (width) => writtenOf(lines, width)),
    ticks: { x: ticksAlong('x'), y: ticksAlong('y') },
    lines,
    rows: chosen.points
      .toSorted((a, b) =>
        isUsual(measures) ? (b.revenue_per_person ?? -1) - (a.revenue_per_person ?? -1) : b.y - a.y,
      )
      .slice(0, ROWS_MAX),
    drawn: chosen.points.length,
    known: chosen.known,
    total: chosen.total,
    hasHollow: marks.some(({ hollow }) => hollow !== ''),
  };
}
