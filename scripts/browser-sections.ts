import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { SECTIONS } from '../web/shared/console/sections.ts';

const FILES = new Set(
  SECTIONS.map(({ page }) => fileURLToPath(new URL(page, new URL('../web/', import.meta.url)))),
);

/**
 * Leaves the console's sections out of the server's build. The server never draws one: who is logged in is known to the
 * browser alone, so the server sends the frame of a page that loads. With their libraries (tables, dialogs, queries),
 * the sections were 13 MiB of an idle process.
 */
export function browserSections(): Plugin {
  return {
    name: 'browser-sections',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr',
    load(id) {
      return FILES.has(id) ? 'export default () => null;' : null;
    },
  };
}
