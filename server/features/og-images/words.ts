import { z } from 'zod';
import { type Category, isCompanyCategory } from '../../../core/categories.ts';
import type { Collection } from '../../../core/collections/calls.ts';
import { isAcquisition } from '../../../core/companies/acquisition.ts';
import type { CompanyDetail } from '../../../core/companies/calls.ts';
import type { PageFacet } from '../../../core/companies/facet-pages.ts';
import { countryName } from '../../../core/country-name.ts';
import { markSvg } from '../../../core/design/mark-svg.ts';
import { givenTagName, kindName, lightHue } from '../../../core/directory/current.ts';
import { siteName } from '../../../core/directory/site-name.ts';
import { type Language, LOCALES } from '../../../core/languages.ts';
import type { SharedList } from '../../../core/lists/calls.ts';
import { type ReadingPageName, readingTextKey } from '../../../core/reading/pages.ts';
import { cleanText } from '../../../core/text.ts';
import { textsOf } from '../directory/index.ts';
import type { CompanyPicture, PagePicture } from './picture.ts';

/** Characters of a description that can have room. */
const PICTURE_TEXT_MAX = 400;
const NAME_LENGTH = 200;

/** Page texts used in pictures. */
const schemas = {
  common: z.object({ tagline: z.string(), unknown: z.string() }),
  home: z.object({ title: z.string(), companies_one: z.string(), companies_other: z.string() }),
  categories: z.record(z.string(), z.object({ name: z.string(), description: z.string() })),
  companies: z
    .object({
      revenue: z.string(),
      revenueShort: z.string(),
      employees: z.string(),
      founded: z.string(),
      acquisition: z.string(),
    })
    .catchall(z.string()),
  explore: z.object({ title: z.string(), description: z.string() }),
  reading: z.record(z.string(), z.unknown()),
};

type PictureWords = { [F in keyof typeof schemas]: z.output<(typeof schemas)[F]> };

/** Texts of the pages, so that picture and page match. */
const wordParts = (language: Language): PictureWords =>
  Object.fromEntries(
    Object.entries(schemas).map(([feature, schema]) => [feature, schema.parse(textsOf(language, feature))]),
  ) as PictureWords;

const readingHeadSchema = z.object({
  title: z.string(),
  text: z.string(),
  short: z.string().optional(),
});
/** Texts for the title of a shared list. */
const sharedWordsSchema = z.object({ usual: z.string(), by: z.string() });
/** Head of a page that spans companies; the texts of `on-this-day` have the key `onThisDay`. */
const readingHead = (name: ReadingPageName, texts: Record<string, unknown>) =>
  readingHeadSchema.parse(texts[readingTextKey(name)]);

function companyPicture(
  company: CompanyDetail,
  { language, logo, site }: { language: Language; logo: string | null; site: string },
): CompanyPicture {
  const { common, companies, categories } = wordParts(language);
  const basis = company.revenue_basis;
  const revenue = isAcquisition(company.revenue)
    ? company.revenue.replace(/acquisition/i, companies.acquisition)
    : company.revenue;
  return {
    kind: 'company',
    language,
    site,
    category: categories[company.category]?.name ?? company.category,
    hue: lightHue(company.category).strong,
    name: cleanText(company.name).slice(0, NAME_LENGTH),
    description: cleanText(company.description).slice(0, PICTURE_TEXT_MAX),
    mark: logo
      ? { picture: logo, fills: false }
      : { picture: markSvg(company, lightHue(company.category)), fills: true },
    figures: [
      {
        label:
          basis && basis !== 'annual'
            ? `${companies.revenueShort} · ${companies[`basis_${basis}`]}`
            : companies.revenue,
        value: cleanText(revenue) || common.unknown,
      },
      {
        label: companies.employees,
        value:
          company.employees === null
            ? common.unknown
            : new Intl.NumberFormat(LOCALES[language]).format(company.employees),
      },
      {
        label: companies.founded,
        value: company.founded === null ? common.unknown : String(company.founded),
      },
    ],
  };
}

