// What the shipped directory is held to (content/README.md says why), counted over its files.
import { companyCategories } from '../core/categories.ts';
import '../core/directory/shipped.ts';
import type { ContentFile } from '../core/companies/content.ts';
import { parseRevenue } from '../core/companies/revenue.ts';
import { LANGUAGES, type Language } from '../core/languages.ts';
import { lonelyNumbers, repeatsNumber } from './numbers.ts';
import { FIRST_HAND, KNOWN_PUBLICATIONS } from './publications.ts';
import { WOMEN_AMONG_FOUNDERS } from './women-founders.ts';

/** A figure from before this year says why it is old. */
export const FRESH_SINCE = 2021;
const GIANT = 1000;
const YEARS_APART = 2;
/** Percent of highlights that may repeat a number: a highlight adds what the story does not say. */
const REPEATED_HIGHLIGHTS = 12;
/** Tags of the whole directory: each is a page of companies, so none is of one company alone. */
const TAGS = 90;
const STORY_WORDS: [min: number, max: number] = [200, 450];

/**
 * Hosts that are no source: copies, mirrors, scrapers, link farms, staging sites, and profiles that a
 * machine fills in. A host refuses its subdomains too.
 */
export const REFUSED_HOSTS = [
  'alchetron.com',
  'apjn.cn',
  'applet.10100.com',
  'dbpedia.org',
  'docslib.org',
  'dokumen.pub',
  'ebin.pub',
  'epdf.pub',
  'everybodywiki.com',
  'fandom.com',
  'financedocbox.com',
  'freebookmarkstore.win',
  'freewechat.com',
  'freezhihu.org',
  'getlatka.com',
  'growjo.com',
  'handwiki.org',
  'herokuapp.com',
  'incjournal.com',
  'issuu.com',
  'jintiankansha.me',
  'joyk.com',
  'justapedia.org',
  'kiddle.co',
  'medium.seas.com',
  'megalodon.jp',
  'miaok.ong',
  'migrate.startuptalky.com',
  'mo4tech.com',
  'mygp.cn',
  'melakarnets.com',
  'netlify.app',
  'newsrebeat.com',
  'pages.dev',
  'pdfcoffee.com',
  'rocketfinancial.com',
  'rocketreach.co',
  'rssing.com',
  'scribd.com',
  'silo.pub',
  'studylib.net',
  'translate.goog',
  'vdoc.pub',
  'vercel.app',
  'web.archive.org',
  'wiki2.org',
  'wikimili.com',
  'wikiwand.com',
  'zoombangla.com',
  'zoominfo.com',
] as const;

const WEST = 'AD AT BE CH DE DK ES FI FR GB GR IE IS IT LI LU MC MT NL NO PT SE SM US'.split(' ');
const KOREA = ['KR'];
const JAPAN = ['JP'];
const CHINA_AND_TAIWAN = ['CN', 'TW', 'HK', 'MO'];
/** Regions that a directory of the English-speaking web forgets, with the companies that each is to have. */
const REGIONS: Readonly<Record<string, { aim: number; countries: readonly string[] }>> = {
  'Latin America': {
    aim: 8,
    countries: 'AR BO BR CL CO CR CU DO EC GT HN HT JM MX NI PA PE PR PY SV TT UY VE'.split(' '),
  },
  Taiwan: { aim: 6, countries: ['TW'] },
  Africa: { aim: 6, countries: 'CI EG ET GH KE MA MG NG RW SN TN TZ UG ZA ZM ZW'.split(' ') },
  'Middle East and Turkey': { aim: 6, countries: 'AE BH IL IQ JO KW LB OM PS QA SA SY TR YE'.split(' ') },
  India: { aim: 8, countries: ['IN'] },
  'South-East Asia': { aim: 10, countries: 'BN ID KH LA MM MY PH SG TH TL VN'.split(' ') },
};
/** Countries that belong to no group of the aim, though they are outside the West. */
const OTHER_RICH = ['AU', 'CA', 'NZ'];

