import { allOf, anyOf, type Expression, token } from './expression.ts';
import { typedReadings } from './romaji.ts';
import { soundOf } from './sounds.ts';
import { beginningAt, PLACES, type Place, SHORT, tokenOf, WORD_PLACES } from './tokens.ts';
import { maxTypos, WordList } from './word-list.ts';
import {
  hangulInitials,
  hangulLetters,
  isCjk,
  isHangul,
  isHanOrKana,
  isInitials,
  joined,
  pairsOf,
  type Word,
  wordsOf,
} from './words.ts';

/** Words of a search that are looked at; nobody types more of them. */
const WORDS_MAX = 12;

/** A word of a search, or some that mean something together, and what means the same. */
interface Term {
  words: readonly Word[];
  synonyms: readonly (readonly Word[])[];
}

/** What is searched for. */
export interface Query {
  words: readonly Word[];
  terms: readonly Term[];
  websites: readonly string[];
}

/** Words and expressions that mean the same, each in search form. */
export type Synonyms = readonly (readonly Word[])[][];

const sameWords = (a: readonly Word[], b: readonly Word[]) =>
  a.length === b.length && a.every(({ text }, i) => text === b[i]?.text);

/** Reads a search. Without a word in it, nothing is found by it. @param websites that are meant, best first */
export function queryOf(q: string, synonyms: Synonyms = [], websites: readonly string[] = []): Query {
  const words = wordsOf(q).slice(0, WORDS_MAX);
  const terms: Term[] = [];
  for (let at = 0; at < words.length; ) {
    // The longest expression that is known begins here.
    let length = 1;
    let found: Term['synonyms'] = [];
    for (const group of synonyms)
      for (const member of group)
        if (member.length >= length && sameWords(member, words.slice(at, at + member.length))) {
          const others = group.filter((other) => other !== member);
          found = member.length === length ? [...found, ...others] : others;
          length = member.length;
        }
    terms.push({ words: words.slice(at, at + length), synonyms: found });
    at += length;
  }
  return { words, terms, websites };
}

/** A word at one place as a whole. */
function wholeAt(place: Place, { text, isCjk }: Pick<Word, 'text' | 'isCjk'>): Expression | undefined {
  if (!isCjk) return token(tokenOf(place, text));
  const pairs = pairsOf(text);
  if (pairs.length === 0) return token(tokenOf(place, text));
  return allOf(pairs.map((pair) => token(tokenOf(place, pair))));
}

/** A word at one place, or one that begins with it: of one or two Latin letters only as a whole. */
function wordAt(place: Place, word: Word): Expression | undefined {
  const { text, isCjk } = word;
  if (place === 'reading') {
    const readings = typedReadings(word);
    // Kana may be the reading of a name that is written in Latin letters in Japanese too: ゾーホー, Zoho.
    const latin = isCjk ? readings.filter((reading) => reading.length > SHORT) : [];
    return anyOf([
      ...readings.map((reading) => beginningAt(place, reading)),
      ...latin.map((reading) => token(tokenOf('name', reading))),
    ]);
  }
  return isCjk || [...text].length <= SHORT ? wholeAt(place, word) : beginningAt(place, text);
}

/** What a name begins with as it is typed: one or two letters, letters of Hangul, its first consonants. */
function typed(word: Word): Expression | undefined {
  const { text } = word;
  if (isInitials(text)) return beginningAt('initials', text);
  if (isHangul(text)) return beginningAt('letters', hangulLetters(text));
  if (!word.isCjk && text.length <= SHORT) return token(tokenOf('start', text));
  return undefined;
}

/** Names in Latin letters that sound like a word in kana or Hangul. @param isSure only where hardly another name does */
function sounding(word: Pick<Word, 'text'>, isSure: boolean): Expression | undefined {
  const sound = soundOf(word);
  return sound && sound.isSure >= isSure ? token(tokenOf('sound', sound.key)) : undefined;
}

