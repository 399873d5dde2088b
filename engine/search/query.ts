import { allOf, anyOf, type Expression, token } from './expression.ts';
import { typedReadings } from './romaji.ts';
import { soundOf } from './sounds.ts';
import {
  beginningAt,
  type IndexField,
  SEARCH_FIELD_CODES,
  SHORT,
  tokenOf,
  WORD_FIELDS,
  type WordField,
} from './tokens.ts';
import { maxTypos, WordList } from './word-list.ts';
import {
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

/** Words of a query beyond these are ignored. */
const QUERY_WORDS_MAX = 12;

/** A word, or an expression of several words, with its synonyms. */
interface Term {
  words: readonly Word[];
  synonyms: readonly (readonly Word[])[];
}

/** A parsed query. */
export interface ParsedQuery {
  words: readonly Word[];
  terms: readonly Term[];
  /** Exact keys, best first. */
  keys: readonly string[];
}

/** Groups of words and expressions with the same meaning. */
export type Synonyms = readonly (readonly Word[])[][];

const sameWords = (a: readonly Word[], b: readonly Word[]) =>
  a.length === b.length && a.every(({ text }, i) => text === b[i]?.text);

/** Parses a query; at each word the longest known expression is taken. @param keys exact keys, best first */
export function parseQuery(q: string, synonyms: Synonyms = [], keys: readonly string[] = []): ParsedQuery {
  const words = wordsOf(q).slice(0, QUERY_WORDS_MAX);
  const terms: Term[] = [];
  for (let at = 0; at < words.length; ) {
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
  return { words, terms, keys };
}

/** Documents with a whole word in a field; a CJK word is all of its pairs of characters. */
function wholeAt(field: IndexField, { text, isCjk }: Pick<Word, 'text' | 'isCjk'>): Expression | undefined {
  if (!isCjk) return token(tokenOf(field, text));
  const pairs = pairsOf(text);
  if (pairs.length === 0) return token(tokenOf(field, text));
  return allOf(pairs.map((pair) => token(tokenOf(field, pair))));
}

/** Documents with a word, or one that begins with it, in a field. One or two Latin letters match whole words only. */
function wordAt(field: IndexField, word: Word): Expression | undefined {
  const { text, isCjk } = word;
  if (field === 'reading') {
    const readings = typedReadings(word);
    // A Japanese name may be in Latin letters too: ゾーホー, Zoho.
    const latin = isCjk ? readings.filter((reading) => reading.length > SHORT) : [];
    return anyOf([
      ...readings.map((reading) => beginningAt(field, reading)),
      ...latin.map((reading) => token(tokenOf('name', reading))),
    ]);
  }
  return isCjk || [...text].length <= SHORT ? wholeAt(field, word) : beginningAt(field, text);
}

/** Documents with a name that begins with one or two typed letters, with letters of Hangul, or with its consonants. */
function nameStart(word: Word): Expression | undefined {
  const { text } = word;
  if (isInitials(text)) return beginningAt('initials', text);
  if (isHangul(text)) return beginningAt('letters', hangulLetters(text));
  if (!word.isCjk && text.length <= SHORT) return token(tokenOf('start', text));
  return undefined;
}

/** Documents with a name in Latin letters that sounds like a word in kana or Hangul. @param onlySure only rare sounds */
function soundsLike(word: Pick<Word, 'text'>, { onlySure }: { onlySure: boolean }): Expression | undefined {
  const sound = soundOf(word);
  if (!sound || (onlySure && !sound.isSure)) return undefined;
  return token(tokenOf('sound', sound.key));
}

/** Documents with a word in one of some fields, as it is typed or as it surely sounds. */
const wordIn = (word: Word, fields: readonly IndexField[]): Expression | undefined =>
  anyOf([
    ...fields.map((field) => wordAt(field, word)),
    nameStart(word),
    soundsLike(word, { onlySure: true }),
  ]);

/** Whether a word of a query has a sound that several names share; such names are tried only in a fuzzy search. */
export const hasUnsureSound = ({ words }: ParsedQuery): boolean =>
  [...words, { text: joined(words) }].some((word) => soundOf(word)?.isSure === false);

/** A field and the better ones. */
const upTo = (field: WordField): readonly IndexField[] =>
  WORD_FIELDS.slice(0, WORD_FIELDS.indexOf(field) + 1);

/** Words of the vocabulary that a word may be a misspelling of, by word. */
export type Corrections = ReadonlyMap<string, readonly string[]>;

const correctedAt = (word: Word, corrections: Corrections, fields: readonly IndexField[]) =>
  (corrections.get(word.text) ?? []).flatMap((other) =>
    isHangul(other)
      ? [token(`${SEARCH_FIELD_CODES.letters}${other}`)]
      : fields.map((field) => wholeAt(field, { text: other, isCjk: isCjk(other) })),
  );

/**
 * How documents of a step match: by names and persons, by facts, by texts, by synonyms, by a misspelt name, or
 * by related words only.
 */
export type StepKind = 'name' | 'fact' | 'text' | 'synonym' | 'typo' | 'loose';

export interface QueryStep {
  kind: StepKind;
  expression: Expression;
}

/** Expressions of a query. */
export interface SearchPlan {
  /** Best first. A document belongs to the first step that matches. */
  steps: QueryStep[];
  /** How many of the first steps look at names and persons only. */
  nameSteps: number;
  /** Matches all documents of all steps. */
  all: Expression;
}

interface Fuzziness {
  corrections: Corrections;
  /** Only names are corrected: the query as typed has found something. */
  onlyNames: boolean;
}

/** Letters from which the first one is as likely to be wrong as any other. */
const LONG = 8;

/** Whether a correction is hardly wrong: in a short word the first letter is right, and the word is complete. */
const isSure = (word: Word, correction: string): boolean => {
  const text = isHangul(word.text) ? hangulLetters(word.text) : word.text;
  if (text.length >= LONG || correction.includes(text) || isHanOrKana(text)) return true;
  return text[0] === correction[0] && new WordList([correction]).near(text, maxTypos(text.length)).length > 0;
};

/** Whether a correction may be a name whose beginning is typed. */
const isPossible = (word: Word, correction: string): boolean =>
  isHangul(word.text) || word.text[0] === correction[0] || isSure(word, correction);

/** The corrections of words that fulfil a condition. */
const correctionsWhere = (
  words: readonly Word[],
  corrections: Corrections,
  condition: (word: Word, correction: string) => boolean,
): Corrections =>
  new Map(
    words.map((word) => [
      word.text,
      (corrections.get(word.text) ?? []).filter((correction) => condition(word, correction)),
    ]),
  );

/** Conjunction of the expressions of all words; undefined if a word has no expression. */
function everyWord(
  words: readonly Word[],
  expressionOf: (word: Word) => Expression | undefined,
): Expression | undefined {
  const parts = words.map(expressionOf);
  return parts.every((part) => part !== undefined) ? allOf(parts) : undefined;
}

/** Each term by its words, their corrections or its synonyms, in any field. */
const termsAnywhere = (terms: readonly Term[], corrections: Corrections) =>
  allOf(
    terms.map(({ words, synonyms }) =>
      anyOf([
        allOf(
          words.map((word) =>
            anyOf([wordIn(word, WORD_FIELDS), ...correctedAt(word, corrections, WORD_FIELDS)]),
          ),
        ),
        ...synonyms.map((other) =>
          allOf(other.map((word) => anyOf(WORD_FIELDS.map((field) => wordAt(field, word))))),
        ),
      ]),
    ),
  );

/** All words in names and persons, as they are typed or corrected. */
const correctedNames = (words: readonly Word[], corrections: Corrections) =>
  everyWord(words, (word) =>
    anyOf([wordIn(word, ['name', 'person']), ...correctedAt(word, corrections, ['name', 'person'])]),
  );

const querySteps = (kind: StepKind, ...expressions: (Expression | undefined)[]): QueryStep[] =>
  expressions.flatMap((expression) => (expression === undefined ? [] : [{ kind, expression }]));

/** The plan of a query; undefined without words. @param fuzziness corrections, if the query is searched again with them */
export function planSearch(
  { words, terms, keys }: ParsedQuery,
  fuzziness?: Fuzziness,
): SearchPlan | undefined {
  const corrections: Corrections = fuzziness?.corrections ?? new Map();
  const whole = joined(words);
  const upToField = (field: WordField) => everyWord(words, (word) => wordIn(word, upTo(field)));
  const sure = correctionsWhere(words, corrections, isSure);
  const typo = corrections.size > 0 ? correctedNames(words, sure) : undefined;
  const asTyped = termsAnywhere(terms, new Map());
  // Texts have words near to any word: only sure corrections are looked for there.
  const widest = fuzziness?.onlyNames
    ? anyOf([asTyped, typo])
    : anyOf([
        termsAnywhere(terms, sure),
        correctedNames(words, correctionsWhere(words, corrections, isPossible)),
      ]);
  const starting = beginningAt('wholeName', whole);
  const foundNothing = fuzziness !== undefined && !fuzziness.onlyNames;
  // A name of several words may be written as one word, or divided elsewhere.
  const sounds = words.length > 1 ? soundsLike({ text: whole }, { onlySure: !foundNothing }) : undefined;
  const unsureSounds = foundNothing
    ? everyWord(words, (word) =>
        anyOf([wordIn(word, ['name', 'person']), soundsLike(word, { onlySure: false })]),
      )
    : undefined;
  const byKey = keys.map((key) => token(tokenOf('key', key)));
  const all = anyOf([starting, sounds, unsureSounds, ...byKey, widest]);
  if (words.length === 0 || !all) return undefined;
  const byName = querySteps(
    'name',
    ...byKey,
    token(tokenOf('wholeName', whole)),
    starting,
    everyWord(words, (word) => wholeAt('name', word)),
    upToField('name'),
    sounds,
    upToField('person'),
  );
  // The pairs of a long CJK word stand in many texts, each by itself.
  const isLongCjk = words.every(({ text, isCjk }) => isCjk && text.length >= LONG / 2);
  const byTypo = querySteps('typo', typo);
  return {
    steps: [
      ...byName,
      ...querySteps(
        'fact',
        upToField('fact'),
        // A word of the name, and the others anywhere.
        words.length > 1 ? allOf([anyOf(words.map((word) => wholeAt('name', word))), asTyped]) : undefined,
      ),
      ...(isLongCjk ? byTypo : []),
      ...querySteps('text', upToField('summary'), upToField('body')),
      ...querySteps('typo', unsureSounds),
      ...querySteps('synonym', asTyped),
      ...(isLongCjk ? [] : byTypo),
      ...querySteps('loose', widest),
    ],
    nameSteps: byName.length,
    all,
  };
}

/** Documents with all words of a query in one field; undefined without words. */
export function wordsInField(field: 'person' | 'fact', { words }: ParsedQuery): Expression | undefined {
  return everyWord(words, (word) =>
    field === 'person' ? wordIn(word, ['reading', field]) : wordAt(field, word),
  );
}
