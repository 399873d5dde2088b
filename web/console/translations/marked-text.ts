export interface TextPart {
  text: string;
  marked: boolean;
}

/** A text in parts, with the given sentences marked where they stand in it, in their order. */
export function markSentences(text: string, sentences: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let rest = text;
  for (const sentence of sentences) {
    const at = sentence === '' ? -1 : rest.indexOf(sentence);
    if (at < 0) continue;
    if (at > 0) parts.push({ text: rest.slice(0, at), marked: false });
    parts.push({ text: sentence, marked: true });
    rest = rest.slice(at + sentence.length);
  }
  if (rest !== '') parts.push({ text: rest, marked: false });
  return parts;
}
