import { LANGUAGES, LOCALES } from './languages.ts';

/**
 * What people call countries beside the names of the Unicode Common Locale Data Repository: short forms,
 * old ones, and in kana what Japanese writes in Han characters.
 */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  AE: 'UAE, Emirates',
  AU: '濠州, 豪州, ごうしゅう, 澳洲',
  CN: "중화인민공화국, ちゅうごく, 中华人民共和国, 中国大陆, PRC, People's Republic of China",
  CZ: '체코 공화국, チェコ共和国, 捷克共和国, Czech Republic',
  DE: '独逸, 도이칠란트, Deutschland',
  ES: '에스파냐',
  FR: '불란서, 法兰西',
  GB: 'Britain, Great Britain, England, 잉글랜드, えいこく, 不列颠, 英格兰',
  HK: 'ホンコン',
  IN: 'Bharat',
  IT: '이태리',
  JP: '日本国, にほん, にっぽん, Nippon, Nihon',
  KP: '조선민주주의인민공화국, きたちょうせん',
  KR: '남한, 大韓民国, かんこく, 南韓, 南韩, 大韩民国, Korea, Republic of Korea, ROK',
  MO: '마카오, マカオ, 澳门, Macau, Macao',
  NL: '홀란드, Holland',
  NZ: '纽西兰',
  RU: '俄国, Russian Federation',
  SG: '싱가폴',
  TR: '터키, Turkey',
  TW: '타이완, たいわん, タイワン, 臺灣, 中华民国',
  US: 'USA, America, United States of America, 아메리카, 米国, べいこく',
  VN: '월남',
};

/** Also what is written in traditional characters, and the short forms of Unicode (`US`, `UK`). */
const LISTS = [...LANGUAGES.map((language) => LOCALES[language]), 'zh-Hant'].flatMap((locale) =>
  (['long', 'short'] as const).map(
    (style) => new Intl.DisplayNames(locale, { type: 'region', style, fallback: 'none' }),
  ),
);

/** In the names of others, `Hong Kong SAR China`: who searches for China does not mean them. */
const CHINA = /China|중국|中国|中國|中華人民/;

const namesByCode = new Map<string, readonly string[]>();

/** All names of a country, in every language of the directory; none of what is no code of a country. */
export function countryNames(code: string): readonly string[] {
  if (!/^[A-Z]{2}$/.test(code)) return [];
  const before = namesByCode.get(code);
  if (before) return before;
  const listed = LISTS.flatMap((list) => list.of(code) ?? []).filter(
    (name) => code === 'CN' || !CHINA.test(name),
  );
  const names = [...new Set([...listed, ...(SHORT_NAMES[code]?.split(', ') ?? [])])];
  namesByCode.set(code, names);
  return names;
}