/** Words that the style of a language replaces (content/README.md, 'Style'). */
const REPLACED: Partial<Record<Language, RegExp>> = {
  en: /\d per ?cent\b(?<!111 percent)|\bper cent\b|\btelephones?\b|\b(?:shown|given|used|counted) here\b|\bin this (?:entry|page)\b|\btimes twelve\b/i,
  ko: /연간 반복 수익|연간 반복 수입|연 반복 매출|내려받|\d\s?퍼센트|전화기|부검|앱 장터|여기(?:에 매출로)? 적(?:은|힌)|표시된 (?:금액|\d)/,
  ja: /グーグル|か[月国]|\dパーセント|遊び手|プレーヤー|ブラウザー|フォルダー|検死|ふたり(?!ひ)|掲載額|ここに(?:挙げた|示した|示す|掲げた|記した)/,
  zh: /年度经常性营收|\d,\d{3}|验尸|本条目|(?<!文)本文|这里(?:列出|采用|写的|把)/,
};

/** Names that a language writes in two ways: a file takes one of them. */
const NAMES: Partial<Record<Language, readonly (readonly [RegExp, RegExp])[]>> = {
  ko: [
    [/GitHub/, /깃허브/],
    [/PayPal/, /페이팔/],
    [/YouTube/, /유튜브/],
    [/Microsoft/, /마이크로소프트/],
    [/링크드인/, /링크트인/],
    [/와이콤비네이터/, /와이 콤비네이터/],
    [/앱스토어/, /앱 스토어/],
  ],
  ja: [
    [/PayPal/, /ペイパル/],
    [/Apple/, /アップル/],
    [/Amazon/, /アマゾン/],
    [/Microsoft/, /マイクロソフト/],
    [/Twitter/, /ツイッター/],
    [/LinkedIn/, /リンクトイン/],
    [/GitHub/, /ギットハブ/],
    [/Steam/, /スチーム/],
    [/Y Combinator/, /Yコンビネーター/],
    [/ロイヤルティー/, /ロイヤリティ/],
  ],
  zh: [
    [/PayPal/, /贝宝/],
    [/Apple/, /苹果/],
    [/Google/, /谷歌/],
    [/Twitter/, /推特/],
    [/Microsoft/, /微软/],
    [/Amazon/, /亚马逊/],
    [/Airbnb/, /爱彼迎/],
    [/Yahoo/, /雅虎/],
    [/Netflix/, /奈飞/],
    [/Intel\b/, /英特尔/],
  ],
};

/** A closing remark that figures are uncertain; the figure's label says so. */
const DISCLAIMER: Partial<Record<Language, RegExp>> = {
  en: /\b(?:not (?:its )?(?:profit|revenue|turnover)|no later figure|has not published|only (?:a|the) (?:lower )?(?:bound|estimate)|not been (?:published|confirmed))\b[^.]*\.$/i,
  ko: /(?:공개(?:된|하지)|확인되지|추정치)[^.]*\.$/,
  ja: /(?:公表(?:され|して)|推計)[^。]*。$/,
  zh: /(?:未公布|并非收入|估计值|没有公开)[^。]*。$/,
};

const QUOTATION: Partial<Record<Language, RegExp>> = { en: /“[^”]{12,}”/ };

type Test = (file: ContentFile) => boolean;
export interface Bound {
  name: string;
  /** The aim: at least, or at most, this many. */
  least?: number;
  most?: number;
  value: number;
  /** The files that a bound of the `most` kind is about. */
  files: string[];
}

export const storyWords = (file: ContentFile) => file.content.en.story.join(' ').split(/\s+/).length;
export const hostOf = (url: string) => new URL(url).hostname.replace(/^www\./, '');
const isOn = (url: string, hosts: readonly string[]) =>
  hosts.some((host) => hostOf(url) === host || hostOf(url).endsWith(`.${host}`));
export const isRefused = (url: string) => isOn(url, REFUSED_HOSTS);

/** A source of the company itself, of its founders, or of somebody with an editor. */
export const isFirstHandOrKnown = (url: string, website: string | null) =>
  isOn(url, KNOWN_PUBLICATIONS) ||
  isOn(url, FIRST_HAND) ||
  (website !== null && isOn(url, [hostOf(website)]));

/** A figure that is older than the fresh years, without a word on why. */
export const isUnexplained = (figure: { asOf: number; age?: string | undefined }) =>
  figure.asOf <= FRESH_SINCE && figure.age === undefined;

