import { parse } from 'tldts';
import type { DuplicateReason } from '../../../core/companies/duplicate-reasons.ts';
import type { SharedFields } from '../../../core/companies/fields.ts';
import { foldLatin } from '../../../core/companies/slug.ts';

/** Legal forms that stand as words before or after a name, in the form that `comparableName` compares. */
const LEGAL_FORMS = new Set(
  `ab ag aps as bv bvba co company corp corporation ek eurl gbr gmbh inc incorporated kft kg kk limited llc
  llp ltd ltda mbh nv oy oyj oü plc pte pty pvt sa sarl sas sasu se sl sp spa spzoo srl sro ug zoo`
    .trim()
    .split(/\s+/),
);

/** The same of languages that write without spaces between words. */
const EAST_ASIAN_FORM =
  '株式会社|有限会社|合同会社|合資会社|合名会社|\\(株\\)|\\(有\\)|\\(同\\)|주식회사|유한회사|유한책임회사|\\(주\\)|\\(유\\)|股份有限公司|有限责任公司|有限責任公司|股份公司|有限公司|公司';
const EAST_ASIAN_FORMS = new RegExp(`^(?:${EAST_ASIAN_FORM})|(?:${EAST_ASIAN_FORM})$`, 'gu');

const NO_LETTER = /[^\p{L}\p{N}\p{Mn}\p{Mc}]+/gu;

/**
 * A name in the form in which companies are compared: without case, width, accents of Latin letters, punctuation and
 * legal forms. Empty where nothing of it is a letter or a digit.
 */
export function comparableName(name: string): string {
  const plain = foldLatin(name.normalize('NFKC').toLowerCase());
  const bare = plain.trim().replace(EAST_ASIAN_FORMS, ' ');
  // `S.A.` and `GmbH & Co. KG` are made of words of their own.
  const words = bare
    .replace(/(?<=\p{L})\.(?=\p{L})/gu, '')
    .split(NO_LETTER)
    .filter(Boolean);
  let [from, to] = [0, words.length];
  while (to > from && LEGAL_FORMS.has(words[to - 1] ?? '')) to--;
  while (from < to && LEGAL_FORMS.has(words[from] ?? '')) from++;
  const kept = words.slice(from, to).join('');
  return kept || plain.replace(NO_LETTER, '');
}

/** Hosts of which each page belongs to somebody else. Suffixes such as github.io are in the Public Suffix List. */
const PLATFORMS = new Set(
  `apps.apple.com itunes.apple.com play.google.com sites.google.com chrome.google.com chromewebstore.google.com
  docs.google.com github.com gitlab.com codeberg.org bitbucket.org sourceforge.net npmjs.com pypi.org crates.io
  store.steampowered.com itch.io gog.com microsoft.com apps.microsoft.com amazon.com amazon.co.jp etsy.com
  gumroad.com patreon.com ko-fi.com kickstarter.com indiegogo.com producthunt.com crunchbase.com wikipedia.org
  medium.com substack.com wordpress.com blogspot.com tumblr.com notion.so notion.site carrd.co wixsite.com
  facebook.com instagram.com linkedin.com twitter.com x.com threads.net youtube.com twitch.tv tiktok.com
  bsky.app t.me discord.gg discord.com linktr.ee bandcamp.com soundcloud.com shopify.com myshopify.com
  booth.pm note.com ameblo.jp hatenablog.com thebase.in stores.jp rakuten.co.jp yahoo.co.jp boardgamegeek.com
  naver.com kakao.com tistory.com cafe24.com coupang.com notion.com brunch.co.kr
  taobao.com tmall.com weibo.com zhihu.com bilibili.com douyin.com xiaohongshu.com jd.com weixin.qq.com`
    .trim()
    .split(/\s+/),
);

/**
 * What a website tells a company by: its registrable domain; where others have pages of their own beside it, as in a
 * shop of apps, the whole address. Undefined for what is no address.
 */
export function websiteKey(website: string | null): string | undefined {
  const url = website ? URL.parse(website) : null;
  if (!url?.hostname) return undefined;
  const { domain, hostname } = parse(url.hostname, { allowPrivateDomains: true });
  const host = (hostname ?? url.hostname).replace(/^www\./, '');
  if (domain && !PLATFORMS.has(domain) && !PLATFORMS.has(host)) return domain;
  // An app in a shop is told apart by its query, as `?id=com.acme`.
  return `${host}${url.pathname.replace(/\/+$/, '')}${url.search}`;
}

/** The same for the name of a person. East Asian names are written with a space between their parts or without. */
const comparablePerson = (name: string): string =>
  foldLatin(name.normalize('NFKC').toLowerCase())
    .replace(NO_LETTER, ' ')
    .trim()
    .replace(/(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]) /gu, '');

export interface ComparedCompany {
  names: readonly string[];
  shared: Pick<SharedFields, 'website' | 'founder' | 'founders' | 'founded'>;
}

/** What a company is compared with others by, each once. */
export function duplicateKeys({
  names,
  shared: { website, founder, founders, founded },
}: ComparedCompany): { kind: DuplicateReason; value: string }[] {
  const people = [
    ...founder.split(/[,、，;；&]|\s(?:and|und|et|y)\s/u),
    ...founders.flatMap(({ name }) => Object.values(name)),
  ];
  const persons = people.map(comparablePerson);
  const values: Record<DuplicateReason, (string | undefined)[]> = {
    name: names.map(comparableName),
    website: [websiteKey(website)],
    founder: founded === null ? [] : persons.map((person) => person && `${person} ${founded}`),
  };
  return (Object.keys(values) as DuplicateReason[]).flatMap((kind) =>
    [...new Set(values[kind])].flatMap((value) => (value ? [{ kind, value: value.slice(0, KEY_MAX) }] : [])),
  );
}

const KEY_MAX = 300;
