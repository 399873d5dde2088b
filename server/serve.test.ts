import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from './testing/folder.ts';
import { startProcess } from './testing/process.ts';

test('a start on a port that is taken touches no data', async () => {
  // It answers, and is not ready: the test waits for no answer of its.
  const other = createServer((_, response) => response.writeHead(503).end());
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  const folder = makeFolder('serve');
  const file = join(folder, 'directory.db');
  try {
    const started = startProcess(`sqlite:${file}`, folder, { PORT: String(port) }, 'whole');
    await expect(started).rejects.toThrow(`Cannot listen on 127.0.0.1:${port}: listen EADDRINUSE`);
    expect(existsSync(file)).toBe(false);
  } finally {
    other.close();
  }
}, 60_000);

test('the first searches after the first start forgive a wrong letter as every later one', async () => {
  const folder = makeFolder('first-search');
  const server = await startProcess(`sqlite:${join(folder, 'directory.db')}`, folder, {}, 'whole');
  try {
    const answers = await Promise.all(
      ['midjourny', 'balsamic', 'plausable'].map((q) => server.call('GET', `/api/search?language=en&q=${q}`)),
    );
    expect(answers.map(({ json }) => json)).toMatchObject([
      { companies: [{ id: 'midjourney' }], incomplete: false },
      { companies: [{ id: 'balsamiq' }], incomplete: false },
      { companies: [{ id: 'plausible-analytics' }], incomplete: false },
    ]);
  } finally {
    await server.end('SIGKILL');
  }
}, 120_000);
