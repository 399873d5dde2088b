import type { Plugin } from 'vite';
import { calls } from '../core/api/calls.ts';

const PUBLIC_ENDPOINTS = 'virtual:public-endpoints';
/** A module with the endpoints of readers' lists alone: the browser loads the module with the first list. */
const LIST_ENDPOINTS = 'virtual:list-endpoints';

/**
 * Modules with the name, method, path and access of each call that readers can make: what a browser needs to make it.
 * The calls themselves have schemas, and Zod with them would more than double the scripts of a public page.
 */
export function publicEndpoints(): Plugin {
  return {
    name: 'public-endpoints',
    resolveId: (id) => (id === PUBLIC_ENDPOINTS || id === LIST_ENDPOINTS ? `\0${id}` : null),
    load(id) {
      const isOfLists = id === `\0${LIST_ENDPOINTS}`;
      if (!isOfLists && id !== `\0${PUBLIC_ENDPOINTS}`) return null;
      return calls
        .filter(({ access, tag }) => access !== 'admin' && (tag === 'Lists') === isOfLists)
        .map(({ name, method, path, access, token }) => {
          const endpoint = JSON.stringify({ name, method, path, access, token });
          return `export const ${name} = ${endpoint};\n`;
        })
        .join('');
    },
  };
}
