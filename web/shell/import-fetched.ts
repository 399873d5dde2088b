/** Scripts that were fetched, or are on their way, by address. */
const fetched = new Map<string, Promise<void>>();
// Those that the document came with: the router takes its links away as soon as it goes to another page.
if (typeof document !== 'undefined')
  for (const link of document.querySelectorAll('link[href$=".js"]'))
    fetched.set(link.getAttribute('href') ?? '', Promise.resolve());

/** A line that only loses what is sent says nothing. */
const GIVEN_UP_AFTER = 30_000;

async function fetchScript(script: string, priority: RequestPriority): Promise<void> {
  const response = await fetch(script, { priority, signal: AbortSignal.timeout(GIVEN_UP_AFTER) });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${script}: ${response.status}`);
}

function fetchOnce(script: string, priority: RequestPriority): Promise<void> {
  const known = fetched.get(script);
  if (known) return known;
  const fetching = fetchScript(script, priority);
  fetched.set(script, fetching);
  fetching.catch(() => fetched.delete(script));
  return fetching;
}

/**
 * Imports scripts once they are in the browser's cache. Many browsers remember an import that failed and would
 * not ask for it again before the page is loaded anew: a fetch that fails can be tried again. What bundles put in
 * place of each `import()` (scripts/fetched-imports.ts).
 * @param load imports them
 * @param scripts the addresses of all that it needs, from the root of the site
 * @throws TypeError without a network, TimeoutError after 30 seconds, Error where the server has no such script
 */
export async function importFetched<T>(
  load: () => Promise<T>,
  scripts: readonly string[],
  priority: RequestPriority = 'auto',
): Promise<T> {
  await Promise.all(scripts.map((path) => fetchOnce(path.startsWith('/') ? path : `/${path}`, priority)));
  return load();
}
