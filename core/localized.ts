import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from './languages.ts';

/** The text to show in a language: its own, else the English one, else any. */
export function textIn<T extends { language: Language }>(
  texts: readonly T[],
  preferred: Language,
): T | undefined {
  const find = (language: Language) => texts.find((text) => text.language === language);
  return find(preferred) ?? find(DEFAULT_LANGUAGE) ?? LANGUAGES.map(find).find((text) => text !== undefined);
}

/** A name as a language writes it, else as English does, else any. */
export const nameIn = (
  names: { [L in Language]?: string | undefined },
  preferred: Language,
): string | undefined => names[preferred] ?? names[DEFAULT_LANGUAGE] ?? Object.values(names)[0];