/** A word at some places, as it is typed, or as it surely sounds. */
const wordIn = (word: Word, places: readonly Place[]): Expression | undefined =>
  anyOf([...places.map((place) => wordAt(place, word)), typed(word), sounding(word, true)]);

/** A word wherever it may stand. */
const somewhere = (word: Word): Expression | undefined => wordIn(word, WORD_PLACES);

/** Whether a search may sound like a name, which is looked at where it is forgiven. */
export const hasSound = ({ words }: Query): boolean =>
  [...words, { text: joined(words) }].some((word) => soundOf(word)?.isSure === false);

/** A place and the better ones. */
const downTo = (place: (typeof WORD_PLACES)[number]): readonly Place[] =>
  WORD_PLACES.slice(0, WORD_PLACES.indexOf(place) + 1);

/** Words that a word is forgiven for, as the index has them. */
export type Near = ReadonlyMap<string, readonly string[]>;

const nearOf = (word: Word, near: Near, places: readonly Place[]): (Expression | undefined)[] =>
  (near.get(word.text) ?? []).flatMap((other) =>
    isHangul(other)
      ? [token(`${PLACES.letters}${other}`)]
      : places.map((place) => wholeAt(place, { text: other, isCjk: isCjk(other) })),
  );

/**
 * What documents that a step finds have of what was typed: names or founders, facts, texts, what means the same,
 * names with a wrong letter, or only words that are like it.
 */
type StepKind = 'name' | 'fact' | 'text' | 'meant' | 'typo' | 'loose';

export interface Step {
  kind: StepKind;
  of: Expression;
}

/** What a search asks of documents. */
export interface SearchPlan {
  /**
   * The best answers first: the name, its beginning, all words in the name, their beginnings, then
   * readings and founders, facts, description, the whole story, what means the same, and what only a
   * wrong letter keeps from being the same. What one finds, later ones may find again.
   */
  steps: Step[];
  /** How many of the first steps look at names and founders alone. */
  named: number;
  /** What any of them finds. */
  all: Expression;
}

/** Words that may be another word with a wrong letter. */
export interface Forgiven {
  near: Near;
  /** Only names are looked at: something was found as it was typed. */
  onlyNames: boolean;
}

/** Letters from which a wrong one at the beginning is as likely as elsewhere. */
const LONG = 8;

/** Whether a word was hardly meant to be anything else: in a short one nobody types the first letter wrong, or leaves the rest out. */
const isSurelyMeant = (typed: Word, other: string): boolean => {
  const text = isHangul(typed.text) ? hangulLetters(typed.text) : typed.text;
  if (text.length >= LONG || other.includes(text) || isHanOrKana(text)) return true;
  // Not a word that only begins nearly so: `opening` for `openai`.
  return text[0] === other[0] && new WordList([other]).near(text, maxTypos(text.length)).length > 0;
};

/** Whether a name may be meant by a word that it begins nearly so: somebody is still typing it. */
const isPerhapsMeant = (typed: Word, other: string): boolean =>
  isHangul(typed.text) || typed.text[0] === other[0] || isSurelyMeant(typed, other);