/** More than $1M of yearly revenue a person, or a price or value of $1B. */
function isBigForItsTeam(file: ContentFile): boolean {
  const amount = parseRevenue(file.revenue.value) ?? 0;
  const yearly = !['acquisition', 'lifetime'].includes(file.revenue.basis);
  const prices = (file.figures ?? []).filter((it) => it.metric === 'sale-price').map((it) => it.amount_usd ?? 0);
  return (yearly && amount / file.employees.value > 1e6) || Math.max(amount, ...prices) >= 1e9;
}

const breaksItsCategory: Test = (file) => {
  const people = file.employees.value;
  if (file.category === 'one-person-developer') return people > 2;
  if (file.category === 'indie-hackers') return people > 10;
  if (file.category === 'small-teams') return people >= 20 || !isBigForItsTeam(file);
  return false;
};

/** The first words of a story are the founder's name. */
function opensOnFounder(file: ContentFile, language: Language): boolean {
  const text = file.content[language];
  if (!text) return false;
  const opening = (text.story[0] ?? '').slice(0, 40);
  return text.founder
    .split(/[,、，]\s*/)
    .flatMap((name) => [name, ...name.split(/[\s・·]+/).filter((part) => part.length > 2)])
    .some((name) => opening.startsWith(name));
}

/** A story that begins with its year, as a chronicle does. */
function opensOnYear(file: ContentFile, language: Language): boolean {
  const opening = file.content[language]?.story[0] ?? '';
  return language === 'en'
    ? /^(?:(?:in|by|on|at|since|early in|late in|one)\b[^,.]{0,25} )?\d{4}\b/i.test(opening)
    : /^\d{4}/.test(opening);
}

/** All that a file says in a language, in the parts in which it is read. */
function partsOf(file: ContentFile, language: Language): string[] {
  const text = file.content[language];
  if (!text) return [];
  const { description, story, highlights, timeline = [], money, first_customers, lesson } = text;
  return [
    description,
    ...story,
    ...highlights,
    ...timeline.map((entry) => entry.text),
    ...[money, first_customers, lesson].filter((part) => part !== undefined),
  ];
}

/** The shortest sentence that two companies may not share, in characters: 'Founded.' is nobody's own. */
const SENTENCE: Partial<Record<Language, number>> = { en: 25 };
const SENTENCE_CJK = 14;

const sentencesOf = (file: ContentFile, language: Language) =>
  partsOf(file, language)
    .flatMap((part) => part.split(/(?<=[.!?。！？])(?!\d)\s*/))
    .filter((sentence) => sentence.length >= (SENTENCE[language] ?? SENTENCE_CJK));

/** Sentences that stand in more than one file. */
function sharedSentences(files: readonly ContentFile[], language: Language): Set<string> {
  const owner = new Map<string, string>();
  const shared = new Set<string>();
  for (const file of files)
    for (const sentence of sentencesOf(file, language)) {
      if ((owner.get(sentence) ?? file.id) !== file.id) shared.add(sentence);
      owner.set(sentence, file.id);
    }
  return shared;
}

/**
 * Numbers that one language has alone, each for a reason: a figure of speech, a unit that it explains,
 * a year counted otherwise, a detail that the others leave out.
 */
const ALONE: Readonly<Record<string, readonly number[]>> = {
  'disco-corporation': [2021],
  foxmail: [50_000],
  gumroad: [1e9],
  'hipster-whale': [1981],
  'huy-fong-foods': [650_000],
  'kylie-cosmetics': [1e9],
  zerodha: [1e7],
};

/** Numbers and years on which the languages of a file do not agree. */
export function disagreements(file: ContentFile): string[] {
  const texts = Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      [...partsOf(file, language), ...(file.content[language]?.timeline ?? []).map(({ year }) => `${year} `)].join('\n'),
    ]),
  );
  const figures = (file.figures ?? []).flatMap(({ year, amount, amount_usd }) => [year, amount, amount_usd ?? amount]);
  return lonelyNumbers(texts, [file.founded, file.revenue.asOf, file.employees.asOf, ...figures])
    .filter(({ number }) => !ALONE[file.id]?.includes(number))
    .map(({ language, number }) => `${language} ${number}`);
}

