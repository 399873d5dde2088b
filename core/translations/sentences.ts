import { type Language, LOCALES } from '../languages.ts';

/** A text's sentences by the rules of its language, without the white space around them. */
export function sentencesOf(text: string, language: Language): string[] {
  const segmenter = new Intl.Segmenter(LOCALES[language], { granularity: 'sentence' });
  return [...segmenter.segment(text)].map(({ segment }) => segment.trim()).filter(Boolean);
}

/** The sentences that stand in only one of two versions of a text. */
export function sentenceChanges(
  before: string,
  after: string,
  language: Language,
): { removed: string[]; added: string[] } {
  const [old, fresh] = [sentencesOf(before, language), sentencesOf(after, language)];
  return {
    removed: old.filter((sentence) => !fresh.includes(sentence)),
    added: fresh.filter((sentence) => !old.includes(sentence)),
  };
}
