import { INVISIBLE_SIGNS } from '../text.ts';

/**
 * Characters of any script that look like a Latin letter, by that letter. Compatibility characters, such as full-
 * width ones, are absent: normalisation replaces them.
 */
const LOOK_ALIKES = new Map(
  Object.entries({
    a: 'аαɑᴀ∂длΛꭺ',
    b: 'вβʙьъƀ฿ß',
    c: 'сϲᴄƈ¢',
    d: 'ԁɗđᴅꭰ',
    e: 'еєεɛᴇҽэ€',
    f: 'ƒꜰϝ',
    g: 'ɡɢց',
    h: 'һհʜн',
    i: 'іιɩıɪӏɩƖا|¡ł',
    j: 'јϳʝᴊ',
    k: 'кκᴋ',
    m: 'мᴍꮇ',
    n: 'пηոռɴий',
    o: 'оοօσᴏøөọ○〇◯●',
    p: 'рρᴘþ',
    q: 'ԛգ',
    r: 'гʀᴦяɼ',
    s: 'ѕꜱƨ§ꮪ',
    t: 'тτᴛŧ†ꭲ',
    u: 'υսᴜцμ',
    v: 'ѵᴠν',
    w: 'ԝωᴡшщѡ',
    x: 'хχ×ҳ',
    y: 'уγүʏ¥ꭹ',
    z: 'ᴢʐƶ',
  }).flatMap(([latin, others]) => [...others].map((other) => [other.toLowerCase(), latin] as const)),
);

/** Capitals that look like other letters than their small forms do. */
const CAPITALS = new Map(
  [...'ΒbΕeΖzΗhΜmΝnΡpΥyΧxВbНhРpСcХxУy'.matchAll(/(.)(.)/gu)].map(([, capital = '', latin = '']) => [
    capital,
    latin,
  ]),
);

/** Digits and signs that are read as letters. `l` looks like `i`, and `1` like both. */
const READ_AS: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  9: 'g',
  $: 's',
  '@': 'a',
  '!': 'i',
  '+': 't',
  l: 'i',
};

/** Enclosed letters that normalisation leaves alone, 🅐 🅰 🇦: the code point of the first of each kind. */
const ENCLOSED_FROM = [0x1f150, 0x1f170, 0x1f1e6];

function asLatin(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const from = ENCLOSED_FROM.find((first) => code >= first && code < first + 26);
  const letter = from === undefined ? character : String.fromCharCode('a'.charCodeAt(0) + code - from);
  const latin = LOOK_ALIKES.get(letter) ?? letter;
  return READ_AS[latin] ?? latin;
}

