/**
 * The one reader of a number as people write it: with thousands separators of any country, a decimal comma or
 * point, full-width digits, and a word for its size in the languages of the directory and those around them.
 * What could be two numbers is none: nothing is guessed.
 */

/** What a Latin word multiplies by. `bio` and `billionen` are missing: in German and in English they differ. */
const NUMBER_WORDS: Readonly<Record<string, number>> = {
  ...{ hundred: 1e2 },
  ...{ k: 1e3, thousand: 1e3, thousands: 1e3, tsd: 1e3 },
  ...{ lakh: 1e5, lakhs: 1e5, lac: 1e5, lacs: 1e5 },
  ...{ m: 1e6, mm: 1e6, mn: 1e6, mil: 1e6, mill: 1e6, mio: 1e6, mln: 1e6, million: 1e6, millions: 1e6 },
  ...{ millionen: 1e6, millones: 1e6, milioni: 1e6, milhões: 1e6, milhão: 1e6 },
  ...{ cr: 1e7, crore: 1e7, crores: 1e7 },
  ...{ b: 1e9, bn: 1e9, bln: 1e9, mrd: 1e9, mld: 1e9, md: 1e9, billion: 1e9, billions: 1e9 },
  ...{ milliard: 1e9, milliards: 1e9, milliarde: 1e9, milliarden: 1e9, miliardi: 1e9 },
  ...{ t: 1e12, tn: 1e12, trn: 1e12, trillion: 1e12, trillions: 1e12 },
};
/** Longest first, so that `million` is not read as `m`; a unit ends where its word ends. */
const NUMBER_WORD = Object.keys(NUMBER_WORDS)
  .sort((a, b) => b.length - a.length)
  .join('|');
const LATIN_UNIT = new RegExp(`\\s*(${NUMBER_WORD})(?!\\p{Script=Latin})\\.?(?!\\d)`, 'iuy');

/** Korean, Japanese and Chinese count in tens to thousands of a power of ten thousand. */
const SMALL_NUMBERS: Readonly<Record<string, number>> = {
  ...{ 십: 10, 백: 100, 천: 1000, 十: 10, 百: 100, 千: 1000 },
};
const BIG: Readonly<Record<string, number>> = {
  ...{ 만: 1e4, 万: 1e4, 萬: 1e4, 억: 1e8, 億: 1e8, 亿: 1e8, 조: 1e12, 兆: 1e12 },
  ...{ 万亿: 1e12, 万億: 1e12, 萬億: 1e12 },
};
const CJK_UNIT = /\s?([십백천十百千])?(万亿|万億|萬億|[만万萬억億亿조兆])?/uy;
/** Numerals in words: quantities beside them are not parsed. */
const CJK_NUMERAL = /^[십백천만억조十百千万萬億亿兆一二三四五六七八九〇零]/u;

