import type { Language } from '../languages.ts';
import { categoryTexts, directory } from './current.ts';
import type { Overrides } from './merge-texts.ts';

/**
 * What the configuration says in a language: the categories' names, and texts that the owner replaced.
 * A replaced text is named by feature and path, as `common:close` or `settings:groups.ai`.
 */
export function overridesIn(language: Language): Overrides {
  const overrides: Overrides = { categories: categoryTexts(language) };
  for (const [key, { text }] of Object.entries(directory().texts[language])) {
    const [feature = '', path = ''] = key.split(':');
    overrides[feature] ??= {};
    let texts = overrides[feature];
    const steps = path.split('.');
    for (const step of steps.slice(0, -1)) {
      const next = texts[step];
      const inner = typeof next === 'object' ? next : {};
      texts[step] = inner;
      texts = inner;
    }
    texts[steps.at(-1) ?? ''] = text;
  }
  return overrides;
}
