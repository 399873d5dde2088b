import { diffWords } from 'diff';
import type { ReactNode } from 'react';
import type { Language } from '../../../core/languages.ts';

/** Comparing two texts takes at most this long, in milliseconds. */
const TIME = 200;
/** An unchanged stretch longer than this shows only its ends, in characters. */
const STRETCH = 200;
const ENDS = 60;

export interface DiffPart {
  value: string;
  kind: 'same' | 'added' | 'removed';
}

/** The words that were added to a text and removed from it; Japanese and Chinese have no spaces to go by. */
export function wordDiff(before: string, after: string, language: Language): DiffPart[] {
  const intlSegmenter = new Intl.Segmenter(language, { granularity: 'word' });
  const changes = diffWords(before, after, { intlSegmenter, timeout: TIME });
  // Too different to be told apart word by word.
  if (!changes) {
    return [
      { value: before, kind: 'removed' },
      { value: after, kind: 'added' },
    ];
  }
  return changes.map(({ value, added, removed }) => ({
    value,
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }));
}

function shortened(text: string): string {
  const letters = [...text];
  if (letters.length <= STRETCH) return text;
  return `${letters.slice(0, ENDS).join('')} … ${letters.slice(-ENDS).join('')}`;
}

/** What became of a text, word by word. */
export function TextDiff({
  before,
  after,
  language,
}: {
  before: string;
  after: string;
  language: Language;
}): ReactNode {
  return wordDiff(before, after, language).map(({ value, kind }, index) => {
    const key = `${index}${kind}`;
    if (kind === 'added')
      return (
        <ins key={key} className="rounded bg-tint text-success no-underline">
          {value}
        </ins>
      );
    if (kind === 'removed')
      return (
        <del key={key} className="text-danger decoration-1">
          {value}
        </del>
      );
    return <span key={key}>{shortened(value)}</span>;
  });
}

/** One of two texts, with what the other lacks marked. */
export function TextBeside({
  text,
  other,
  language,
}: {
  text: string;
  other: string;
  language: Language;
}): ReactNode {
  return wordDiff(other, text, language)
    .filter(({ kind }) => kind !== 'removed')
    .map(({ value, kind }, index) => {
      const key = `${index}${kind}`;
      return kind === 'added' ? (
        <mark key={key} className="rounded bg-tint text-accent">
          {value}
        </mark>
      ) : (
        <span key={key}>{shortened(value)}</span>
      );
    });
}
