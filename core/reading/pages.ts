/** Pages that read across companies; each is its own address. */
export const READING_PAGES = [
  'collections',
  'on-this-day',
  'ten-highest',
  'first-customers',
  'outcomes',
  'corrections',
] as const;
export type ReadingPageName = (typeof READING_PAGES)[number];

/** The name of a page's texts: `on-this-day` has `onThisDay`. */
export const readingTextKey = (name: ReadingPageName): string =>
  name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
