import type { CompanyCategory } from '../categories.ts';

/** Units of a mark's side. */
export const MARK_SIDE = 64;

/** Company fields from which a mark is drawn; lists and company pages have all of them. */
export interface MarkedCompany {
  id: string;
  category: CompanyCategory;
  employees: number | null;
  /** US dollars. */
  revenue_per_person: number | null;
}

/** Colour roles: hue of the category, tint of the hue, ink, sun. */
export type MarkTone = 'strong' | 'soft' | 'ink' | 'sun';

export interface MarkPath {
  tone: MarkTone;
  /** A path, filled by the rule `evenodd`. */
  d: string;
  /** 0 to 1; absent: 1. */
  opacity?: number;
  /** Degrees around the middle; absent: none. */
  turn?: number;
}

const MIDDLE = MARK_SIDE / 2;
const GROUND = `M0 0h${MARK_SIDE}v${MARK_SIDE}h-${MARK_SIDE}z`;

const n = (value: number) => Math.round(value * 10) / 10;
/** One arc nearly all around, closed: half as long as two halves. */
const circle = (x: number, y: number, r: number) => `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 1 0 .1z`;
const box = (x: number, y: number, width: number, height: number) =>
  `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}z`;
const repeated = (count: number, part: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join('');
/** Between two arcs, from one corner to the other. */
const leaf = (x: number, y: number, s: number) =>
  `M${n(x)} ${n(y)}a${n(s)} ${n(s)} 0 0 1 ${n(s)} ${n(-s)}a${n(s)} ${n(s)} 0 0 1 ${n(-s)} ${n(s)}z`;

/**
 * The giants: `g` is how large, 0.5 to 1, `k` how many, 2 to 4. They stand on the lower edge or in its left
 * corner. No cross, no crescent and no rays: those are somebody's emblem.
 */
const GIANTS: readonly ((g: number, k: number) => string)[] = [
  // A ball, a rising sun, a slice.
  (g, k) => circle(16 + 6 * k, 36, 30 * g),
  (g, k) => `M${n(14 * k - 10 - 32 * g)} 64a${n(32 * g)} ${n(32 * g)} 0 0 1 ${n(64 * g)} 0z`,
  (g, k) =>
    `M0 ${n(64 - 64 * g)}a${n(64 * g)} ${n(64 * g)} 0 0 1 ${n(64 * g)} ${n(64 * g)}h${n(-64 * g)}z${k > 2 ? circle(0, 64, 16 * g * (k - 2)) : ''}`,
  // Ripples from a corner, arches in each other.
  (g, k) => repeated(2 * k, (i) => circle(0, 64, (64 * g * (i + 1)) / (2 * k))),
  (g, k) =>
    repeated(2 * k - 1, (i) => {
      const r = (32 * g * (i + 1)) / (2 * k - 1);
      return `M${n(MIDDLE - r)} 64v${n(r - 56 * g)}a${n(r)} ${n(r)} 0 0 1 ${n(2 * r)} 0v${n(56 * g - r)}z`;
    }),
  // Columns that grow, a stair, a slope.
  (g, k) =>
    repeated(k + 1, (i) => box((64 / (k + 1)) * i, 64 - (60 * g * (i + 1)) / (k + 1), 64 / (k + 1) - 3, 64)),
  (g, k) => `M64 64h-64${repeated(k + 1, () => `v${n((-64 * g) / (k + 1))}h${n(64 / (k + 1))}`)}z`,
  (g, k) => `M0 64h64l${32 * (k - 4)} ${n(-64 * g)}z`,
  // One leaf, leaves around the middle.
  (g, k) => repeated(k - 1, (i) => leaf(10 * i, 64, 64 * g * (1.4 - 0.2 * k))),
  (g, k) => repeated(k, (i) => leaf(i % 2 ? 32 : 32 - 32 * g, i < 2 ? 64 : 32, 32 * g)),
  // Waves, peaks, stripes across.
  (g, k) =>
    repeated(k, (i) => {
      const step = (64 * g) / k;
      const y = 64 - step * (i + 0.9);
      return `M0 ${n(y)}q16 ${n(-step)} 32 0t32 0v${n(step / 2)}q-16 ${n(step)} -32 0t-32 0z`;
    }),
  (g, k) =>
    `M0 64${repeated(k, (i) => `l${n(32 / k)} ${n((-64 * g * (i + 1)) / k)}l${n(32 / k)} ${n((64 * g * (i + 1)) / k)}`)}z`,
  (g, k) =>
    repeated(
      k,
      (i) => `M0 ${n(64 - (64 * g * i) / k)}l64 ${n(-32 * g)}v${n((-32 * g) / k)}l-64 ${n(32 * g)}z`,
    ),
  // Squares on their corner in each other, a ring, balls that grow, pills, two cones.
  (g, k) =>
    repeated(k, (i) => {
      const r = (34 * g * (k - i)) / k;
      return `M32 ${n(32 - r)}l${n(r)} ${n(r)}l${n(-r)} ${n(r)}l${n(-r)} ${n(-r)}z`;
    }),
  (g, k) => circle(32, 34, 30 * g) + circle(32 + 3 * k, 34 - 3 * k, 26 * g - 4 * k),
  (g, k) =>
    repeated(k, (i) => {
      const r = (((32 * g) / (k + 1)) * (i + 1) * 2) / k;
      const at = (60 / k) * (i + 0.5);
      return circle(at + 2, 62 - at, r / 1.3);
    }),
  (g, k) =>
    repeated(k, (i) => {
      const r = 26 / k;
      const long = Math.max(0, (60 * g * (k - i)) / k - 2 * r);
      return `M${n(2 + r)} ${n(60 - (60 / k) * i)}a${n(r)} ${n(r)} 0 0 1 0 ${n(-2 * r)}h${n(long)}a${n(r)} ${n(r)} 0 0 1 0 ${n(2 * r)}z`;
    }),
  (g, k) =>
    `M${n(32 - 32 * g)} 0h${n(64 * g)}L32 ${16 * (k - 1)}l${n(32 * g)} ${64 - 16 * (k - 1)}h${n(-64 * g)}L32 ${16 * (k - 1)}z`,
  // Slices of one ball, the two halves apart or three of four.
  (g, k) => {
    const slice = (x: number, y: number, across: number, down: number) =>
      `M${n(x)} ${n(y)}h${n(across)}A${n(32 * g)} ${n(32 * g)} 0 0 ${across * down > 0 ? 1 : 0} ${n(x)} ${n(y + down)}z`;
    const r = 32 * g;
    const last = k > 3 ? slice(32, 32, r, r) : '';
    return slice(32, 32, r, -r) + slice(32 - (k > 2 ? 0 : 4), 32 + (k > 2 ? 0 : 4), -r, r) + last;
  },
];

/** Ground, giant and how much of it is laid on, tiny one. */
const SCHEMES: readonly [ground: MarkTone, giant: MarkTone, opacity: number, tiny: MarkTone][] = [
  ['soft', 'strong', 1, 'ink'],
  ['strong', 'soft', 1, 'soft'],
  ['soft', 'strong', 0.4, 'strong'],
  ['ink', 'soft', 1, 'sun'],
  ['soft', 'ink', 1, 'strong'],
];

/** Where the tiny one stands, within what every shape of icon leaves. */
const MARK_POSITIONS = [14, MIDDLE, MARK_SIDE - 14];

/** As FNV-1a, mixed once more, so that ids that begin alike end far apart. Another start would draw other marks. */
export function hashText(text: string): number {
  let value = 0x811c9dc8;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39);
  return (value ^ (value >>> 15)) >>> 0;
}