/** The value of a facet as readers see it. @param name a founder's */
function facetTitle(
  facet: PageFacet,
  value: string,
  { language, name }: { language: Language; name: string },
): string {
  switch (facet) {
    case 'country':
      return countryName(value, language);
    case 'kind':
      return kindName(value, language);
    case 'tag':
      return givenTagName(value, language) ?? `#${value}`;
    default:
      return name;
  }
}

/** Puts what a directory knows into the words of a picture. @param configuredName the site's, as it is set */
export function createWords(configuredName: string) {
  const siteIn = (language: Language) => siteName(configuredName, language);

  return {
    company: (company: CompanyDetail, language: Language, logo: string | null): CompanyPicture =>
      companyPicture(company, { language, logo, site: siteIn(language) }),

    category(category: Category, language: Language, count: number): PagePicture {
      const { categories, home } = wordParts(language);
      return {
        kind: 'page',
        language,
        site: siteIn(language),
        title: categories[category]?.name ?? category,
        text: categories[category]?.description ?? '',
        hue: isCompanyCategory(category) ? lightHue(category).strong : null,
        note: (count === 1 ? home.companies_one : home.companies_other).replace('{{count}}', String(count)),
      };
    },

    /** @param name a founder's; else the value says it */
    facet(facet: PageFacet, value: string, language: Language, count: number, name = value): PagePicture {
      const { companies, home } = wordParts(language);
      const title = facetTitle(facet, value, { language, name });
      return {
        kind: 'page',
        language,
        site: siteIn(language),
        title: cleanText(title).slice(0, NAME_LENGTH),
        text: (companies[`facet_${facet}`] ?? '').replace('{{name}}', () => title).slice(0, PICTURE_TEXT_MAX),
        hue: null,
        note: (count === 1 ? home.companies_one : home.companies_other).replace('{{count}}', String(count)),
      };
    },

    /** The page of all values of a facet. */
    facetIndex(facet: PageFacet, language: Language): PagePicture {
      const { companies } = wordParts(language);
      return {
        kind: 'page',
        language,
        site: siteIn(language),
        hue: null,
        title: companies[`index_${facet}`] ?? '',
        text: companies[`indexText_${facet}`] ?? '',
        note: '',
      };
    },

    explore(language: Language): PagePicture {
      const { title, description } = wordParts(language).explore;
      return {
        kind: 'page',
        language,
        site: siteIn(language),
        hue: null,
        title,
        text: description,
        note: '',
      };
    },

    reading(name: ReadingPageName, language: Language): PagePicture {
      const { title, text, short } = readingHead(name, wordParts(language).reading);
      return {
        kind: 'page',
        language,
        site: siteIn(language),
        hue: null,
        title: short ?? title,
        text: short ? '' : text,
        note: '',
      };
    },

    collection(
      { title, intro, companies }: Pick<Collection, 'title' | 'intro'> & { companies: readonly unknown[] },
      language: Language,
    ): PagePicture {
      const { home } = wordParts(language);
      const { length } = companies;
      return {
        kind: 'page',
        language,
        site: siteIn(language),
        hue: null,
        title: cleanText(title).slice(0, NAME_LENGTH),
        text: cleanText(intro).slice(0, PICTURE_TEXT_MAX),
        note: (length === 1 ? home.companies_one : home.companies_other).replace('{{count}}', String(length)),
      };
    },

    sharedList({ name, shared_by, companies }: SharedList, language: Language): PagePicture {
      const { reading } = wordParts(language);
      const { usual, by } = sharedWordsSchema.parse(reading['lists']);
      return this.collection(
        { title: name || usual, intro: shared_by && by.replace('{{name}}', () => shared_by), companies },
        language,
      );
    },

    home(language: Language): PagePicture {
      const { common, home } = wordParts(language);
      return {
        kind: 'page',
        language,
        site: siteIn(language),
        title: home.title,
        text: common.tagline,
        hue: null,
        note: '',
      };
    },
  };
}
