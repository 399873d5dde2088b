import { cachedFormat } from '../../../core/cached-format.ts';
import type { Language } from '../../../core/languages.ts';

/** What a price stands in, for each of the words that sources say beside it; {} is the amount. */
interface PriceWords {
  over: string;
  upTo: string;
  range: string;
  reported: string;
  /** {2} is what may still be paid. */
  more: string;
  /** {2} is the percentage that was sold. */
  share: string;
}

/** Stored prices are English: shown unchanged in English and in languages without an entry. */
const PRICE_WORDS: Partial<Record<Language, PriceWords>> = {
  ko: {
    over: '{} 이상',
    upTo: '최대 {}',
    range: '{}~{2}',
    reported: '{} (보도 기준)',
    more: '{}, 조건부로 최대 {2} 추가',
    share: '지분 {2}%에 {}',
  },
  ja: {
    over: '{}超',
    upTo: '最大{}',
    range: '{}～{2}',
    reported: '{}（報道による）',
    more: '{}、条件により最大{2}を追加',
    share: '株式の{2}%に{}',
  },
  zh: {
    over: '超过{}',
    upTo: '最高{}',
    range: '{}至{2}',
    reported: '{}（据报道）',
    more: '{}，另有至多{2}视条件支付',
    share: '{2}%股份作价{}',
  },
};

/** ISO 4217 codes by the signs of stored prices; the longest first. */
const CURRENCY_SIGNS = {
  'CN¥': 'CNY',
  NT$: 'TWD',
  HK$: 'HKD',
  A$: 'AUD',
  C$: 'CAD',
  S$: 'SGD',
  R$: 'BRL',
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₩': 'KRW',
  '₹': 'INR',
} as const;
const PRICE_UNITS: Readonly<Record<string, number>> = { '': 1, K: 1e3, M: 1e6, B: 1e9 };
const PRICE_AMOUNT = new RegExp(
  `^(${Object.keys(CURRENCY_SIGNS)
    .map((sign) => sign.replace('$', String.raw`\$`))
    .join('|')})(\\d[\\d,]*(?:\\.\\d+)?)([KMB]?)$`,
);

const namedAmounts = cachedFormat(
  (locale, language, currency: string) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'name',
      notation: 'compact',
      maximumSignificantDigits: 4,
      // Chinese sets no comma in thousands.
      useGrouping: language === 'zh' ? false : 'always',
    }),
);

/** What names of currencies say beyond what a sentence does: 미국 달러 is 달러, 엔화 is 엔. */
const FORMAL_NAME = /(?<= )(?:미국|중국|일본|대한민국) |(?<=위안|엔)화|中国(?=人民元)/g;

function amountText(text: string, language: Language): string | undefined {
  const [, sign = '', digits = '', unit = ''] = PRICE_AMOUNT.exec(text) ?? [];
  if (!digits) return;
  const amount = Number(digits.replaceAll(',', '')) * (PRICE_UNITS[unit] ?? 1);
  return namedAmounts(language, CURRENCY_SIGNS[sign as keyof typeof CURRENCY_SIGNS])
    .format(amount)
    .replace(FORMAL_NAME, '');
}

/** What sources write beside a price, from the outside in. */
const PRICE_PHRASES: readonly [form: RegExp, word: keyof PriceWords, isSecondAmount?: boolean][] = [
  [/^(.+) \(reported\)$/, 'reported'],
  [/^(.+), and up to (.+) more$/, 'more', true],
  [/^(.+) for (\d+)%$/, 'share'],
  [/^(.+)–(.+)$/, 'range', true],
  [/^over (.+)$/, 'over'],
  [/^up to (.+)$/, 'upTo'],
];

function priceInWords(price: string, words: PriceWords, language: Language): string | undefined {
  for (const [form, word, isSecondAmount] of PRICE_PHRASES) {
    const [, first, second = ''] = form.exec(price) ?? [];
    if (first === undefined) continue;
    const amount = priceInWords(first, words, language);
    const other = isSecondAmount ? amountText(second, language) : second;
    return amount && other !== undefined
      ? words[word].replace('{}', amount).replace('{2}', other)
      : undefined;
  }
  return amountText(price, language);
}

/**
 * The price of a sale in the language of the reader: `$575M` is 5.75억 달러. Prices are stored in the words of
 * the source; a price in other words than those above is shown unchanged.
 */
export function formatPrice(price: string, language: Language): string {
  const words = PRICE_WORDS[language];
  return (words && priceInWords(price, words, language)) ?? price;
}
