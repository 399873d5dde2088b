/** Longest id that is kept whole, and what is kept of a longer one before the timestamp (specification, section 5). */
export const ID_MAX_LENGTH = 50;
const ID_CUT_LENGTH = 30;

/** Latin letters that have no decomposition to a base letter. */
const FOLDED: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŋ: 'ng',
  ĸ: 'k',
  ŧ: 't',
};

const DROPPED_CHARACTERS =
  /[^a-z0-9\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]+/gu;

/** Accented Latin letters as their base letters. */
export function foldLatin(text: string): string {
  return text.replace(/\p{Script=Latin}\p{M}*/gu, (letter) =>
    [...letter.normalize('NFKD').replace(/\p{M}/gu, '')].map((part) => FOLDED[part] ?? part).join(''),
  );
}

function trimHyphens(text: string): string {
  return text.replace(/^-+|-+$/g, '');
}

/** Lower case, and everything but Latin letters, digits, Korean, Japanese and Chinese a hyphen. Can be empty or long. */
function slugOf(name: string): string {
  return trimHyphens(
    foldLatin(name.normalize('NFKC').toLowerCase()).toLowerCase().replace(DROPPED_CHARACTERS, '-'),
  );
}

/**
 * The id of a company by its name: lower case, everything but Latin letters, digits, Korean,
 * Japanese and Chinese becomes a hyphen. Never empty and at most 50 characters.
 * @param now milliseconds; used where the name gives nothing or too much
 */
export function companyId(name: string, now: number): string {
  const slug = slugOf(name);
  if (slug === '') return `company-${now}`;
  const characters = [...slug];
  if (characters.length <= ID_MAX_LENGTH) return slug;
  return `${trimHyphens(characters.slice(0, ID_CUT_LENGTH).join(''))}-${now}`;
}

/** The id itself when it is free, else the next one with `-2`, `-3` ... */
export function nextFreeId(id: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id;
  for (let n = 2; ; n++) if (!taken.has(`${id}-${n}`)) return `${id}-${n}`;
}

/** Longest text that `nextFreeId` can make of an id. */
const WITH_NUMBER_MAX = ID_MAX_LENGTH + 20;

/** Whether a text can be the id of a company: as an export carries it. */
export function isCompanyId(text: string): boolean {
  return text !== '' && [...text].length <= WITH_NUMBER_MAX && slugOf(text) === text;
}

/** Whether a name alone gives the id: one of no letters or too many also takes the time. */
export function givesId(name: string): boolean {
  const slug = slugOf(name);
  return slug !== '' && [...slug].length <= ID_MAX_LENGTH;
}
