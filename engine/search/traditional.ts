import { readFileSync } from 'node:fs';

/** Pairs of characters, a traditional one and the simplified one: from OpenCC's TSCharacters (Apache-2.0). */
const CHARACTERS_FILE = new URL('./traditional-characters.txt', import.meta.url);

let simplifiedOf: ReadonlyMap<string, string> | undefined;

function readPairs(): ReadonlyMap<string, string> {
  const characters = [...readFileSync(CHARACTERS_FILE, 'utf8').replaceAll('\n', '')];
  return new Map(
    characters.flatMap((traditional, i) => (i % 2 === 0 ? [[traditional, characters[i + 1] ?? '']] : [])),
  );
}

const HAN_CHARACTERS = /\p{sc=Han}/gu;

/** A text with simplified Chinese characters in the place of traditional ones; words of other regions stay. */
export function toSimplified(text: string): string {
  return text.replace(HAN_CHARACTERS, (character) => {
    simplifiedOf ??= readPairs();
    return simplifiedOf.get(character) ?? character;
  });
}