/** Highlights with a number that the description or the story has already. */
function repeatingHighlights(file: ContentFile, language: Language): string[] {
  const text = file.content[language];
  if (!text) return [];
  const read = [text.description, ...text.story].join('\n');
  return text.highlights.filter((highlight) => repeatsNumber(highlight, read, language));
}

/** The share of all highlights that repeat a number, in percent. */
function repeatedShare(files: readonly ContentFile[], language: Language): Bound {
  const all = files.reduce((sum, file) => sum + (file.content[language]?.highlights.length ?? 0), 0);
  const repeating = files.map((file) => ({ id: file.id, count: repeatingHighlights(file, language).length }));
  return {
    name: `${language}: highlights that repeat a number of the text (%)`,
    most: REPEATED_HIGHLIGHTS,
    value: Math.round((100 * repeating.reduce((sum, { count }) => sum + count, 0)) / Math.max(all, 1)),
    files: repeating.filter(({ count }) => count > 0).map(({ id }) => id),
  };
}

const years = (file: ContentFile, metric: string) =>
  new Set((file.figures ?? []).filter((it) => it.metric === metric).map((it) => it.year)).size;

/** How many files have each tag. */
export function tagCounts(files: readonly ContentFile[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { tags = [] } of files) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return counts;
}

/** Every bound with what the files have now. */
export function measure(files: readonly ContentFile[]): Bound[] {
  const least = (name: string, aim: number, test: Test): Bound => ({
    name,
    least: aim,
    value: files.filter(test).length,
    files: [],
  });
  const most = (name: string, aim: number, test: Test): Bound => {
    const those = files.filter(test).map((file) => file.id);
    return { name, most: aim, value: those.length, files: those };
  };
  const all = files.length;
  /** A share of all files, in percent. */
  const share = (name: string, aim: number, test: Test): Bound => {
    const { files: those, value } = most(name, aim, test);
    return { name: `${name} (%)`, most: aim, value: Math.round((100 * value) / all), files: those };
  };
  const without = (name: string, has: Test) => most(`without ${name}`, 0, (file) => !has(file));
  const written = (part: 'timeline' | 'money' | 'lesson'): Test =>
    (file) => LANGUAGES.every((language) => !file.content[language] || file.content[language][part] !== undefined);
  const tags = tagCounts(files);
  const outside = (file: ContentFile) => !WEST.includes(file.country);

  return [
    least('companies', 200, () => true),
    ...companyCategories().map((category) => least(category, 28, (file) => file.category === category)),
    least('outside the United States and Western Europe', 96, outside),
    least('Korea', 14, (file) => KOREA.includes(file.country)),
    least('Japan', 18, (file) => JAPAN.includes(file.country)),
    least('China and Taiwan', 14, (file) => CHINA_AND_TAIWAN.includes(file.country)),
    least('India, South-East Asia, Latin America, Africa, the Middle East, Eastern Europe', 33, (file) =>
      outside(file) && ![...KOREA, ...JAPAN, ...CHINA_AND_TAIWAN, ...OTHER_RICH].includes(file.country),
    ),
    ...Object.entries(REGIONS).map(([region, { aim, countries }]) =>
      least(region, aim, (file) => countries.includes(file.country)),
    ),
    share('games', 25, (file) => file.kinds?.[0] === 'game'),
    least('a woman among the founders', 36, ({ founders = [] }) =>
      founders.some(({ id }) => WOMEN_AMONG_FOUNDERS.has(id)),
    ),
    least('20 to 49 people', 16, (file) => file.employees.value >= 20 && file.employees.value < 50),
    least('headline revenues of 2023 or later', 90, (file) => file.revenue.asOf >= 2023),
    most('above 1,000 people', 12, (file) => file.employees.value > GIANT),
    most('outside the rule of their category', 0, breaksItsCategory),
    most(`figures of ${FRESH_SINCE} or before without a reason`, 0, (file) =>
      isUnexplained(file.revenue) || isUnexplained(file.employees),
    ),
    most('revenue and people more than two years apart', 0, (file) =>
      Math.abs(file.revenue.asOf - file.employees.asOf) > YEARS_APART,
    ),
    most('fewer than three sources', 0, (file) => file.sources.length < 3),
    without('a source at first hand or of a known publication', (file) =>
      file.sources.some(({ url }) => isFirstHandOrKnown(url, file.website)),
    ),
    most('a source on a refused host', 0, (file) => file.sources.some(({ url }) => isRefused(url))),
    most('a source without title or publisher', 0, (file) =>
      file.sources.some((it) => !it.title || !it.publisher),
    ),
    without('figures', (file) => file.figures !== undefined),
    least('figures of two years or more', 116, (file) => years(file, 'revenue') >= 2 || years(file, 'employees') >= 2 || years(file, 'units-sold') >= 2 || years(file, 'users') >= 2 || years(file, 'customers') >= 2),
    without('kinds', (file) => file.kinds !== undefined),
    without('tags', (file) => file.tags !== undefined),
    { name: 'tags', most: TAGS, value: tags.size, files: [] },
    most('a tag that no other company has', 0, (file) => (file.tags ?? []).some((tag) => tags.get(tag) === 1)),
    without('status', (file) => file.status !== undefined),
    without('city, and without a word why', (file) => file.city !== undefined || file.no_city !== undefined),
    without('founders as persons', (file) => file.founders !== undefined),
    without('date of the last check', (file) => file.checked_at !== undefined),
    without('timeline in every language', written('timeline')),
    without('how the money came', written('money')),
    without('a lesson', written('lesson')),
    least('first customers told', 142, (file) => file.content.en.first_customers !== undefined),
    ...LANGUAGES.map((language) =>
      share(`${language}: stories that open on the founder's name`, 15, (file) =>
        opensOnFounder(file, language),
      ),
    ),
    ...LANGUAGES.map((language) =>
      share(`${language}: stories that open on a year`, 15, (file) => opensOnYear(file, language)),
    ),
    ...LANGUAGES.map((language) => {
      const shared = sharedSentences(files, language);
      return most(`${language}: sentences that another company has too`, 0, (file) =>
        sentencesOf(file, language).some((sentence) => shared.has(sentence)),
      );
    }),
    most('numbers and years on which the languages disagree', 0, (file) => disagreements(file).length > 0),
    ...LANGUAGES.map((language) =>
      most(`${language}: stories that close on a disclaimer`, 0, (file) =>
        DISCLAIMER[language]?.test(file.content[language]?.story.at(-1) ?? '') === true,
      ),
    ),
    ...LANGUAGES.map((language) =>
      most(`${language}: words that the style replaces`, 0, (file) =>
        REPLACED[language]?.test(JSON.stringify(file.content[language] ?? '')) === true,
      ),
    ),
    ...LANGUAGES.map((language) =>
      most(`${language}: names written in two ways`, 0, (file) => {
        const text = JSON.stringify(file.content[language] ?? '');
        return (NAMES[language] ?? []).some((ways) => ways.every((way) => way.test(text)));
      }),
    ),
    ...LANGUAGES.map((language) => repeatedShare(files, language)),
    ...LANGUAGES.map((language) =>
      most(`${language}: highlights that all repeat a number of the text`, 0, (file) =>
        repeatingHighlights(file, language).length === (file.content[language]?.highlights.length ?? -1),
      ),
    ),
    share('stories of exactly four paragraphs', 50, (file) => file.content.en.story.length === 4),
    most('stories outside 200 to 450 words', 0, (file) => {
      const words = storyWords(file);
      return words < STORY_WORDS[0] || words > STORY_WORDS[1];
    }),
    most('stories whose paragraphs are all of a length', 0, (file) => {
      const lengths = file.content.en.story.map((paragraph) => paragraph.split(/\s+/).length);
      return Math.min(...lengths) > 0.8 * Math.max(...lengths);
    }),
    least('a quotation', Math.ceil(all / 3), (file) => QUOTATION.en?.test(file.content.en.story.join('\n')) === true),
  ];
}

/** True where the aim itself is met. */
export const isMet = ({ least, most, value }: Bound) => value >= (least ?? 0) && value <= (most ?? Infinity);

/** True where a bound is further from its aim than it has already been. */
export const isLost = (bound: Bound, reached: Record<string, number>) => {
  if (isMet(bound)) return false;
  const before = reached[bound.name];
  if (before === undefined) return true;
  return bound.least === undefined ? bound.value > before : bound.value < before;
};
