import { storage } from '../api.ts';

const RECENT_SEARCHES_KEY = 'recentSearches';
const MOST = 6;

/** Recent searches on this device, newest first. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(storage.get(RECENT_SEARCHES_KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((q) => typeof q === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(q: string): void {
  const text = q.trim();
  if (text === '') return;
  const others = recentSearches().filter((other) => other !== text);
  storage.set(RECENT_SEARCHES_KEY, JSON.stringify([text, ...others].slice(0, MOST)));
}

export const forgetSearches = (): void => storage.remove(RECENT_SEARCHES_KEY);
