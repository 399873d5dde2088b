import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { startProcess } from '../../testing/process.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

test('every answer has an id of its own, also from memory, for pages, problems and files', async () => {
  const app = await testApp('sqlite', { build: { pages: 'built' } });
  const url = `http://127.0.0.1:${await app.listen()}`;
  const seen: string[] = [];
  for (const path of [
    ...['/en', '/en', '/api/companies', '/api/companies', '/feed.xml', '/robots.txt', '/healthz'],
    ...['/api/none', '/en/none', '/api/companies?limit=x', '/api/companies/none', '/%00', '/favicon.svg'],
  ]) {
    const { headers } = await fetch(url + path, { redirect: 'manual' });
    const ids = headers.get('x-request-id') ?? '';
    expect(ids, path).toMatch(UUID);
    seen.push(ids);
  }
  expect(new Set(seen).size).toBe(seen.length);
  const known = await fetch(`${url}/en`, { headers: { 'x-request-id': 'mine' } });
  const unchanged = await fetch(`${url}/en`, {
    headers: { 'if-none-match': known.headers.get('etag') ?? '', 'x-request-id': 'mine-2' },
  });
  expect([unchanged.status, unchanged.headers.get('x-request-id')]).toEqual([304, 'mine-2']);
  await app.close();
});

test('a usable id of the client is kept, any other is replaced', async () => {
  const app = await testApp('sqlite');
  const port = await app.listen();
  const problem = async (id: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/companies/none`, {
      headers: { 'x-request-id': id },
    });
    const { request_id } = (await answer.json()) as { request_id: string };
    expect(answer.headers.get('x-request-id')).toBe(request_id);
    return request_id;
  };
  for (const id of ['a', 'Req_1-2', 'x'.repeat(64)]) expect(await problem(id)).toBe(id);
  for (const id of ['x'.repeat(65), 'a b', 'a"b', '<b>', 'a\tb', '{"a":1}', 'é'])
    expect(await problem(id)).toMatch(UUID);
  // Two of them are none.
  const raw = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', (bytes) => {
      socket.destroy();
      resolve(bytes.toString());
    });
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nx-request-id: a\r\nx-request-id: b\r\n\r\n');
  });
  expect(/x-request-id: (.*)\r/i.exec(raw)?.[1]).toMatch(UUID);
  await app.close();
});

test('log lines have the id of their request, also of what is answered from memory', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-request-id-'));
  const server = await startProcess(`sqlite:${join(folder, 'test.db')}`, folder, { LOG_LEVEL: 'info' });
  const ask = (id: string) => server.call('GET', '/api/companies', undefined, { 'x-request-id': id });
  await ask('first');
  // On a busy machine the first ones may be computed anew: the revision is looked at every 250 ms.
  await expect
    .poll(async () => {
      await ask('second');
      return server.output();
    })
    .toMatch(/"reqId":"second".*"answered from memory"/);
  expect(server.output()).toMatch(/"reqId":"first".*"request completed"/);
  await server.end('SIGTERM');
  rmSync(folder, { recursive: true });
});