/** What a text looks like: two that look alike have the same form. Not a text to be read. */
export function lookalikeForm(text: string): string {
  // Lower case can be made of a letter and a mark again.
  const capitals = [...text.normalize('NFKD').replace(INVISIBLE_SIGNS, '')];
  const plain = capitals
    .map((letter) => CAPITALS.get(letter) ?? letter)
    .join('')
    .toLowerCase();
  return [...plain.normalize('NFKD').replace(INVISIBLE_SIGNS, '')]
    .map(asLatin)
    .join('')
    .normalize('NFC')
    .replaceAll('æ', 'ae')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

/** The form of `lookalikeForm` without anything that is no letter. */
const lettersOf = (text: string) => lookalikeForm(text).replace(/[^\p{L}\p{N}]/gu, '');
const formsOf = (list: string) => list.split(/\s+/).map(lettersOf);

/** Who runs a site, as words of a name. */
const ROLE_WORDS = new Set(
  formsOf(`admin admins administrator administrators administration mod mods moderator moderators moderation
    official officials staff support superadmin sysadmin sysop webmaster`),
);
/**
 * Role words that imitate staff even as prefix or suffix of a longer word: no innocent word has such an
 * affix.
 */
const STAFF_WORDS = formsOf('admin administrator moderator official webmaster');
/** Said of a site only where nothing else is in the name, or together with such a word. */
const ROLES_ALONE = new Set(
  formsOf(
    'customersupport customerservice editor editors helpdesk operator operators owner root system team',
  ),
);
const FILLERS = new Set(
  formsOf('the an our real true site web page account head chief senior super verified sys dir mr ms'),
);
/** The same in the other languages, where words stand together without spaces. */
const ROLES_INSIDE =
  formsOf(`관리자 관리인 관리팀 운영자 운영진 운영팀 운영사무국 공식 스태프 스탭 어드민 애드민 모더레이터
  웹마스터 오피셜 고객센터 고객지원 지원팀 管理者 管理人 運営 公式 オフィシャル スタッフ サポート アドミン モデレーター モデレータ
  ウェブマスター 事務局 かんりにん かんりしゃ うんえい こうしき 管理员 管理員 官方 运营 運營 客服 版主 站长 站長 网管 網管
  工作人员 工作人員`);

/**
 * Tells whether a name is that of the site or of somebody who runs it, or looks like one: in any case,
 * width, spacing and script, with accents, or with digits for letters.
 * @param siteNames what the site is called, in every language
 */
export function createImitationCheck(siteNames: readonly string[]): (name: string) => boolean {
  const sites = siteNames.map(lettersOf).filter(Boolean);
  return (name) => {
    // What is written backwards behind a mark of direction is read forwards.
    const readings = [name];
    if (/[\u061c\u200f\u202a-\u202e\u2066-\u2069]/.test(name)) readings.push([...name].reverse().join(''));
    return readings.some((reading) => isSite(reading, sites) || isRoleName(reading));
  };
}

/** @param sites the forms of the site's names */
function isSite(name: string, sites: readonly string[]): boolean {
  const letters = lettersOf(name);
  return sites.some((site) => {
    // A short name may be a part of many words: only the whole imitates it.
    const isShort = site.length < (/^[a-z]*$/.test(site) ? 5 : 2);
    return isShort ? letters === site : letters.includes(site);
  });
}

function isRoleName(name: string): boolean {
  const letters = lettersOf(name);
  if (ROLES_INSIDE.some((role) => letters.includes(role))) return true;
  if (consistsOfRoles(letters)) return true;
  return splitName(name).some((words) =>
    words.some(
      (word, i) =>
        STAFF_WORDS.some((role) => word.startsWith(role) || word.endsWith(role)) ||
        // Also with gaps: `a d m i n`.
        words.slice(i).some((_, j) => ROLE_WORDS.has(words.slice(i, i + j + 1).join(''))),
    ),
  );
}

/** The words of a name, `SiteStaff` as two: as they stand, and without what only tells namesakes apart (`staff24`, `staff!`). */
function splitName(name: string): string[][] {
  const words = name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/(?:[\s\p{Z}\u115f\u1160\u2800\u3164]|(?![@!¡†§])\p{P})+/u);
  const bare = words.map((word) => word.replace(/^[\p{N}\p{P}\p{S}]+|[\p{N}\p{P}\p{S}]+$/gu, ''));
  return [words, bare].map((list) => list.map(lettersOf).filter(Boolean));
}

/** Whether letters can be read as a row of such words and fillers alone: `thesiteteam`. */
function consistsOfRoles(letters: string): boolean {
  // For each length of the beginning: whether it can be read so, and whether a role is in it.
  const readable: (undefined | { role: boolean })[] = [{ role: false }];
  for (let to = 1; to <= letters.length; to++) {
    for (let from = Math.max(0, to - 20); from < to; from++) {
      const before = readable[from];
      if (!before) continue;
      const word = letters.slice(from, to);
      const role = ROLE_WORDS.has(word) || ROLES_ALONE.has(word);
      if (role || FILLERS.has(word)) readable[to] = { role: readable[to]?.role || before.role || role };
    }
  }
  return readable[letters.length]?.role ?? false;
}
