export const isOffline = () => navigator.onLine === false;

/**
 * Loads a script, unless there is no network: many browsers remember a script that could not be had, and
 * would not ask for it again before the page is loaded anew.
 */
export async function whileOnline<T>(load: () => Promise<T>): Promise<T> {
  if (isOffline()) throw new Error('There is no network.');
  return load();
}
