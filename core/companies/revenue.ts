import { isAcquisition } from './acquisition.ts';
import { type Quantity, readQuantity } from './quantity.ts';

/**
 * The one reader of `revenue`, a free text such as '$10M' (specification, section 9, as
 * `decisions.md`, 'Revenue and score', reads it). Amounts are US dollars.
 */

/** Dollars of other countries carry a letter before the sign: C$, A$, HK$, NT$; US$ is the dollar. */
const DOLLAR = String.raw`(?:(?<![\p{L}])us\s*)?(?<!(?<!\bu)[\p{L}]|[\p{L}]u)\$`;
const DOLLAR_BEFORE = new RegExp(`(?:usd\\s*\\$?|${DOLLAR})\\s*$`, 'iu');
const DOLLAR_AFTER =
  /^\s*(?:\$(?!\s*\d)|(?:美元|美金|米ドル|ドル|弗|미국\s*달러|미\s*달러|달러|불)|(?:us\s*)?dollars?(?![\p{L}])|us\s*\$(?!\s*\d)|usd(?![\p{L}]))/iu;
const OTHER_DOLLARS =
  'canadian|australian|hong\\s*kong|singapore|new\\s*zealand|taiwan|캐나다|호주|홍콩|싱가포르|대만|뉴질랜드|カナダ|豪|香港|シンガポール|台湾|加拿大|澳|新加坡';
const FOREIGN_BEFORE = new RegExp(
  `(?:[€£¥₩₹₽฿₺₫₪₴円]|(?<!美)元|(?<![\\p{L}])(?:c|ca|a|au|nz|s|sg|hk|nt|r|mx)\\$|(?<![\\p{L}])(?:eur|gbp|jpy|cny|rmb|krw|inr|chf|cad|aud|sek|nok|dkk|twd|hkd|sgd|brl|rub|rs\\.?|rp|rm|pln|czk)|(?:${OTHER_DOLLARS})\\s*(?:dollars?|달러|ドル|\\$))\\s*$`,
  'iu',
);
const FOREIGN_AFTER = new RegExp(
  `^\\s*(?:[€£¥₩₹₽฿₺₫₪₴円元원엔]|유로|위안|파운드|ユーロ|ポンド|ウォン|欧元|日元|韩元|英镑|人民币|加元|澳元|港元|港币|新元|新台币|台币|(?:${OTHER_DOLLARS})\\s*(?:dollars?|달러|ドル|元|\\$)|(?:eur|euros?|gbp|pounds?|sterling|jpy|yen|cny|rmb|yuan|renminbi|krw|won|inr|rupees?|rs|chf|francs?|cad|aud|sek|nok|dkk|kron(?:or|er|a)|twd|hkd|sgd|brl|reais|rub|rubles?|pln|zloty|czk)(?![\\p{L}]))`,
  'iu',
);
const NOT_MONEY_AFTER = /^\s*(?:%|percent(?![\p{L}]))/iu;
/** A loss is no revenue: a minus at the figure, accounting parentheses, the word itself. */
const MINUS_BEFORE = /(?:^\s*[-−–]\s*|(?<![\p{L}\d])\s?[-−–])\s*$/u;
const LOSS_BEFORE = /(?:\b(?:loss(?:es)?|lost|deficit)(?:\s+of)?|손실|적자|赤字|損失|亏损|虧損)[\s:]*$/iu;
const LOSS_AFTER =
  /^\s*(?:달러|ドル|美元|usd|dollars?)?\s*(?:(?:(?:net|operating)\s+)?(?:loss(?:es)?|deficit)\b|(?:순|영업)?(?:손실|적자)|の?(?:赤字|損失)|亏损|虧損)/iu;
const RANGE = /\s*(?:[-–—~〜]|(?:to|bis)(?![\p{L}])|에서|부터|から|至|到)\s*/iuy;
const RANGE_BETWEEN = /\s*(?:[-–—~〜]|(?:to|and|und)(?![\p{L}]))\s*/iuy;
const OTHER_END = /(?:(?:us|usd)\s*)?\$?\s*/iuy;
/** What may stand after a small figure without a unit; another word could be a unit that nobody here knows. */
const PLAIN_WORD =
  /^(?:usd|us|dollars?|per|an?|the|each|every|years?|yearly|annum|annual|annually|months?|monthly|weeks?|weekly|days?|daily|revenues?|sales|turnover|income|profits?|mrr|arr|gmv|in|of|on|at|by|for|from|to|since|as|is|was|or|and|with|over|about|around|approximately|approx|roughly|estimated|est|acquisition|group|lifetime|launch|trading|total|net|gross|recurring|run|more|plus)$/iu;
