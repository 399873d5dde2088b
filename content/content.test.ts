import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { COMPANY_CATEGORIES } from '../core/categories.ts';
import type { ContentFile } from '../core/companies/content.ts';
import { parseRevenue } from '../core/companies/revenue.ts';
import { companyId } from '../core/companies/slug.ts';
import { LANGUAGES } from '../core/languages.ts';
import { readContent } from '../server/companies/shipped-content.ts';
import { isLost, measure } from './bounds.ts';
import reached from './reached.json' with { type: 'json' };

const files = await readContent();
const marks = new Set(
  readdirSync(fileURLToPath(new URL('../node_modules/simple-icons/icons', import.meta.url))).map((name) => name.replace('.svg', '')),
);

test('there are a hundred companies, and many in every category', () => {
  expect(files.length).toBeGreaterThanOrEqual(100);
  for (const category of COMPANY_CATEGORIES) {
    expect(files.filter((file) => file.category === category).length, category).toBeGreaterThanOrEqual(18);
  }
});

test('no bound of the directory is further from its aim than it has been', () => {
  expect(measure(files).filter((bound) => isLost(bound, reached))).toEqual([]);
});

test('ids are unique, and made of the English name', () => {
  expect(new Set(files.map((file) => file.id)).size).toBe(files.length);
  for (const file of files) expect(file.id).toBe(companyId(file.content.en.name, 0));
});

test('every revenue has a figure, and every logo exists', () => {
  for (const file of files) {
    expect(parseRevenue(file.revenue.value), file.id).not.toBeNull();
    expect(file.revenue.value.includes('acquisition'), file.id).toBe(file.revenue.basis === 'acquisition');
    if (file.logo) expect(marks, file.id).toContain(file.logo);
  }
});

test('no sentence stands in two languages, none is repeated between companies', () => {
  const seen = new Map<string, string>();
  const sentences = (file: ContentFile, language: (typeof LANGUAGES)[number]) => {
    const { description, story, highlights } = file.content[language];
    return [description, ...story, ...highlights];
  };
  for (const file of files) {
    for (const language of LANGUAGES) {
      for (const sentence of sentences(file, language)) {
        const where = `${file.id} ${language}`;
        expect(seen.get(sentence), `${where}: ${sentence}`).toBeUndefined();
        seen.set(sentence, where);
      }
    }
  }
});

test('each language is written in its own script', () => {
  const script = { en: /[A-Za-z]/g, ko: /\p{Script=Hangul}/gu, ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, zh: /\p{Script=Han}/gu };
  for (const file of files) {
    for (const language of LANGUAGES) {
      const text = file.content[language].story.join('');
      expect((text.match(script[language]) ?? []).length / text.length, `${file.id} ${language}`).toBeGreaterThan(0.3);
      if (language === 'zh') expect(text, file.id).not.toMatch(/[\p{Script=Hiragana}\p{Script=Hangul}]/u);
    }
  }
});
