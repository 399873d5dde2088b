import { useSyncExternalStore } from 'react';
import type { Language } from '../../../core/languages.ts';
import { formatNumber } from '../../i18n/format.ts';
import { panelAddress } from '../../shared/paths.ts';

/** Answers of the server may be as old as this after a like of this browser's own, in milliseconds. */
const OWN_COUNTS_FOR = 3000;

/** The likes of companies as they were last heard of, by whichever answer. */
const knownLikes = new Map<string, number>();
const ownUntil = new Map<string, number>();
const likeListeners = new Set<(id: string, likes: number) => void>();

const isOwn = (id: string): boolean => (ownUntil.get(id) ?? 0) > Date.now();

function setKnown(id: string, likes: number): void {
  knownLikes.set(id, likes);
  for (const listener of likeListeners) listener(id, likes);
}

/** Stores a server count, unless an own like is newer. */
export function applyServerCount({ id, likes }: { id: string; likes: number }): void {
  if (!isOwn(id)) setKnown(id, likes);
}

/** Stores the count after a like or unlike of this browser. */
export function setLikes(id: string, likes: number): void {
  ownUntil.set(id, Date.now() + OWN_COUNTS_FOR);
  setKnown(id, likes);
}

function subscribeToLikes(listener: (id: string, likes: number) => void): () => void {
  likeListeners.add(listener);
  return () => likeListeners.delete(listener);
}

/** The likes of a company, the same wherever it is shown; those that are given may be of a minute ago. */
export function useKnownLikes(company: { id: string; likes: number }): number {
  return useSyncExternalStore(
    subscribeToLikes,
    () => knownLikes.get(company.id) ?? company.likes,
    () => company.likes,
  );
}

/** Lets the rows of a list show the likes as they change. Returns how to end it. */
export function followLikes(list: HTMLElement, language: Language): () => void {
  const placeOf = (id: string) =>
    list
      .querySelector(`a[href$="${CSS.escape(panelAddress('', id))}"]`)
      ?.closest('.row')
      ?.querySelector('small i');
  const show = (id: string, likes: number) => {
    const place = placeOf(id);
    if (place) place.textContent = formatNumber(likes, language);
  };
  // The list was made after what was heard before, but perhaps not after a like of just now.
  for (const [id, likes] of knownLikes) {
    if (isOwn(id)) show(id, likes);
    else if (placeOf(id)) knownLikes.delete(id);
  }
  return subscribeToLikes(show);
}
