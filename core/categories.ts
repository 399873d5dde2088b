/** The categories a company can be in, in the order of the navigation. */
export const COMPANY_CATEGORIES = [
  'no-seed',
  'small-teams',
  'indie-hackers',
  'one-person-developer',
  'uncharted-items',
] as const;
export type CompanyCategory = (typeof COMPANY_CATEGORIES)[number];

/** The six categories of the directory: `all` is every company. */
export const CATEGORIES = ['all', ...COMPANY_CATEGORIES] as const;
export type Category = (typeof CATEGORIES)[number];

export const DEFAULT_CATEGORY: CompanyCategory = 'one-person-developer';

export function isCompanyCategory(value: unknown): value is CompanyCategory {
  return COMPANY_CATEGORIES.includes(value as CompanyCategory);
}