/** A word for millions or billions in a language that is not read. */
const UNKNOWN_UNIT = /^(?:mil(?:li|io|ho|hõ|ia)|bil(?:li|io|h|ia)|tril|tri[oó]|m[lr]d|lak|cror|bio$)/iu;

/** US dollars. */
const BEYOND = 1e15;

/** What a revenue text says, in US dollars. */
export interface AmountReading {
  /** The figure, or the lower end of a range. */
  low: number;
  high: number | undefined;
  plus: boolean;
}

interface ReadFigure extends AmountReading {
  start: number;
  end: number;
}

function normalizeAmount(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim();
}

/** A number without a unit that is rather a year. */
const isYear = (value: number, unit: number) => unit === 1 && value >= 1900 && value <= 2100;

interface Span {
  from: Quantity;
  to: Quantity | undefined;
  end: number;
}

/**
 * Reads a number or a range at a position; a unit given once applies to both ends. An unreadable value is
 * NaN. Returns undefined if no digit follows.
 */
function readSpan(text: string, at: number): Span | undefined {
  const from = readQuantity(text, at);
  if (!from) return undefined;
  const alone = { from, to: undefined, end: from.end };
  if (Number.isNaN(from.value)) return alone;
  const range = /\bbetween\b\D*$/iu.test(text.slice(0, at)) ? RANGE_BETWEEN : RANGE;
  range.lastIndex = from.end;
  const sign = range.exec(text);
  if (!sign) return alone;
  OTHER_END.lastIndex = range.lastIndex;
  const dollar = OTHER_END.exec(text)?.[0] ?? '';
  const to = readQuantity(text, range.lastIndex + dollar.length);
  if (!to || NOT_MONEY_AFTER.test(text.slice(to.end))) return alone;
  const unread = { from: { ...from, value: Number.NaN }, to: undefined, end: to.end };
  if (Number.isNaN(to.value)) return dollar.includes('$') ? unread : alone;
  if (from.unit !== 1 && to.unit === 1 && dollar === '') {
    // `$10M-20` is one range; `$5M - 3 people` and `$5M - 2020` are a figure and something else.
    const isJoined = !/\s/.test(sign[0]) && !/^\s*\p{L}/u.test(text.slice(to.end));
    if (to.value >= 1000 || !isJoined) return alone;
    return Number.isNaN(from.unit) || from.isSmall ? unread : spanOf(from, scaled(to, from.unit));
  }
  if (from.isSmall && to.unit > from.unit) return unread;
  const shares = from.unit === 1 && to.unit !== 1 && from.value < 1000;
  if (!shares) return spanOf(from, to);
  return Number.isNaN(to.unit) ? unread : spanOf(scaled(from, to.unit), to);
}

const scaled = (quantity: Quantity, unit: number): Quantity => ({
  ...quantity,
  value: quantity.value * unit,
  unit,
});
const spanOf = (from: Quantity, to: Quantity): Span => ({ from, to, end: to.end });

/** Whether the letters after a figure without a unit leave open what it counts. */
function isOpen({ from, to }: Span, after: string): boolean {
  if (from.unit !== 1 || (to && to.unit !== 1)) return false;
  const [word] = /^\s+\p{L}+/u.exec(after)?.map((text) => text.trim()) ?? [];
  if (word === undefined || PLAIN_WORD.test(word)) return false;
  return UNKNOWN_UNIT.test(word) || from.value < 1000;
}

/**
 * The figure that counts in a prepared text: the first in dollars, else the first that is no other currency's
 * and no year. Null where there is none, or where that one cannot be read.
 */
