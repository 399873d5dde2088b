import { listedCategories } from '../../../core/categories.ts';
import type { ListedCompany } from '../../../core/companies/calls.ts';
import { pictureAddress } from '../../../core/companies/logo-address.ts';
import type { Language } from '../../../core/languages.ts';
import type { Answers } from '../../../core/search/calls.ts';
import { formatNumber } from '../../i18n/format.ts';
import type { TextsOf } from '../../i18n/translate.ts';
import { translateRevenue } from '../../i18n/translate-revenue.ts';
import { inLanguage, paths } from '../paths.ts';

/** Whether two names differ in nothing but capital letters. */
const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** A text with its highlighted parts. */
export interface Said {
  text: string;
  marks?: readonly (readonly [start: number, length: number])[];
}

/** A choice of the search palette: a link with a name. */
export interface SearchChoice {
  to: string;
  name: Said;
  about?: Said;
  /** Address of the company's logo or mark. */
  picture?: string;
  /** Puts words into the field instead of going somewhere. */
  types?: string;
}

export interface ChoiceGroup {
  id: string;
  label: string;
  items: SearchChoice[];
}

export type PaletteTexts = TextsOf<readonly ['search', 'common', 'categories', 'companies', 'console']>;

/** Whether a name begins with what was typed, in any of its words. */
function begins(name: string, q: string): boolean {
  const form = name.toLowerCase();
  const wanted = q.toLowerCase();
  return form.startsWith(wanted) || form.includes(` ${wanted}`);
}

const plain = (to: string, text: string): SearchChoice => ({ to, name: { text } });
const typing = (words: string): SearchChoice => ({ to: words, name: { text: words }, types: words });

/** Pages below companies before a letter is typed: explore, compare, surprise. The header has the others. */
const PAGES_BESIDE = 3;

/** The pages that every reader may want. */
export const pagesIn = (language: Language, t: PaletteTexts): SearchChoice[] =>
  [
    [paths.home(), t('common:home')] as const,
    ...['all', ...listedCategories()].map((id) => [paths.category(id), t(`categories:${id}.name`)] as const),
    [paths.explore(), t('explorePage')] as const,
    [paths.compare(), t('comparePage')] as const,
    [paths.surprise(), t('surprise')] as const,
  ].map(([path, name]) => plain(inLanguage(path, language), name));

/** Category, revenue and people of a company in one line; what is not known is left out. */
function figuresOf(
  { category, revenue, employees }: Pick<Answers['companies'][number], 'category' | 'revenue' | 'employees'>,
  language: Language,
  t: PaletteTexts,
): string {
  const people =
    employees === null
      ? ''
      : t('companies:people', { count: employees, number: formatNumber(employees, language) });
  return [t(`categories:${category}.name`), translateRevenue(t, revenue), people].filter(Boolean).join(' · ');
}

/** Choices for the companies of a list; companies without a view are left out. */
export const readChoices = (
  companies: readonly Pick<
    ListedCompany,
    'id' | 'name' | 'category' | 'revenue' | 'employees' | 'logo' | 'views'
  >[],
  language: Language,
  t: PaletteTexts,
): SearchChoice[] =>
  companies
    .filter(({ views }) => views > 0)
    .map((company) => ({
      to: inLanguage(paths.company(company.id), language),
      name: { text: company.name },
      about: { text: figuresOf(company, language, t) },
      picture: pictureAddress(company),
    }));

/** Choices for the search text, grouped, in display order. */
export function groupsOf(
  { q, answers }: { q: string; answers: Answers | null },
  {
    recent,
    mostRead,
    pages,
    sections,
    actions,
    editsAt,
    language,
    t,
  }: {
    recent: readonly string[];
    /** Companies with the most views of the last seven days first. */
    mostRead: readonly SearchChoice[];
    pages: readonly SearchChoice[];
    /** Those of the console. */
    sections: readonly SearchChoice[];
    /** Actions of administrators, besides editing the first found company. */
    actions: readonly SearchChoice[];
    /** Where a company is edited; undefined for whoever may not. */
    editsAt: ((id: string) => string) | undefined;
    language: Language;
    t: PaletteTexts;
  },
): ChoiceGroup[] {
  const here = (path: string, name: string) => plain(inLanguage(path, language), name);
  const isWanted = ({ name }: SearchChoice) => q === '' || begins(name.text, q);
  const found = q === '' ? null : answers;
  const categories = (found?.categories ?? []).map(({ value, name }) => here(paths.category(value), name));
  const first = found?.companies[0];
  const groups: ChoiceGroup[] = [
    { id: 'recent', label: t('recent'), items: q === '' ? recent.map(typing) : [] },
    { id: 'read', label: t('mostRead'), items: q === '' ? [...mostRead] : [] },
    {
      id: 'companies',
      label: t('companies'),
      items: (found?.companies ?? []).map((company) => ({
        to: inLanguage(paths.company(company.id), language),
        name: company.match?.field === 'name' ? company.match : { text: company.name },
        about:
          company.match && company.match.field !== 'name'
            ? company.match
            : { text: figuresOf(company, language, t) },
        picture: company.picture,
      })),
    },
    {
      id: 'suggestion',
      label: t('didYouMean'),
      // Not as a question what is an answer above.
      items:
        found?.suggestion && !found.companies.some(({ name }) => isSameName(name, found.suggestion ?? ''))
          ? [typing(found.suggestion)]
          : [],
    },
    {
      id: 'founders',
      label: t('founders'),
      items: (found?.founders ?? []).map(({ id, name }) => here(paths.founder(id), name)),
    },
    {
      id: 'topics',
      label: t('topics'),
      items: found
        ? [
            ...categories,
            ...found.kinds.map(({ value, name }) => here(paths.kind(value), name)),
            ...found.countries.map(({ value, name }) => here(paths.country(value), name)),
            ...found.tags.map(({ value, name }) =>
              here(paths.tag(value), name === value ? `#${name}` : name),
            ),
          ]
        : [],
    },
    {
      id: 'pages',
      label: t('pages'),
      items: (q === '' && mostRead.length > 0 ? pages.slice(-PAGES_BESIDE) : pages).filter(
        (page) => isWanted(page) && !categories.some(({ to }) => to === page.to),
      ),
    },
    {
      id: 'actions',
      label: t('actions'),
      items: [
        ...(editsAt && first ? [plain(editsAt(first.id), t('edit', { name: first.name }))] : []),
        ...(q === '' ? [] : actions.filter(isWanted)),
      ],
    },
    { id: 'sections', label: t('sections'), items: sections.filter(isWanted) },
    {
      id: 'all',
      label: t('list'),
      items: found?.total ? [here(searchPath(q), t('showAll', { count: found.total }))] : [],
    },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** The list of all that is found. */
export const searchPath = (q: string): string => `${paths.category('all')}?q=${encodeURIComponent(q)}`;
