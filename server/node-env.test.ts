import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProcess } from './testing/process.ts';

/** Prints which files of React were loaded, when the process ends. */
const PRINTED = `import { createRequire } from 'node:module';
const { cache } = createRequire(import.meta.filename ?? process.cwd() + '/');
process.on('exit', () => {
  for (const [file, { loaded }] of Object.entries(cache)) if (loaded && /react/.test(file)) console.log(file);
});`;

test('pages are made by what React has for production, whatever the environment says', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-node-env-'));
  const server = await startProcess(
    `sqlite:${join(folder, 'directory.db')}`,
    folder,
    {
      NODE_ENV: 'development',
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(PRINTED)}`,
    },
    'whole',
  );
  expect(await (await fetch(`${server.url}/en`)).text()).toContain('<h1');
  await server.end('SIGTERM');
  rmSync(folder, { recursive: true });
  expect(server.output()).toMatch(/react-dom-server.*\.production\.js/);
  expect(server.output()).not.toMatch(/\.development\.js/);
});
