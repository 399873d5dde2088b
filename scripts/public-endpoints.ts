import type { Plugin } from 'vite';
import { calls } from '../core/api/calls.ts';

const ID = 'virtual:public-endpoints';

/**
 * A module with the name, method, path and access of each call that readers can make: what a browser needs to make it.
 * The calls themselves have schemas, and Zod with them would more than double the scripts of a public page.
 */
export function publicEndpoints(): Plugin {
  return {
    name: 'public-endpoints',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load(id) {
      if (id !== `\0${ID}`) return null;
      return calls
        .filter(({ access }) => access !== 'admin')
        .map(({ name, method, path, access, token }) => {
          const endpoint = JSON.stringify({ name, method, path, access, token });
          return `export const ${name} = ${endpoint};\n`;
        })
        .join('');
    },
  };
}
