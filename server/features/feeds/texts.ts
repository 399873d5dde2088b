import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { CATEGORIES, type Category } from '../../../core/categories.ts';
import { LANGUAGES, type Language } from '../../../core/languages.ts';

const namedSchema = z.object({ name: z.string(), description: z.string() });

const schemas = {
  common: z.object({ tagline: z.string(), feedTitle: z.string() }),
  categories: z.object(
    Object.fromEntries(CATEGORIES.map((category) => [category, namedSchema])) as Record<
      Category,
      typeof namedSchema
    >,
  ),
};

export type SiteTexts = { [F in keyof typeof schemas]: z.output<(typeof schemas)[F]> };

function siteTexts(language: Language): SiteTexts {
  return Object.fromEntries(
    Object.entries(schemas).map(([feature, schema]) => {
      const file = new URL(`../../../web/i18n/locales/${language}/${feature}.json`, import.meta.url);
      return [feature, schema.parse(JSON.parse(readFileSync(file, 'utf8')))];
    }),
  ) as SiteTexts;
}

/** What the pages say of themselves, from their own texts: feeds and manifests say the same. */
export function readSiteTexts(): Record<Language, SiteTexts> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, siteTexts(language)])) as Record<
    Language,
    SiteTexts
  >;
}
