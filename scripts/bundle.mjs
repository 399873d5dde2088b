// Writes the server into few files: reading and linking a thousand modules is a fifth of a start.
import { globSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { build } from 'vite';
import { ROOT } from './install.mjs';

const OUT = join(ROOT, 'build', 'app');
/** What runs in a thread of its own, each from `new URL('./NAME-thread.ts', import.meta.url)`. */
const THREADS = globSync('server/{features,platform}/**/*-thread.ts', { cwd: ROOT });
const THREAD_ADDRESS = /new URL\('\.\/([\w-]+-thread)\.ts', import\.meta\.url\)/g;

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
      // Texts and contents are found from where a module's source is, wherever it runs; threads are beside the bundle.
      name: 'address-of-source',
      enforce: 'pre',
      transform(code, id) {
        if (id.includes('node_modules') || !code.includes('import.meta.url')) return;
        const source = relative(OUT, id).split(sep).join('/');
        const address = `new URL(${JSON.stringify(source)}, import.meta.url).href`;
        const parts = code.split(THREAD_ADDRESS);
        const rewritten = parts.map((part, i) =>
          i % 2 === 0
            ? part.replaceAll('import.meta.url', address)
            : `new URL('./${part}.js', import.meta.url)`,
        );
        return { code: rewritten.join(''), map: null };
      },
    },
  ],
  build: {
    ssr: true,
    outDir: OUT,
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(
        ['server/main.ts', ...THREADS].map((file) => [basename(file, '.ts'), join(ROOT, file)]),
      ),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', minify: false },
      // All as it is written: what seems to do nothing may be there for what it throws.
      treeshake: false,
    },
  },
});
