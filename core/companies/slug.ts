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

const NOT_KEPT = /[^a-z0-9\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]+/gu;

function foldLatin(text: string): string {
  return text.replace(/\p{Script=Latin}\p{M}*/gu, (letter) =>
    [...letter.normalize('NFKD').replace(/\p{M}/gu, '')].map((part) => FOLDED[part] ?? part).join(''),
  );
}

function trimHyphens(text: string): string {
  return text.replace(/^-+|-+$/g, '');
}

/**
 * The id of a company by its name: lower case, everything but Latin letters, digits, Korean,
 * Japanese and Chinese becomes a hyphen. Never empty and at most 50 characters.
 * @param now milliseconds; used where the name gives nothing or too much
 */
export function companyId(name: string, now: number): string {
  const slug = trimHyphens(
    foldLatin(name.normalize('NFKC').toLowerCase()).toLowerCase().replace(NOT_KEPT, '-'),
  );
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
