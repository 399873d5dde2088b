import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startProcess } from './testing/process.ts';

/** Prints what React finds in the environment, when the process ends. */
const PRINTED = `process.on('exit', () => console.log('NODE_ENV ' + process.env.NODE_ENV));`;
const WEB = fileURLToPath(new URL('../build/server/assets/', import.meta.url));

test('pages are made by what React has for production, whatever the environment says', async () => {
  const built = readdirSync(WEB)
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(WEB, file), 'utf8'))
    .join('\n');
  expect(built).toMatch(/react-dom-server.*\.production\.js/);
  expect(built).not.toMatch(/react.*\.development\.js/);

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
  expect(server.output()).toContain('NODE_ENV production');
});
