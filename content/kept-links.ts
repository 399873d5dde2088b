import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type LinkCheck, linkCheckSchema } from '../core/links/rules.ts';

/** What the sources' addresses answered when they were last asked (`npm run content:links`). */
export const LINKS = new URL('./links.json', import.meta.url);

/** Of an address that was never asked there is none. */
export function readLinks(): LinkCheck[] {
  return z.array(linkCheckSchema).parse(JSON.parse(readFileSync(LINKS, 'utf8')));
}
