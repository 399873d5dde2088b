import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../core/languages.ts';

const FOLDER = fileURLToPath(new URL('./locales', import.meta.url));
const features = readdirSync(`${FOLDER}/en`, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.json'));

/** Texts that are the same in another language because people there write them so. */
const SAME = new Set(['API', 'AI', 'ID']);

function texts(language: string, feature: string): Map<string, string> {
  const flat = new Map<string, string>();
  const walk = (value: unknown, path: string) => {
    if (typeof value === 'string') flat.set(path, value);
    else
      for (const [key, inner] of Object.entries(value as object)) walk(inner, path ? `${path}.${key}` : key);
  };
  walk(JSON.parse(readFileSync(`${FOLDER}/${language}/${feature}`, 'utf8')), '');
  return flat;
}

/** Whether a text says anything beside its placeholders. */
const hasWords = (text: string) => /\p{L}/u.test(text.replace(/{{[^}]+}}/g, ''));

const placeholders = (text: string) => [...text.matchAll(/{{[^}]+}}/g)].map(([match]) => match).sort();

for (const language of LANGUAGES.filter((other) => other !== 'en')) {
  test.each(features)(
    `%s has every text in ${language}, with the same placeholders, translated`,
    (feature) => {
      const english = texts('en', feature);
      const other = texts(language, feature);
      expect([...other.keys()].sort()).toEqual([...english.keys()].sort());
      for (const [key, text] of english) {
        const translated = other.get(key) ?? '';
        expect(placeholders(translated), key).toEqual(placeholders(text));
        if (!SAME.has(text) && hasWords(text)) expect(translated, key).not.toBe(text);
      }
    },
  );
}

/** Placeholders whose values end in a sound that nobody knows beforehand: a particle behind one has both its forms. */
const OF_ANY_SOUND =
  /{{(?:email|address|name|q|tag|subject|site|id|from|into)}}[’'”]?(?:을|를|이|가|은|는|과|와|로|으로)(?![가-힣(])/;

test.each(features)('no Korean particle in %s fits only some of the values before it', (feature) => {
  const wrong = [...texts('ko', feature)].filter(([, text]) => OF_ANY_SOUND.test(text));
  expect(wrong).toEqual([]);
});

test.each(features)('a number and its measure word stand together in the Chinese of %s', (feature) => {
  const apart = /\{\{(?:count|number|total|max)(?:, number)?\}\} \p{Script=Han}/u;
  expect([...texts('zh', feature)].filter(([, text]) => apart.test(text))).toEqual([]);
});
