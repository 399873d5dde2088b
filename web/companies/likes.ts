import { useEffect, useSyncExternalStore } from 'react';

/** Answers of the server may be as old as this after a like of this browser's own, in milliseconds. */
const OWN_COUNTS_FOR = 3000;

interface Liked {
  id: string;
  likes: number;
}

/** The likes of each company as they were last heard of, by whichever answer. */
const known = new Map<string, number>();
const ownUntil = new Map<string, number>();
const heard = new WeakSet<Liked>();
const listeners = new Set<() => void>();

function setKnown(id: string, likes: number): void {
  known.set(id, likes);
  for (const listener of listeners) listener();
}

/** An answer counts once, when it is new: shown again, it is older than what came since. */
export function hear(company: Liked): void {
  if (heard.has(company)) return;
  heard.add(company);
  const { id, likes } = company;
  if ((ownUntil.get(id) ?? 0) > Date.now()) return;
  // Whoever heard of it first shows it already: a long list tells nobody anything new.
  if (known.has(id) && known.get(id) !== likes) setKnown(id, likes);
  else known.set(id, likes);
}

/** What this browser's own like or its taking back made of them. */
export function setLikes(id: string, likes: number): void {
  ownUntil.set(id, Date.now() + OWN_COUNTS_FOR);
  setKnown(id, likes);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The likes of a company, the same wherever it is shown: in its row, in its panel, on its page. */
export function useLikes(company: Liked): number {
  useEffect(() => hear(company), [company]);
  return useKnownLikes(company);
}

/** The same where the company itself may be of a minute ago. */
export function useKnownLikes(company: Liked): number {
  return useSyncExternalStore(
    subscribe,
    () => known.get(company.id) ?? company.likes,
    () => company.likes,
  );
}
