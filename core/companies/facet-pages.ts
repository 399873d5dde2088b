/** What companies are looked up by, and have pages of. */
export const FACETS = ['kind', 'tag', 'founder', 'country', 'status'] as const;
export type Facet = (typeof FACETS)[number];
/** The first segment of the pages of a facet; a status has none. */
export const FACET_PAGES = {
  countries: 'country',
  kinds: 'kind',
  tags: 'tag',
  founders: 'founder',
} as const satisfies Record<string, Facet>;
export type PageFacet = (typeof FACET_PAGES)[keyof typeof FACET_PAGES];

/** The page of a facet's value, without language: `/countries/kr`; undefined where there is none. */
export function facetPath(facet: Facet, value: string): string | undefined {
  const segment = Object.entries(FACET_PAGES).find(([, of]) => of === facet)?.[0];
  const spelt = facet === 'country' ? value.toLowerCase() : encodeURIComponent(value);
  return segment && `/${segment}/${spelt}`;
}

/** The page that lists all values of a facet, without language: `/countries`. */
export const facetIndexPath = (facet: PageFacet): string =>
  `/${Object.entries(FACET_PAGES).find(([, of]) => of === facet)?.[0]}`;

/** The facet that an address without language is a page of: `/countries/kr`. */
export const facetOfPath = (path: string): PageFacet | undefined =>
  (FACET_PAGES as Readonly<Record<string, PageFacet>>)[path.split('/')[1] ?? ''];
