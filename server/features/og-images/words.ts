import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { CATEGORIES, type Category, isCompanyCategory } from '../../../core/categories.ts';
import { isAcquisition } from '../../../core/companies/acquisition.ts';
import type { CompanyDetail } from '../../../core/companies/calls.ts';
import type { PageFacet } from '../../../core/companies/facet-pages.ts';
import { countryName } from '../../../core/country-name.ts';
import { markSvg } from '../../../core/design/mark-svg.ts';
import { LANGUAGES, type Language, LOCALES } from '../../../core/languages.ts';
import { siteName } from '../../../core/site-name.ts';
import { cleanText } from '../../../core/text.ts';
import type { CompanyPicture, PagePicture } from './picture.ts';

/** Characters of a description that can have room. */
const PICTURE_TEXT_MAX = 400;
const NAME_LENGTH = 200;

const namedSchema = z.object({ name: z.string(), description: z.string() });

/** What a picture takes of the texts of its page. */
const schemas = {
  common: z.object({ tagline: z.string(), unknown: z.string() }),
  home: z.object({ title: z.string(), companies_one: z.string(), companies_other: z.string() }),
  categories: z.object(
    Object.fromEntries(CATEGORIES.map((category) => [category, namedSchema])) as Record<
      Category,
      typeof namedSchema
    >,
  ),
  companies: z
    .object({
      revenue: z.string(),
      revenueShort: z.string(),
      employees: z.string(),
      founded: z.string(),
      acquisition: z.string(),
    })
    .catchall(z.string()),
  'on-demand/explore': z.object({ title: z.string(), description: z.string() }),
};

type PictureWords = { [F in keyof typeof schemas]: z.output<(typeof schemas)[F]> };

/** The pages' own texts, read from their files once: a picture says what its page says. */
function pictureWords(language: Language): PictureWords {
  return Object.fromEntries(
    Object.entries(schemas).map(([feature, schema]) => {
      const file = new URL(`../../../web/i18n/locales/${language}/${feature}.json`, import.meta.url);
      return [feature, schema.parse(JSON.parse(readFileSync(file, 'utf8')))];
    }),
  ) as PictureWords;
}

/** Puts what a directory knows into the words of a picture. @param configuredName the site's, as it is set */
export function createWords(configuredName: string) {
  const byLanguage = new Map<Language, PictureWords>(
    LANGUAGES.map((language) => [language, pictureWords(language)]),
  );
  const wordsIn = (language: Language) => byLanguage.get(language) as PictureWords;
  const siteIn = (language: Language) => siteName(configuredName, language);

  return {
    company(company: CompanyDetail, language: Language, logo: string | null): CompanyPicture {
      const { common, companies, categories } = wordsIn(language);
      const basis = company.revenue_basis;
      const revenue = isAcquisition(company.revenue)
        ? company.revenue.replace(/acquisition/i, companies.acquisition)
        : company.revenue;
      return {
        kind: 'company',
        language,
        site: siteIn(language),
        category: categories[company.category].name,
        of: company.category,
        name: cleanText(company.name).slice(0, NAME_LENGTH),
        description: cleanText(company.description).slice(0, PICTURE_TEXT_MAX),
        mark: logo ? { svg: logo, fills: false } : { svg: markSvg(company), fills: true },
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
    },

    category(category: Category, language: Language, count: number): PagePicture {
      const { categories, home } = wordsIn(language);
      return {
        kind: 'page',
        language,
        site: siteIn(language),
        title: categories[category].name,
        text: categories[category].description,
        of: isCompanyCategory(category) ? category : null,
        note: (count === 1 ? home.companies_one : home.companies_other).replace('{{count}}', String(count)),
      };
    },

    /** @param name a founder's; else the value says it */
    facet(facet: PageFacet, value: string, language: Language, count: number, name = value): PagePicture {
      const { companies, home } = wordsIn(language);
      const title =
        facet === 'country'
          ? countryName(value, language)
          : facet === 'kind'
            ? (companies[`kind_${value}`] ?? value)
            : facet === 'tag'
              ? (companies[`tag_${value}`] ?? `#${value}`)
              : name;
      return {
        kind: 'page',
        language,
        site: siteIn(language),
        title: cleanText(title).slice(0, NAME_LENGTH),
        text: (companies[`facet_${facet}`] ?? '').replace('{{name}}', () => title).slice(0, PICTURE_TEXT_MAX),
        of: null,
        note: (count === 1 ? home.companies_one : home.companies_other).replace('{{count}}', String(count)),
      };
    },

    /** The page of all values of a facet. */
    facetIndex(facet: PageFacet, language: Language): PagePicture {
      const { companies } = wordsIn(language);
      return {
        kind: 'page',
        language,
        site: siteIn(language),
        of: null,
        title: companies[`index_${facet}`] ?? '',
        text: companies[`indexText_${facet}`] ?? '',
        note: '',
      };
    },

    explore(language: Language): PagePicture {
      const { title, description } = wordsIn(language)['on-demand/explore'];
      return { kind: 'page', language, site: siteIn(language), of: null, title, text: description, note: '' };
    },

    home(language: Language): PagePicture {
      const { common, home } = wordsIn(language);
      return {
        kind: 'page',
        language,
        site: siteIn(language),
        title: home.title,
        text: common.tagline,
        of: null,
        note: '',
      };
    },
  };
}