/** Nothing where a search has no word. @param forgiven what words of it may be wrong letters for */
export function planSearch({ words, terms, websites }: Query, forgiven?: Forgiven): SearchPlan | undefined {
  const near: Near = forgiven?.near ?? new Map();
  const whole = tokenOf('wholeName', joined(words));
  const every = (of: (word: Word) => Expression | undefined): Expression | undefined => {
    const parts = words.map(of);
    return parts.every((part) => part !== undefined) ? allOf(parts) : undefined;
  };
  const down = (...places: Place[]) => every((word) => wordIn(word, places));
  const meant = (others: Near) =>
    allOf(
      terms.map(({ words: own, synonyms }) =>
        anyOf([
          allOf(own.map((word) => anyOf([somewhere(word), ...nearOf(word, others, WORD_PLACES)]))),
          ...synonyms.map((other) =>
            allOf(other.map((word) => anyOf(WORD_PLACES.map((place) => wordAt(place, word))))),
          ),
        ]),
      ),
    );
  const nearNames = (others: Near) =>
    others.size > 0
      ? every((word) =>
          anyOf([wordIn(word, ['name', 'founder']), ...nearOf(word, others, ['name', 'founder'])]),
        )
      : undefined;
  const nearWhere = (isMeant: (typed: Word, other: string) => boolean): Near =>
    new Map(
      words.map((word) => [word.text, (near.get(word.text) ?? []).filter((other) => isMeant(word, other))]),
    );
  const surelyNear = nearWhere(isSurelyMeant);
  const typo = nearNames(near.size > 0 ? surelyNear : near);
  const asTyped = meant(new Map());
  // Texts have words for nearly everything: there a word is only forgiven for one that it surely is.
  const widest = forgiven?.onlyNames
    ? anyOf([asTyped, typo])
    : anyOf([meant(surelyNear), nearNames(nearWhere(isPerhapsMeant))]);
  const starting = beginningAt('wholeName', joined(words));
  const isNothing = forgiven !== undefined && !forgiven.onlyNames;
  // A name of several words is written as one, or cut in other places.
  const sounds = words.length > 1 ? sounding({ text: joined(words) }, !isNothing) : undefined;
  const perhaps = isNothing
    ? every((word) => anyOf([wordIn(word, ['name', 'founder']), sounding(word, false)]))
    : undefined;
  const bySite = websites.map((website) => token(tokenOf('website', website)));
  const all = anyOf([starting, sounds, perhaps, ...bySite, widest]);
  if (words.length === 0 || !all) return undefined;
  const steps = (kind: StepKind, ...of: (Expression | undefined)[]): Step[] =>
    of.flatMap((each) => (each === undefined ? [] : [{ kind, of: each }]));
  const byName = steps(
    'name',
    ...bySite,
    token(whole),
    starting,
    every((word) => wholeAt('name', word)),
    down('name'),
    sounds,
    down(...downTo('founder')),
  );
  // Characters of a long word stand in many a text, each pair for itself.
  const isLongCjk = words.every(({ text, isCjk }) => isCjk && text.length >= LONG / 2);
  const byTypo = steps('typo', typo);
  return {
    steps: [
      ...byName,
      ...steps(
        'fact',
        down(...downTo('fact')),
        // The company's name and something about it.
        words.length > 1 ? allOf([anyOf(words.map((word) => wholeAt('name', word))), asTyped]) : undefined,
      ),
      ...(isLongCjk ? byTypo : []),
      ...steps('text', down(...downTo('description')), down(...downTo('story'))),
      ...steps('typo', perhaps),
      ...steps('meant', asTyped),
      // Of mistyped words those are meant first that are names.
      ...(isLongCjk ? [] : byTypo),
      ...steps('loose', widest),
    ],
    named: byName.length,
    all,
  };
}

/** What documents have of which a founder, or one of the facts, is meant by a search. */
export function askedOf(place: 'founder' | 'fact', { words }: Query): Expression | undefined {
  const parts = words.map((word) =>
    place === 'founder' ? wordIn(word, ['reading', place]) : wordAt(place, word),
  );
  return parts.every((part) => part !== undefined) ? allOf(parts) : undefined;
}

/** A name as it is meant by searches: its words, and all of them as one. */
export interface ParsedName {
  words: readonly Word[];
  whole: string;
  initials: string;
}

export function parseName(name: string): ParsedName {
  const words = wordsOf(name);
  const whole = joined(words);
  return { words, whole, initials: hangulInitials(whole) };
}

/** Whether a name is meant by words of a search: each begins one of its words, or is in it where it is CJK. */
export function matchesName(name: string, words: readonly Word[]): boolean {
  return isMeantIn(parseName(name), words);
}

/** The same of a name that was cut already. */
export function isMeantIn(name: ParsedName, words: readonly Word[]): boolean {
  if (words.length === 0) return false;
  return words.every(({ text, isCjk }) =>
    isInitials(text)
      ? name.initials.includes(text)
      : isCjk
        ? name.whole.includes(text)
        : name.words.some((word) => word.text.startsWith(text)),
  );
}
