// The numbers that a text names, whatever its language writes them with: 2.5 million, 250만, 二百五十万.
import type { Language } from '../core/languages.ts';

const HAN_DIGITS = '〇一二三四五六七八九';
const UNITS: Record<string, number> = {
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
  quadrillion: 1e15,
  k: 1e3,
  m: 1e6,
  b: 1e9,
  천: 1e3,
  만: 1e4,
  억: 1e8,
  조: 1e12,
  千: 1e3,
  百: 1e2,
  万: 1e4,
  億: 1e8,
  亿: 1e8,
  兆: 1e12,
};
const DOZENS: Record<string, number> = { dozen: 12, hundred: 100, thousand: 1e3, million: 1e6, billion: 1e9 };
const ENGLISH = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
  ' ',
);
const ENGLISH_TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const KOREAN_TENS = ['열', '스물', '서른', '마흔', '쉰', '예순', '일흔', '여든', '아흔'];
const KOREAN_ONES = ['하나|한', '둘|두', '셋|세', '넷|네', '다섯', '여섯', '일곱', '여덟', '아홉'];

const plain = (digits: string) => Number(digits.replaceAll(',', ''));

/** Digits with their unit: `$2.5 million`, `2.5M`. */
function western(text: string): number[] {
  return [...text.matchAll(/(\d+(?:,\d{3})*(?:\.\d+)?)(?:[\s-]?(thousand|million|billion|trillion|quadrillion)\b|([KMB])\b)?/g)].map(
    ([, digits = '', word, letter]) =>
      plain(digits) * (UNITS[(word ?? letter ?? '').toLowerCase()] ?? 1),
  );
}

function englishWords(text: string): number[] {
  const one = [...ENGLISH, ...ENGLISH_TENS].join('|');
  const found = text
    .toLowerCase()
    .matchAll(new RegExp(`\\b(?:(half|quarter of) an? |(${one}|an?)(?:-(${one}))?)[ -]?(dozen|hundred|thousand|million|billion)?\\b`, 'g'));
  return [...found].flatMap(([, part, first = '', second = '', unit]) => {
    if (part) return unit ? [(part === 'half' ? 0.5 : 0.25) * (DOZENS[unit] ?? 1)] : [];
    if (/^an?$/.test(first)) return unit ? [DOZENS[unit] ?? 1] : [];
    const of = (word: string) =>
      ENGLISH.includes(word) ? ENGLISH.indexOf(word) + 1 : (ENGLISH_TENS.indexOf(word) + 2) * 10;
    return [(of(first) + (second ? of(second) : 0)) * (unit ? (DOZENS[unit] ?? 1) : 1)];
  });
}

/** `3억 2,200만`, `2.5億`: parts with their units, from large to small, are one number. */
function inMyriads(text: string, units: string): number[] {
  const part = `(?:\\d[\\d,]*(?:\\.\\d+)?)\\s?[${units}]+`;
  const whole = new RegExp(`${part}(?:\\s?${part})*(?:\\s?\\d[\\d,]*)?|\\d[\\d,]*(?:\\.\\d+)?`, 'g');
  return [...text.matchAll(whole)].map(([number]) =>
    [...number.matchAll(new RegExp(`(\\d[\\d,]*(?:\\.\\d+)?)\\s?([${units}]*)`, 'g'))].reduce(
      (sum, [, digits = '', unit = '']) =>
        sum + plain(digits) * [...unit].reduce((times, each) => times * (UNITS[each] ?? 1), 1),
      0,
    ),
  );
}

