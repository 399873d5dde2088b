import { listedCategories } from '../../../core/categories.ts';
import type { Language } from '../../../core/languages.ts';
import type { Answers } from '../../../core/search/calls.ts';
import type { TextsOf } from '../../i18n/translate.ts';
import { inLanguage, paths } from '../paths.ts';

/** Whether two names differ in nothing but capital letters. */
const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** A text with its highlighted parts. */
export interface Said {
  text: string;
  marks?: readonly (readonly [start: number, length: number])[];
}

/** Something that one can go to. */
export interface SearchChoice {
  to: string;
  name: Said;
  about?: Said;
  /** Puts words into the field instead of going somewhere. */
  types?: string;
}

export interface ChoiceGroup {
  id: string;
  label: string;
  items: SearchChoice[];
}

export type PaletteTexts = TextsOf<readonly ['search', 'common', 'categories', 'console']>;

/** Whether a name begins with what was typed, in any of its words. */
function begins(name: string, q: string): boolean {
  const form = name.toLowerCase();
  const wanted = q.toLowerCase();
  return form.startsWith(wanted) || form.includes(` ${wanted}`);
}

const plain = (to: string, text: string): SearchChoice => ({ to, name: { text } });
const typing = (words: string): SearchChoice => ({ to: words, name: { text: words }, types: words });

/** The pages that every reader may want. */
export const pagesIn = (language: Language, t: PaletteTexts): SearchChoice[] =>
  [
    [paths.home(), t('common:home')] as const,
    ...['all', ...listedCategories()].map((id) => [paths.category(id), t(`categories:${id}.name`)] as const),
    [paths.explore(), t('explorePage')] as const,
    [paths.compare(), t('comparePage')] as const,
    [paths.surprise(), t('surprise')] as const,
  ].map(([path, name]) => plain(inLanguage(path, language), name));

/** What may be chosen from for what was typed, in the order in which it is shown. */
export function groupsOf(
  { q, answers }: { q: string; answers: Answers | null },
  {
    recent,
    pages,
    sections,
    actions,
    editsAt,
    language,
    t,
  }: {
    recent: readonly string[];
    pages: readonly SearchChoice[];
    /** Those of the console. */
    sections: readonly SearchChoice[];
    /** What administrators do, beside editing the company that is found first. */
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
    {
      id: 'companies',
      label: t('companies'),
      items: (found?.companies ?? []).map(({ id, name, category, match }) => ({
        to: inLanguage(paths.company(id), language),
        name: match?.field === 'name' ? match : { text: name },
        about: match && match.field !== 'name' ? match : { text: t(`categories:${category}.name`) },
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
      items: pages.filter((page) => isWanted(page) && !categories.some(({ to }) => to === page.to)),
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