function findFigure(text: string): ReadFigure | null {
  let bare: ReadFigure | null = null;
  let isBroken = false;
  for (let at = text.search(/\.?\d/); at >= 0; ) {
    const start = at;
    const span = readSpan(text, start);
    if (!span) break;
    const { from, to, end } = span;
    const next = text.slice(end).search(/\.?\d/);
    at = next < 0 ? -1 : end + next;
    const [, unsigned = '', minus = ''] = /^(.*?)([-−]\s*)?$/su.exec(text.slice(0, start)) ?? [];
    const isAfterSign = minus !== '' && DOLLAR_BEFORE.test(unsigned);
    const before = isAfterSign ? unsigned : text.slice(0, start);
    const after = text.slice(end);
    const isForeign = FOREIGN_BEFORE.test(before) || FOREIGN_AFTER.test(after);
    const sign = DOLLAR_BEFORE.exec(before);
    const isDollar = sign !== null || DOLLAR_AFTER.test(after);
    if (NOT_MONEY_AFTER.test(after) || (isForeign && !(sign && !FOREIGN_BEFORE.test(before)))) continue;
    // `FY2024`, `Q3`, `#1`.
    if (!isDollar && /[\p{Script=Latin}#]$/u.test(before)) continue;
    const outside = sign ? before.slice(0, sign.index) : before;
    if (LOSS_BEFORE.test(outside) || LOSS_AFTER.test(after)) continue;
    const isInParentheses = /^\s*\)/.test(after) && outside.replace(FILLER_WORD, '').trim() === '(';
    const isLoss = isAfterSign || MINUS_BEFORE.test(outside) || isInParentheses;
    const follows = /^\p{L}/u.test(after) && !DOLLAR_AFTER.test(after);
    const isAttached = /^[\p{Script=Latin}\d]/u.test(after) && follows;
    if (!isDollar && follows) continue;
    const open = !DOLLAR_AFTER.test(after) && isOpen(span, after);
    if (!isDollar && open) {
      isBroken ||= UNKNOWN_UNIT.test(after.trim());
      continue;
    }
    const isUnread = Number.isNaN(from.value) || isLoss || open || isAttached || /^\d/.test(after);
    if (isUnread) {
      if (isDollar) return null;
      isBroken = true;
      continue;
    }
    if (!Number.isFinite(from.value) || (to && !Number.isFinite(to.value))) continue;
    const [low, high] = [from.value, to?.value ?? from.value].sort((a, b) => a - b) as [number, number];
    const plus = /^\s*\+/.exec(after)?.[0] ?? '';
    const figure = {
      low,
      high: low === high ? undefined : high,
      plus: plus !== '',
      start,
      end: end + plus.length,
    };
    if (isDollar) return { ...figure, start: sign ? (sign.index ?? start) : start };
    const isOnlyYear = bare !== null && isYear(bare.low, 1);
    if (bare === null || (isOnlyYear && !isYear(low, from.unit))) bare = figure;
  }
  return isBroken ? null : bare;
}

/**
 * Reads a revenue text. Returns US dollars, or null where there is no figure, only one of another currency, a
 * loss, or one that could be two numbers. Never throws.
 */
export function readRevenue(text: string | null | undefined): AmountReading | null {
  const figure = text ? findFigure(normalizeAmount(text)) : null;
  return figure && { low: figure.low, high: figure.high, plus: figure.plus };
}

/** The US dollars that a revenue text counts as: the lower end of a range, or null where nothing is read. */
export function parseRevenue(text: string | null | undefined): number | null {
  return readRevenue(text)?.low ?? null;
}

const AMOUNT_STEPS = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const;

/** US dollars as `$10M`, `$33.5M`, `$750`; a figure that two decimals do not carry keeps its digits. */
export function formatDollars(dollars: number): string {
  for (const [size, suffix] of AMOUNT_STEPS) {
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
  const ends = [low, high].map(formatDollars);
  const suffixed = ends.filter((end) => /[KMBT]$/.test(end)).length;
  return (suffixed === 1 ? [low, high].map(plainAmount) : ends).join('-');
}

const FILLER_WORD =
  /\b(?:usd|us|dollars?|per|an?|the|year|years|yearly|annum|annual|annually|revenues?|sales|in|of|about|around|approximately|approx|roughly|estimated|est|between|acquisition)\b|달러|ドル|美元|[\s.,:;]+/giu;
const FILLER = new RegExp(`${FILLER_WORD.source}|[()/$~+-]+`, 'giu');

/**
 * Normalises a revenue text on save: `10 million USD per year` -> `$10M`. Keeps the word
 * acquisition, ranges and a plus sign. A text with anything more than figure and filler words, or
 * without a figure, stays as it was written (white space collapsed).
 */
export function formatRevenue(text: string): string {
  const written = text.replace(/\s+/g, ' ').trim();
  const tidy = normalizeAmount(text);
  const figure = findFigure(tidy);
  // More than the world has is no figure that could be written more shortly.
  if (!figure || figure.low >= BEYOND) return written;
  const saved = shortForm(tidy, figure);
  return parseRevenue(saved) === figure.low ? saved : written;
}

function shortForm(tidy: string, figure: ReadFigure): string {
  const rest = `${tidy.slice(0, figure.start)} ${tidy.slice(figure.end)}`.replace(FILLER, '');
  if (rest !== '') return figure.start === 0 && /^\d/.test(tidy) && !tidy.includes('$') ? `$${tidy}` : tidy;
  const amount = figure.high === undefined ? formatDollars(figure.low) : formatRange(figure.low, figure.high);
  return `${amount}${figure.plus ? '+' : ''}${isAcquisition(tidy) ? ' acquisition' : ''}`;
}
