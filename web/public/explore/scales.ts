/** An axis of a drawing, with its ends: as powers of ten where it is logarithmic. */
export interface Axis {
  isLog: boolean;
  low: number;
  high: number;
}
/** Across from the left, and from the bottom upwards. */
export interface Axes {
  x: Axis;
  y: Axis;
}
/** The numbers of a company on both axes. */
interface Numbers {
  x: number;
  y: number;
}

/** How an axis is divided: see `axisOf`. */
interface AxisScale {
  /** Of the shortest axis, in powers of ten: companies that are all equal stand in the middle of it. */
  shortest: number;
  /** By numbers that are measured from zero or that spread over few powers of ten: evenly. */
  isEven?: boolean;
}
export const PEOPLE_SCALE: AxisScale = { shortest: 1 };
export const REVENUE_SCALE: AxisScale = { shortest: 2 };

/** Parts of the drawing that are left free at each of its sides. */
const AXIS_MARGIN = 0.05;

/** An axis on which all numbers have room. Numbers below one have no logarithm that can be read. */
function axisOf(values: readonly number[], { shortest, isEven = false }: AxisScale): Axis {
  const isLog = !isEven && values.every((value) => value > 0);
  const placed = isLog ? values.map(Math.log10) : values;
  const low = placed.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const high = placed.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  if (low > high) return { isLog, low: 0, high: shortest };
  const short = Math.max(0, shortest - (high - low)) / 2;
  const margin = (high - low + 2 * short) * AXIS_MARGIN;
  return { isLog, low: low - short - margin, high: high + short + margin };
}

/** Axes on which all have room. */
export const axesOf = (
  points: readonly Numbers[],
  x: AxisScale = PEOPLE_SCALE,
  y: AxisScale = REVENUE_SCALE,
): Axes => ({
  x: axisOf(
    points.map((point) => point.x),
    x,
  ),
  y: axisOf(
    points.map((point) => point.y),
    y,
  ),
});

/** Where a number stands on an axis: 0 at its low end, 1 at its high end. */
export const partOf = (value: number, { isLog, low, high }: Axis): number =>
  ((isLog ? Math.log10(value) : value) - low) / (high - low);

/** Where a company stands, in parts of the width from the left and of the height from the top. */
export const pointPosition = ({ x, y }: Numbers, axes: Axes): { x: number; y: number } => ({
  x: partOf(x, axes.x),
  y: 1 - partOf(y, axes.y),
});

/** Numbers that an axis names at most. */
const TICKS_MAX = 7;

/** Powers of ten, of a short axis also what is between. */
function powersIn({ low, high }: Axis): number[] {
  const steps = high - low < 1.6 ? [1, 2, 5] : [1];
  const every = Math.ceil((high - low) / TICKS_MAX);
  const ticks: number[] = [];
  for (let power = Math.ceil(low - 1); power <= high; power++)
    if (power % every === 0) ticks.push(...steps.map((step) => step * 10 ** power));
  return ticks;
}

/** Multiples of 1, 2 or 5 times a power of ten. */
function multiplesIn({ low, high }: Axis): number[] {
  const power = 10 ** Math.floor(Math.log10((high - low) / TICKS_MAX));
  const step = [1, 2, 5, 10].map((of) => of * power).find((of) => (high - low) / of <= TICKS_MAX) ?? power;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
}

/** The numbers that an axis names. */
export function ticksOf(axis: Axis): number[] {
  return (axis.isLog ? powersIn(axis) : multiplesIn(axis)).filter((tick) => {
    const part = partOf(tick, axis);
    return part > 0.01 && part <= 0.99;
  });
}

export interface EqualLine {
  /** US dollars per person. */
  amount: number;
  from: { x: number; y: number };
  to: { x: number; y: number };
}

/** Lines at most. */
const EQUAL_LINES_MAX = 6;
/** The part of the width that a line must cross to be worth drawing. */
const LINE_MIN = 0.12;

/**
 * The lines along which everybody brings in the same, where companies are: slanted, because the axes of people and
 * of revenue are both logarithmic.
 */
export function equalLines({ x: people, y: revenue }: Axes, points: readonly Numbers[]): EqualLine[] {
  const each = points.map((point) => Math.log10(point.y / point.x)).sort((a, b) => a - b);
  const low = Math.floor(each[0] ?? 0);
  const high = Math.ceil(each.at(-1) ?? 0);
  const width = people.high - people.low;
  const lines: EqualLine[] = [];
  for (let power = low; power <= high; power++) {
    const from = Math.max(people.low, revenue.low - power);
    const to = Math.min(people.high, revenue.high - power);
    if (to - from < width * LINE_MIN) continue;
    const at = (log: number) => ({
      x: (log - people.low) / width,
      y: 1 - (log + power - revenue.low) / (revenue.high - revenue.low),
    });
    lines.push({ amount: 10 ** power, from: at(from), to: at(to) });
  }
  const every = Math.ceil(lines.length / EQUAL_LINES_MAX);
  return lines.filter(({ amount }) => Math.round(Math.log10(amount)) % every === 0);
}