/** Groups that a space separates are of three digits, and the first one is no longer. */
const TOKEN = /(?:\d{1,3}(?: \d{3})+(?!\d)(?:[.,]\d+)?|\.?\d+(?:[.,'’]\d+)*)/uy;
/** What goes on after its digits as no number does: a fraction, a power, a further point. */
const GOES_ON = /^(?:[.,'’]+\d|\s*[⁄/^]\s*\d)/u;

export interface Quantity {
  /** NaN where the digits are there and cannot be read. */
  value: number;
  /** Factor of a number's unit: 1 without a unit, NaN for several units in one number. */
  unit: number;
  /** A unit such as 천 that a range would share with its other end only in part. */
  isSmall: boolean;
  /** Where it ends in the text. */
  end: number;
}

/** Digits with their separators; undefined where they are none, `ambiguous` where a point could be either. */
function readDigits(token: string): number | 'ambiguous' | undefined {
  if (/^\d+$/.test(token)) return Number(token);
  const grouped = /^[1-9]\d{0,2}([ '’.,])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/.exec(token);
  const [, separator = ''] = grouped ?? [];
  const isDecimal = /^\d*\.\d+$/.test(token);
  if (grouped && !(isDecimal && separator === '.')) {
    const whole = token.replaceAll(separator, '');
    return Number(whole.replace(',', '.'));
  }
  if (isDecimal) return grouped ? 'ambiguous' : Number(token);
  // As India writes them: 12,34,567.
  if (/^\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$/.test(token)) return Number(token.replaceAll(',', ''));
  if (/^(?:\d+,\d{1,2}|0,\d+)$/.test(token)) return Number(token.replace(',', '.'));
  return undefined;
}

function sticky(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** `2천5백만`, `1억 2000만`: numbers each with its unit, the larger first. */
function readCompound(text: string, first: number, at: number): Quantity | undefined {
  let [total, section, end, parts] = [0, 0, at, 0];
  let [lastBig, lastSmall] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let unit = 1;
  for (let value: number | undefined = first; value !== undefined; ) {
    const [whole = '', small, big] = sticky(CJK_UNIT, text, end) ?? [];
    const isLast = small === undefined && big === undefined;
    if (isLast && parts === 0) return undefined;
    const [times, power] = [SMALL_NUMBERS[small ?? ''] ?? 1, BIG[big ?? ''] ?? 1];
    const isOut = power >= lastBig || (small !== undefined && times >= lastSmall);
    if (isOut || (isLast && value >= Math.min(lastSmall, lastBig))) return none(end);
    section += value * times;
    lastSmall = small === undefined ? lastSmall : times;
    if (big !== undefined) {
      total += section * power;
      [section, lastBig, lastSmall] = [0, power, Number.POSITIVE_INFINITY];
    }
    unit = times * power;
    parts++;
    if (isLast) break;
    end += whole.length;
    // A following number belongs to the quantity if nothing stands between, or a counted noun follows.
    const next = sticky(/\s?([\d.,]*\d)/uy, text, end);
    const digits = next ? readDigits(next[1] ?? '') : undefined;
    if (!next || typeof digits !== 'number') break;
    const after = end + next[0].length;
    const counts = sticky(
      /\s?[십백천만万萬억億亿조兆十百千]|\s*(?:달러|불|ドル|弗|美元|美金|dollar|usd|\$)/iuy,
      text,
      after,
    );
    if (!counts && /\s/.test(next[0])) break;
    end = after;
    value = digits;
  }
  if (CJK_NUMERAL.test(text.slice(end)) || /^\d/.test(text.slice(end))) return none(end);
  return { value: total + section, unit: parts === 1 ? unit : Number.NaN, isSmall: total === 0, end };
}

const none = (end: number): Quantity => ({ value: Number.NaN, unit: 1, isSmall: false, end });

/**
 * The number that begins at a place of a text. Undefined where there is no digit.
 * @param text in its compatible form (NFKC)
 */
export function readQuantity(text: string, at: number): Quantity | undefined {
  const [token] = sticky(TOKEN, text, at) ?? [];
  if (token === undefined) return undefined;
  let end = at + token.length;
  const digits = readDigits(token);
  if (digits === undefined || GOES_ON.test(text.slice(end))) return none(end);
  // A point before three digits divides thousands in one country and nothing in another; a unit tells.
  const plain = digits === 'ambiguous' ? Number(token) : digits;
  const compound = readCompound(text, plain, end);
  if (compound) return compound;
  let unit = 1;
  for (let word = sticky(LATIN_UNIT, text, end); word; word = sticky(LATIN_UNIT, text, end)) {
    const times = NUMBER_WORDS[(word[1] ?? '').toLowerCase()] ?? 1;
    end += word[0].length;
    // `hundred million` is one unit; `million billion` and `mil millones` are none.
    if (unit !== 1 && !(unit <= 1e3 && times >= 1e6)) return none(end);
    unit *= times;
  }
  if (digits === 'ambiguous' && unit === 1) return none(end);
  return { value: plain * unit, unit, isSmall: false, end };
}

/** A whole text as a number: `1,200`, `１２`, `12.0`, `-3`, `(1.2M)`. Null where it is empty, NaN where it cannot be read. */
export function readNumber(text: string): number | null {
  const tidy = text.normalize('NFKC').replace(/\s+/g, ' ').trim();
  if (tidy === '') return null;
  const [, open = '', sign = '', close = ''] = /^(\(?)\s*([-−+]?)\s*.*?(\)?)$/u.exec(tidy) ?? [];
  const isAccounting = open !== '' && close !== '';
  if ((open === '') !== (close === '') || (isAccounting && sign !== '')) return Number.NaN;
  const start = tidy.search(/[.\d]/);
  const before = start < 0 ? tidy : tidy.slice(0, start);
  const quantity = /^\(?\s*[-−+]?\s*$/u.test(before) ? readQuantity(tidy, start) : undefined;
  if (!quantity || !/^\s*\)?$/.test(tidy.slice(quantity.end))) return Number.NaN;
  const value = isAccounting || /[-−]/.test(sign) ? -quantity.value : quantity.value;
  return value === 0 ? 0 : value;
}

/**
 * A number as `readNumber` reads it back. A fourth decimal is added to three of them, because the point of `84.404`
 * divides thousands in some countries.
 */
export const numberText = (value: number): string => String(value).replace(/^-?[1-9]\d{0,2}\.\d{3}$/, '$&0');