/**
 * The mark of a company that has no logo: a giant, as large as what it earns, and a tiny one, as large
 * as the people it has, both by their logarithms. Which giant, how it is turned and how it is coloured
 * follows from the id. The same company has the same mark everywhere; it is crisp from 16 pixels on.
 */
export function drawMark({ id, employees, revenue_per_person }: MarkedCompany): MarkPath[] {
  let rest = hashText(id);
  /** The next choice of so many. */
  const pick = (count: number) => {
    const chosen = rest % count;
    rest = Math.floor(rest / count);
    return chosen;
  };
  const form = GIANTS[pick(GIANTS.length)] as (typeof GIANTS)[number];
  const [ground, giant, opacity, tiny] = SCHEMES[pick(SCHEMES.length)] as (typeof SCHEMES)[number];
  const turn = pick(4) * 90;
  const count = 2 + pick(3);
  const x = MARK_POSITIONS[pick(3)] as number;
  const y = MARK_POSITIONS[pick(3)] as number;
  const people = Math.max(1, employees ?? 1);
  // From ten thousand dollars to ten billions; the middle where it is not known.
  const earned =
    revenue_per_person === null ? 0.5 : (Math.log10(Math.max(1, revenue_per_person * people)) - 4) / 6;
  const size = 0.55 + 0.45 * Math.min(1, Math.max(0, earned));
  const radius = 4 + 1.6 * Math.min(4, Math.log10(people));
  const parts: MarkPath[] = [
    { tone: ground, d: GROUND },
    { tone: giant, d: form(size, count), ...(opacity < 1 ? { opacity } : {}), ...(turn ? { turn } : {}) },
    { tone: ground, d: circle(x, y, radius + 2.5) },
    // A ring for an unknown number of employees.
    { tone: tiny, d: circle(x, y, radius) + (employees === null ? circle(x, y, radius - 2) : '') },
  ];
  // A sign parts two numbers as well as a space.
  return parts.map((part) => ({ ...part, d: part.d.replaceAll(' -', '-') }));
}
