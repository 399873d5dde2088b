/** Scripts that were fetched, or are on their way; the document brought the first of them, and has them no longer marked later on. */
const fetched = new Map<string, Promise<void>>(
  typeof document === 'undefined'
    ? []
    : [...document.querySelectorAll('link[href$=".js"]')].map((link) => [
        link.getAttribute('href') ?? '',
        Promise.resolve(),
      ]),
);
/** A line that only loses what is sent says nothing. */
const GIVEN_UP_AFTER = 30_000;

async function fetchScript(script: string, priority: RequestPriority): Promise<void> {
  const response = await fetch(script, { priority, signal: AbortSignal.timeout(GIVEN_UP_AFTER) });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${script}: ${response.status}`);
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
  await Promise.all(
    scripts.map((path) => {
      const script = path.startsWith('/') ? path : `/${path}`;
      const known = fetched.get(script);
      if (known) return known;
      const fetching = fetchScript(script, priority);
      fetched.set(script, fetching);
      fetching.catch(() => fetched.delete(script));
      return fetching;
    }),
  );
  return load();
}
