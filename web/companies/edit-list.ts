import { CATEGORIES } from '../../core/categories.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../core/languages.ts';
import { choice, type ListState, ordersOf, words } from '../console/list-state.ts';

/** The orders of the table; the empty one is that of the directory. */
export const EDIT_ORDERS = [
  '',
  ...ordersOf(['name', 'founder', 'revenue', 'employees', 'score', 'visible']),
] as const;

export const EDIT_LIST = {
  /** The language of the data, not of the interface. */
  lang: choice(LANGUAGES, DEFAULT_LANGUAGE),
  category: choice(CATEGORIES, 'all'),
  q: words,
  sort: choice(EDIT_ORDERS, ''),
};

export type EditOrder = ListState<typeof EDIT_LIST>['sort'];

/** The query parameter that names the company in the editor. */
export const EDIT_PARAMETER = 'edit';
