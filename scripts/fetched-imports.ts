import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** What Vite wraps each `import()` of a browser's bundle in, with the list of the files that it needs. */
const HELPER = '\0vite/preload-helper.js';
const OURS = fileURLToPath(new URL('../web/shell/import-fetched.ts', import.meta.url));

/**
 * Puts our own in place of Vite's, which preloads scripts as modules: browsers that remember an import that
 * failed remember such a preload as well. It knows no style sheets: the build fails where one comes with an import.
 */
export function fetchedImports(): Plugin {
  let isUsed = false;
  return {
    name: 'fetched-imports',
    enforce: 'pre',
    apply: 'build',
    // Vite leaves out what is but one file.
    config: () => ({
      build: {
        modulePreload: { resolveDependencies: (file, others) => [...new Set([...others, file])] },
      },
    }),
    load(id) {
      if (id !== HELPER) return null;
      isUsed = true;
      return `export { importFetched as __vitePreload } from ${JSON.stringify(OURS)};`;
    },
    writeBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      if (!isUsed) this.error('Vite does not ask for its preload helper any more.');
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && /__vite__mapDeps=[^\n]*\.css"/.test(file.code))
          this.error(`${file.fileName} imports a style sheet on demand, which importFetched cannot load.`);
    },
  };
}
