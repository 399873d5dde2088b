/** Pages that span companies; each name is also the path. */
export const READING_PAGES = [
  'collections',
  'on-this-day',
  'ten-highest',
  'first-customers',
  'outcomes',
  'corrections',
  'newsletters',
] as const;
export type ReadingPageName = (typeof READING_PAGES)[number];

/** What became of a company, in the order of the page `outcomes`. */
export const OUTCOME_KINDS = ['acquired', 'listed', 'closed'] as const;

/** How many companies the page `ten-highest` is about: with fewer it has nothing to say. */
export const TEN_HIGHEST = 10;

/** The name of a page's texts: `on-this-day` has `onThisDay`. */
export const readingTextKey = (name: ReadingPageName): string =>
  name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
