import type { Plugin } from 'vite';
import { calls } from '../core/api/calls.ts';

/**
 * Modules of endpoints by the tags of their calls: those of lists and of follows come with the first press that needs
 * one, the others with every page.
 */
const TAG_OF_MODULE = {
  'virtual:public-endpoints': undefined,
  'virtual:list-endpoints': 'Lists',
  'virtual:follow-endpoints': 'Follows',
} as const;
const isModule = (id: string): id is keyof typeof TAG_OF_MODULE => Object.hasOwn(TAG_OF_MODULE, id);
const ofOneModule: readonly (string | undefined)[] = Object.values(TAG_OF_MODULE);

/**
 * Modules with the name, method, path and access of each call that readers can make: what a browser needs to make it.
 * The calls themselves have schemas, and Zod with them would more than double the scripts of a public page.
 */
export function publicEndpoints(): Plugin {
  return {
    name: 'public-endpoints',
    resolveId: (id) => (isModule(id) ? `\0${id}` : null),
    load(id) {
      const module = id.slice(1);
      if (!id.startsWith('\0') || !isModule(module)) return null;
      const of = TAG_OF_MODULE[module];
      return calls
        .filter(
          ({ access, tag }) => access !== 'admin' && (ofOneModule.includes(tag) ? tag : undefined) === of,
        )
        .map(({ name, method, path, access, token }) => {
          const endpoint = JSON.stringify({ name, method, path, access, token });
          return `export const ${name} = ${endpoint};\n`;
        })
        .join('');
    },
  };
}
