import type { DirectoryConfig } from '../../../core/directory/config.ts';
import { ownTexts } from '../../../core/directory/overrides.ts';
import { LANGUAGES, type Language } from '../../../core/languages.ts';
import { refusedField } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';
import type { AuthoredUnit } from '../../platform/database/types.ts';
import { savePart } from './save.ts';
import { readStored } from './store.ts';
import { shippedInterfaceText, textsWith } from './texts.ts';

type Words = DirectoryConfig['texts'][Language];

/** Objects within objects that a file of texts may have. */
const DEPTH_MAX = 8;

/** The texts of the interface in a language as this directory words them, by feature: what i18next calls namespaces. */
export const exportTexts = (language: Language, words: Words) => textsWith(language, ownTexts(words));

/** The texts of a file by key, as `settings:groups.ai`. @throws validation_failed for what is no file of texts */
function* textsByKey(texts: object, at: string, key = '', depth = 0): Generator<[key: string, text: string]> {
  for (const [name, value] of Object.entries(texts) as [string, unknown][]) {
    const next = depth === 0 ? `${name}:` : `${key}${name}`;
    if (typeof value === 'string' && depth > 0) yield [next, value];
    else if (typeof value === 'object' && value !== null && !Array.isArray(value) && depth < DEPTH_MAX)
      yield* textsByKey(value, at, depth === 0 ? next : `${next}.`, depth + 1);
    else throw refusedField(`${at}.${next}`, refusal('unknown_text'));
  }
}

/**
 * Saves the texts of files as the directory's own words. A text equal to the shipped one, or empty as translation tools
 * write untranslated texts, removes the own word; a key missing in a file keeps its word.
 * @param at where the texts stand in the request, or the folder they are from
 * @returns how many texts each language words differently now
 * @throws validation_failed naming each text that cannot be replaced
 */
export async function importTexts(
  unit: AuthoredUnit,
  given: { [L in Language]?: object },
  at: string,
): Promise<{ [L in Language]: number }> {
  const before = await readStored(unit.tx);
  const texts = { ...before.config.texts };
  for (const language of LANGUAGES) {
    const words: Words = { ...texts[language] };
    for (const [key, text] of textsByKey(given[language] ?? {}, `${at}.${language}`)) {
      if (text === '' || text === shippedInterfaceText(language, key)) delete words[key];
      else if (words[key]?.text !== text) words[key] = { text, original: '' };
    }
    texts[language] = words;
  }
  const { config } = await savePart(unit, 'texts', texts, before, at);
  return Object.fromEntries(
    LANGUAGES.map((language) => [language, Object.keys(config.texts[language]).length]),
  ) as { [L in Language]: number };
}
