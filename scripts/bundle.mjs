// Writes the server into few files: reading and linking a thousand modules is a fifth of a start.
import { join, relative, sep } from 'node:path';
import { build } from 'vite';
import { ROOT } from './install.mjs';

const OUT = join(ROOT, 'build', 'app');

await build({
  root: ROOT,
  configFile: false,
  logLevel: 'error',
  ssr: {
    noExternal: true,
    // What has code of the machine's own, what only development loads, and what is not installed.
    external: ['@napi-rs/canvas', 'vite', 'pg-native'],
  },
  plugins: [
    {
      // Threads, texts and contents are found from where a module's source is, wherever it runs.
      name: 'address-of-source',
      enforce: 'pre',
      transform(code, id) {
        if (id.includes('node_modules') || !code.includes('import.meta.url')) return;
        const source = relative(OUT, id).split(sep).join('/');
        const address = `new URL(${JSON.stringify(source)}, import.meta.url).href`;
        return { code: code.replaceAll('import.meta.url', address), map: null };
      },
    },
  ],
  build: {
    ssr: 'server/main.ts',
    outDir: OUT,
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      output: { entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js', minify: false },
      // All as it is written: what seems to do nothing may be there for what it throws.
      treeshake: false,
    },
  },
});
