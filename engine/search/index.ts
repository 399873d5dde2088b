export { createSearchTables } from './adapter.ts';
export { matchesPerson, parseName } from './names.ts';
export { passageOf, wordsIn } from './passage.ts';
export { LAST_STEP, type SearchResults } from './search.ts';
export { createSearchIndex } from './search-index.ts';
export type { SearchDocument } from './tokens.ts';
export { wordsOf } from './words.ts';
