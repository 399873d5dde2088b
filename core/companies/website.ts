import { foldLatin } from './slug.ts';

/** Longest host that a name gives, in characters (specification, section 9). */
const HOST_MAX = 20;

/**
 * The address that a company of this name may have, as `example.com`: a guess, never to be saved
 * unseen. Null where the name has no Latin letter or digit.
 */
export function guessWebsite(name: string): string | null {
  const host = foldLatin(name.normalize('NFKC').toLowerCase())
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')
    .slice(0, HOST_MAX);
  return host === '' ? null : `${host}.com`;
}
