/**
 * What a page may be asked by its address. Anything else changes nothing, and is taken away before a
 * page is looked for: an address that somebody made up is no page of its own, to keep or to find.
 */
const PAGE_PARAMS: ReadonlySet<string> = new Set([
  // A company's panel, and how much of a list is shown without JavaScript.
  ...['company', 'rows', 'comments'],
  // Lists: search, order and filters.
  ...[
    'q',
    'sort',
    'category',
    'country',
    'kind',
    'tag',
    'status',
    'founder',
    'field',
    'view',
    'cursor',
    'page',
  ],
  ...['employees', 'revenue', 'revenue_per_person', 'founded'].flatMap((figure) => [
    `${figure}_min`,
    `${figure}_max`,
  ]),
  // Axes of the picture of the directory.
  ...['across', 'upwards'],
  // A comparison, and mailed links.
  ...['ids', 'token'],
  // What happened in a month.
  'date',
]);

/** The address of a public page, feed or file with what it may be asked; others are given back as they are. */
export function knownAddress(url: string): string {
  const at = url.indexOf('?');
  if (at < 0) return url;
  const path = url.slice(0, at);
  // Calls say themselves what they take, the console and the router's own requests are no pages.
  if (/^\/(?:api|admin)(?:\/|$)|^\/__/.test(path)) return url;
  const isData = path.endsWith('.data');
  const isFile = !isData && /\.\w+$/.test(path);
  const kept = url
    .slice(at + 1)
    .split('&')
    .filter((pair) => {
      const name = pair.split('=', 1)[0] ?? '';
      return !isFile && (PAGE_PARAMS.has(name) || (isData && name === '_routes'));
    });
  return kept.length > 0 ? `${path}?${kept.join('&')}` : path;
}