/** 二十五, 四百, 六十万, 一九九八; not the unit of a number in digits, and nothing vague, as 数百. */
function han(text: string): number[] {
  const words = text.matchAll(/(?<![\d.,数几何上好近〇一二两三四五六七八九十百千万亿億])[〇一二两三四五六七八九十百千万亿億]{2,}(?![多余])/g);
  return [...words].flatMap(([word]) => {
    if (/^[億亿]万$/.test(word)) return [];
    const digits = word.replaceAll('两', '二');
    if (/^[〇一二三四五六七八九]{4}$/.test(digits))
      return [Number([...digits].map((each) => HAN_DIGITS.indexOf(each)).join(''))];
    let sum = 0;
    let section = 0;
    let last = 0;
    for (const each of digits) {
      const digit = HAN_DIGITS.indexOf(each);
      const small = { 十: 10, 百: 100, 千: 1000 }[each];
      if (digit >= 0) last = digit;
      else if (small) {
        section += (last || 1) * small;
        last = 0;
      } else {
        const part = section + last;
        const unit = each === '万' ? 1e4 : 1e8;
        // 一万亿 is ten thousand times a hundred million.
        sum = part === 0 && sum > 0 ? sum * unit : sum + (part || 1) * unit;
        section = 0;
        last = 0;
      }
    }
    return [sum + section + last];
  });
}

function korean(text: string): number[] {
  const tens = KOREAN_TENS.join('|');
  const ones = KOREAN_ONES.join('|');
  return [...text.matchAll(new RegExp(`(?<![가-힣])(?:(스무)|(${tens})(${ones})?)(?=\\s|[가-힣]|[.,])`, 'g'))].map(
    ([, twenty, ten = '', one]) =>
      twenty
        ? 20
        : (KOREAN_TENS.indexOf(ten) + 1) * 10 +
          (one ? KOREAN_ONES.findIndex((forms) => forms.split('|').includes(one)) + 1 : 0),
  );
}

/** Tenths as East Asian languages count them: 6割, 六成. */
function tenths(text: string): number[] {
  return [...text.matchAll(/([\d〇一二三四五六七八九]+)(?:割|成)(?:([\d一二三四五六七八九])分)?/g)].map(([, whole = '', rest = '']) => {
    const of = (word: string) => (/\d/.test(word) ? Number(word) : HAN_DIGITS.indexOf(word));
    return of(whole) * 10 + (rest ? of(rest) : 0);
  });
}

/** Every number that a text names, years among them. */
export function numbersIn(text: string, language: Language): number[] {
  const readers: Record<string, (of: string) => number[]> = {
    en: (of) => [...western(of), ...englishWords(of)],
    ko: (of) => [...inMyriads(of, '천만억조'), ...korean(of)],
    ja: (of) => [...inMyriads(of, '百千万億兆'), ...han(of), ...tenths(of)],
    zh: (of) => [...inMyriads(of, '百千万亿'), ...han(of), ...tenths(of)],
  };
  // No century is a number.
  return (readers[language] ?? western)(text.replace(/\d+(?=世纪|世紀|세기)/g, ''));
}

/** Figures are rounded differently in a sentence and in a list: so far they are the same. */
const ROUNDING = 0.04;
/** Smaller numbers are written out in too many ways to be compared. */
const COMPARED_FROM = 1000;

const isYear = (number: number) => Number.isInteger(number) && number >= 1850 && number <= 2035;
const isSame = (a: number, b: number) =>
  isYear(a) || isYear(b) ? a === b : Math.abs(a - b) <= ROUNDING * Math.max(a, b);

/** Numbers of one text that no other text of the same company has, nor its figures. */
export function lonelyNumbers(
  texts: Readonly<Partial<Record<Language, string>>>,
  figures: readonly number[],
): { language: Language; number: number }[] {
  const all = (Object.entries(texts) as [Language, string][]).map(
    ([language, text]) => [language, numbersIn(text, language)] as const,
  );
  return all.flatMap(([language, numbers]) => {
    const others = [...figures, ...all.filter(([other]) => other !== language).flatMap(([, of]) => of)];
    const own = new Set(numbers.filter((number) => number >= COMPARED_FROM));
    return [...own]
      .filter((number) => !others.some((other) => isSame(number, other)))
      .map((number) => ({ language, number }));
  });
}

/** True where a part names a number that the text has already, however it is rounded. */
export function repeatsNumber(part: string, text: string, language: Language): boolean {
  const known = numbersIn(text, language);
  return numbersIn(part, language).some((number) => known.some((other) => isSame(number, other)));
}
