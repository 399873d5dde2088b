import type { ShapeName } from './design/category-shape.ts';

/**
 * Categories of the served directory or, in a browser, of the page. Configuration (core/directory/config.ts):
 * the server sets them from its database at the start and after each change, a browser from the page data.
 */

/** The id of a category, as in addresses. */
export type CompanyCategory = string;

/** `all` is every company. */
export type Category = CompanyCategory;

export const BOUNDED_FIELDS = ['employees', 'revenue', 'founded'] as const;
export type BoundedField = (typeof BOUNDED_FIELDS)[number];

/** Figures that companies of a category usually have: people, US dollars a year, founding year. Both ends belong. */
export type CategoryBounds = {
  [F in BoundedField]?: { min?: number | undefined; max?: number | undefined } | undefined;
};

/** What every page knows of a category; its name and description are among the texts. */
export interface CategoryOutline {
  id: CompanyCategory;
  shape: ShapeName;
  /** Whether the navigation of the pages links to it. */
  inNavigation: boolean;
  /** Whether the home page, explore, sitemaps and pickers of readers name it; its own page exists either way. */
  isListed: boolean;
  /** Left out where the category has none. */
  bounds?: CategoryBounds;
}

let outlines: readonly CategoryOutline[] = [];
let outlinesById: ReadonlyMap<string, CategoryOutline> = new Map();
let fallback: CompanyCategory = '';
let movedIds: Readonly<Record<string, CompanyCategory>> = {};

/**
 * Sets the categories in their order.
 * @param defaultCategory of a company that is added without one
 * @param moved categories that were merged: old id to new id
 */
export function setCategories(
  categories: readonly CategoryOutline[],
  defaultCategory: CompanyCategory,
  moved: Readonly<Record<string, CompanyCategory>>,
): void {
  outlines = categories;
  outlinesById = new Map(categories.map((category) => [category.id, category]));
  fallback = defaultCategory;
  movedIds = moved;
}

export const categoryOutlines = (): readonly CategoryOutline[] => outlines;

export const categoryOutline = (id: CompanyCategory): CategoryOutline | undefined => outlinesById.get(id);

/** Ids of the categories that a company can be in, in their order. */
export const companyCategories = (): CompanyCategory[] => outlines.map(({ id }) => id);

/** Ids of the listed categories. */
export const listedCategories = (): CompanyCategory[] =>
  outlines.filter(({ isListed }) => isListed).map(({ id }) => id);

/** `all` and the ids of the categories. */
export const allCategories = (): Category[] => ['all', ...companyCategories()];

export const defaultCategory = (): CompanyCategory => fallback;

/** Into which category one was merged; undefined where it was not. */
export const movedCategory = (id: string): CompanyCategory | undefined =>
  Object.hasOwn(movedIds, id) ? movedIds[id] : undefined;

export const isCompanyCategory = (value: unknown): value is CompanyCategory =>
  outlinesById.has(value as string);
