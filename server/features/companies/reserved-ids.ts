import { calls } from '../../../core/api/calls.ts';
import { isCompanyCategory } from '../../../core/categories.ts';
import { LANGUAGES } from '../../../core/languages.ts';

/** What stands in the API where the id of a company does: `/companies/insights`. */
const OF_CALLS = calls.flatMap(({ path }) => /\/companies\/([^/:]+)/.exec(path)?.[1] ?? []);

/** What addresses of pages and files begin with, beside a category or a language. */
const OF_PAGES = `
  about account admin api assets changes collections companies compare contact corrections countries directory
  explore feed first-customers follows following founders healthz home kinds lists logos mail marks metrics newsletters on-this-day outcomes privacy readyz reset-password
  saved share sign-in sitemaps stories surprise tags ten-highest terms texts theme uploads verify-email
`
  .trim()
  .split(/\s+/);

const RESERVED: ReadonlySet<string> = new Set([...OF_CALLS, ...OF_PAGES, 'all', ...LANGUAGES]);

/** Every object of JavaScript has something of this name: a record by category would answer with it. */
const OF_OBJECTS = 'constructor';

/** Whether a word is an address of the site's own: no category has it as its id. A test asks the routes. */
export const isReservedPath = (id: string): boolean => RESERVED.has(id) || id === OF_OBJECTS;

/** Whether no kind has a word as its id. `/kinds/ID` meets no other address, but `all` is no one value anywhere. */
export const isReservedKind = (id: string): boolean => id === 'all' || id === OF_OBJECTS;

/** Ids of shipped companies that were there before a page or a file began with the word: `/companies/ID` meets none. */
const OF_SHIPPED: ReadonlySet<string> = new Set(['texts']);

/** Whether a word is an address of the site's own or of a category: no company has it as its id. */
export const isReservedId = (id: string): boolean =>
  (RESERVED.has(id) && !OF_SHIPPED.has(id)) || isCompanyCategory(id);
