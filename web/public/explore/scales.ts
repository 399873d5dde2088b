/** The ends of both axes, as powers of ten. */
export interface Axes {
  people: [number, number];
  revenue: [number, number];
}

interface Amounts {
  employees: number;
  revenue: number;
}

/** Parts of the drawing that are left free at each of its sides. */
const AXIS_MARGIN = 0.05;
/** The shortest axes, in powers of ten: companies that are all equal stand in the middle of them. */
const PEOPLE_MIN = 1;
const REVENUE_MIN = 2;

function logAxis(values: readonly number[], shortest: number): [number, number] {
  const logs = values.map(Math.log10);
  const low = logs.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const high = logs.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  if (low > high) return [0, shortest];
  const short = Math.max(0, shortest - (high - low)) / 2;
  const margin = (high - low + 2 * short) * AXIS_MARGIN;
  return [low - short - margin, high + short + margin];
}

/** Axes on which all have room. */
export const axesOf = (points: readonly Amounts[]): Axes => ({
  people: logAxis(
    points.map(({ employees }) => employees),
    PEOPLE_MIN,
  ),
  revenue: logAxis(
    points.map(({ revenue }) => revenue),
    REVENUE_MIN,
  ),
});

const along = (value: number, [low, high]: readonly [number, number]) =>
  (Math.log10(value) - low) / (high - low);

/** Where a company stands, in parts of the width from the left and of the height from the top. */
export const pointPosition = ({ employees, revenue }: Amounts, axes: Axes): { x: number; y: number } => ({
  x: along(employees, axes.people),
  y: 1 - along(revenue, axes.revenue),
});

/** Powers of ten that an axis names at most. */
const TICKS_MAX = 7;

/** The numbers that an axis names: powers of ten, of a short axis also what is between. */
export function ticksOf([low, high]: readonly [number, number]): number[] {
  const steps = high - low < 1.6 ? [1, 2, 5] : [1];
  const every = Math.ceil((high - low) / TICKS_MAX);
  const ticks: number[] = [];
  for (let power = Math.ceil(low - 1); power <= high; power++) {
    if (power % every !== 0) continue;
    ticks.push(...steps.map((step) => step * 10 ** power).filter((tick) => along(tick, [low, high]) > 0.01));
  }
  return ticks.filter((tick) => along(tick, [low, high]) <= 0.99);
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
 * The lines along which everybody brings in the same, where companies are: slanted, because both axes are
 * logarithmic.
 */
export function equalLines({ people, revenue }: Axes, points: readonly Amounts[]): EqualLine[] {
  const each = points.map((point) => Math.log10(point.revenue / point.employees)).sort((a, b) => a - b);
  const low = Math.floor(each[0] ?? 0);
  const high = Math.ceil(each.at(-1) ?? 0);
  const lines: EqualLine[] = [];
  for (let power = low; power <= high; power++) {
    const from = Math.max(people[0], revenue[0] - power);
    const to = Math.min(people[1], revenue[1] - power);
    if (to - from < (people[1] - people[0]) * LINE_MIN) continue;
    const at = (log: number) => ({
      x: (log - people[0]) / (people[1] - people[0]),
      y: 1 - (log + power - revenue[0]) / (revenue[1] - revenue[0]),
    });
    lines.push({ amount: 10 ** power, from: at(from), to: at(to) });
  }
  const every = Math.ceil(lines.length / EQUAL_LINES_MAX);
  return lines.filter(({ amount }) => Math.round(Math.log10(amount)) % every === 0);
}
