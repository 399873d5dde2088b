/** Texts of one feature of the interface, as in its file: nested objects of texts. */
export type Texts = { [key: string]: string | Texts };

/** Texts that replace shipped ones, by feature. */
export type Overrides = Record<string, Texts>;

/** Where a file of texts has the replaced texts of features that are loaded on demand. */
export const OVERRIDES_KEY = '~overrides';

/** Texts with some of them replaced, and others added. */
export function mergeTexts(base: Texts, replaced: Texts | undefined): Texts {
  if (!replaced) return base;
  const merged = { ...base };
  for (const [key, value] of Object.entries(replaced)) {
    const known = merged[key];
    merged[key] = typeof value === 'object' && typeof known === 'object' ? mergeTexts(known, value) : value;
  }
  return merged;
}

/**
 * The texts that every page has, as a directory words them.
 * @param shipped texts of the public features
 * @returns them with the replaced ones, and under `OVERRIDES_KEY` those of features that are loaded on demand
 */
export function pageTexts(
  shipped: Readonly<Record<string, Texts>>,
  overrides: Overrides,
): Record<string, Texts> {
  const onDemand = Object.entries(overrides).filter(([feature]) => !(feature in shipped));
  return {
    ...Object.fromEntries(
      Object.entries(shipped).map(([feature, texts]) => [feature, mergeTexts(texts, overrides[feature])]),
    ),
    [OVERRIDES_KEY]: Object.fromEntries(onDemand),
  };
}

/** The placeholders of a text, as `{{count}}`, each once and sorted. */
export const placeholdersOf = (text: string): string[] =>
  [...new Set(text.match(/\{\{[^}]+\}\}/g) ?? [])].sort();
