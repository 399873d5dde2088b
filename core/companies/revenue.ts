import { isAcquisition } from './acquisition.ts';

/**
 * The one reader of `revenue`, a free text such as '$10M' (specification, section 9, as
 * `decisions.md`, 'Revenue and score', reads it). Amounts are US dollars.
 */

const WORDS: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mm: 1e6,
  mn: 1e6,
  mil: 1e6,
  million: 1e6,
  millions: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  billions: 1e9,
  t: 1e12,
  tn: 1e12,
  trillion: 1e12,
  만: 1e4,
  万: 1e4,
  萬: 1e4,
  천만: 1e7,
  억: 1e8,
  億: 1e8,
  亿: 1e8,
  조: 1e12,
  兆: 1e12,
};

/** Longest first, so that `million` is not read as `m`. A Latin unit ends where its word ends. */
const UNIT = Object.keys(WORDS)
  .sort((a, b) => b.length - a.length)
  .map((word) => (/^[a-z]/.test(word) ? `${word}(?![\\p{L}])` : word))
  .join('|');
const NUMBER = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`;
const RANGE = String.raw`\s*(?:-|–|—|~|〜|to|and)\s*`;
/** Dollars of other countries carry a letter before the sign: C$, A$, HK$, NT$; US$ is the dollar. */
const DOLLAR = String.raw`(?:(?<![\p{L}])us\s*)?(?<!(?<!\bu)[\p{L}]|[\p{L}]u)\$`;
const FIGURE = new RegExp(
  `(?<dollar>usd\\s*\\$?|${DOLLAR})?\\s*(?<![\\d.,])(?<low>${NUMBER})\\s*(?<lowUnit>${UNIT})?` +
    `(?:${RANGE}(?:usd\\s*|us)?\\$?\\s*(?<high>${NUMBER})\\s*(?<highUnit>${UNIT})?)?(?<plus>\\s*\\+)?`,
  'giu',
);
const FOREIGN_BEFORE =
  /(?:[€£¥₩₹₽฿₺₫₪₴円元]|(?<![\p{L}])(?:c|ca|a|au|nz|s|sg|hk|nt|r|mx)\$|(?<![\p{L}])(?:eur|gbp|jpy|cny|rmb|krw|inr|chf|cad|aud|sek|nok|dkk|twd|hkd|sgd|brl|rub))\s*$/iu;
const FOREIGN_AFTER =
  /^\s*(?:[€£¥₩₹₽฿₺₫₪₴円元원엔]|유로|위안|파운드|ユーロ|ポンド|欧元|日元|韩元|英镑|人民币|(?:eur|euros?|gbp|pounds?|sterling|jpy|yen|cny|rmb|yuan|renminbi|krw|won|inr|rupees?|chf|francs?|cad|aud|sek|nok|dkk|kron(?:or|er|a)|twd|hkd|sgd|brl|rub|rubles?)(?![\p{L}]))/iu;
const NOT_MONEY_AFTER = /^\s*(?:%|percent(?![\p{L}]))/iu;
/** A decimal comma (`$1,5M`) stands before one or two digits and a unit or the end. */
const DECIMAL_COMMA = /(\d),(\d{1,2})(?=\s*(?:[a-z만万억億亿조兆]|$))/giu;

/** US dollars. */
const BEYOND = 1e15;

interface Figure {
  low: number;
  high: number | undefined;
  plus: boolean;
  start: number;
  end: number;
}

function prepare(text: string): string {
  return text.normalize('NFKC').replace(DECIMAL_COMMA, '$1.$2');
}

function amount(digits: string, unit: string | undefined): number {
  return Number(digits.replaceAll(',', '')) * (unit ? (WORDS[unit.toLowerCase()] ?? 1) : 1);
}

/** The unit that an end of a range takes from the other: `$10-20M`, but not `$1,234,567-5M`. */
function inherited(digits: string, unit: string | undefined): string | undefined {
  return amount(digits, undefined) < 1000 ? unit : undefined;
}

/** The figure that counts in a prepared text: the first with a dollar sign, else the first that is no other currency's. */
function findFigure(text: string): Figure | null {
  let bare: Figure | null = null;
  for (const match of text.matchAll(FIGURE)) {
    const { dollar, low = '', lowUnit, high, highUnit, plus } = match.groups ?? {};
    const end = match.index + match[0].length;
    const after = text.slice(end);
    if (NOT_MONEY_AFTER.test(after)) continue;
    if (!dollar && (FOREIGN_BEFORE.test(text.slice(0, match.index)) || FOREIGN_AFTER.test(after))) continue;
    const from = amount(low, lowUnit ?? (high ? inherited(low, highUnit) : undefined));
    const to = high === undefined ? undefined : amount(high, highUnit ?? inherited(high, lowUnit));
    if (!Number.isFinite(from) || (to !== undefined && !Number.isFinite(to))) continue;
    const figure: Figure = {
      low: to === undefined ? from : Math.min(from, to),
      high: to === undefined || to === from ? undefined : Math.max(from, to),
      plus: plus !== undefined,
      start: match.index,
      end,
    };
    if (dollar) return figure;
    bare ??= figure;
  }
  return bare;
}

/**
 * Reads a revenue text. Returns US dollars, the lower end of a range, or null where there is no
 * figure or only one of another currency. Never throws.
 */
export function parseRevenue(text: string | null | undefined): number | null {
  if (!text) return null;
  return findFigure(prepare(text))?.low ?? null;
}

const STEPS = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const;

/** US dollars as `$10M`, `$33.5M`, `$750`; a figure that two decimals do not carry keeps its digits. */
export function formatAmount(dollars: number): string {
  for (const [size, suffix] of STEPS) {
    const value = dollars / size;
    // Past a thousand trillion the digits are clearer than the suffix.
    if (value >= 1 && value < 1e6) {
      const short = String(Number(value.toFixed(2)));
      if (Number(short) * size === dollars) return `$${short}${suffix}`;
      break;
    }
  }
  return plainAmount(dollars);
}

const EXACT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20, useGrouping: true });

function plainAmount(dollars: number): string {
  return `$${EXACT.format(dollars)}`;
}

/** Both ends with a suffix or both without: an end without one is read with the other's. */
function formatRange(low: number, high: number): string {
  const ends = [low, high].map(formatAmount);
  const suffixed = ends.filter((end) => /[KMBT]$/.test(end)).length;
  return (suffixed === 1 ? [low, high].map(plainAmount) : ends).join('-');
}

const FILLER =
  /\b(?:usd|us|dollars?|per|an?|the|year|years|yearly|annum|annual|annually|revenues?|sales|in|of|about|around|approximately|approx|roughly|estimated|est|acquisition)\b|달러|ドル|美元|[\s.,:;()/$~+-]+/giu;

/**
 * Normalises a revenue text on save: `10 million USD per year` -> `$10M`. Keeps the word
 * acquisition, ranges and a plus sign. A text with anything more than figure and filler words, or
 * without a figure, stays as it was written (white space collapsed).
 */
export function formatRevenue(text: string): string {
  const tidy = prepare(text).replace(/\s+/g, ' ').trim();
  const figure = findFigure(tidy);
  // A loss, or more than the world has, is no figure that could be written more shortly.
  const isLoss = figure && /[-\u2212]\s*\$?\s*$/.test(tidy.slice(0, figure.start));
  if (!figure || isLoss || figure.low >= BEYOND) return text.replace(/\s+/g, ' ').trim();
  const rest = `${tidy.slice(0, figure.start)} ${tidy.slice(figure.end)}`.replace(FILLER, '');
  if (rest !== '') return figure.start === 0 && /^\d/.test(tidy) && !tidy.includes('$') ? `$${tidy}` : tidy;
  const amount = figure.high === undefined ? formatAmount(figure.low) : formatRange(figure.low, figure.high);
  return `${amount}${figure.plus ? '+' : ''}${isAcquisition(tidy) ? ' acquisition' : ''}`;
}
