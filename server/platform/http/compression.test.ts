import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '../../../core/api/calls.ts';
import routes from '../../../web/routes.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { makeCompany } from '../../testing/make.ts';

/** Bytes from which on compression pays. */
const LARGE = 1024;

const PARAMS: Readonly<Record<string, string>> = {
  id: 'company-1',
  value: 'saas',
  category: 'no-seed',
  language: 'ko',
};
const filled = (path: string) =>
  path.replace(/:(\w+)/g, (_, name: string) => PARAMS[name] ?? 'nothing').replace('*', 'nothing/here');

/** The addresses of routes, each parameter filled in. */
const addresses = (entries: readonly RouteConfigEntry[], above = ''): string[] =>
  entries.flatMap(({ path, index, children = [] }) => {
    const at = path ? `${above}/${filled(path)}` : above;
    return [...(path || index ? [at || '/'] : []), ...addresses(children, at)];
  });

const PAGES = [
  ...new Set(addresses(routes)),
  // With what no cache keeps.
  '/compare?ids=company-1,company-2',
  '/ko/compare?ids=company-1,company-2&view=differences',
  '/compare?q=company',
  '/en/all?q=company',
  '/en/explore?kind=saas',
];

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp('sqlite', { build: { pages: 'built' } });
  for (let i = 0; i < 12; i++)
    await makeCompany(app, `Company ${i}`, {
      id: `company-${i}`,
      kinds: ['saas'],
      country: 'KR',
      texts: { en: { name: `Company ${i}`, story: 'It went slowly at first. '.repeat(60) } },
    });
  token = (await signIn(app)).headers.authorization;
}, 60_000);
afterAll(() => app.close());

/** Asks in three ways, and expects a large text to be compressed whenever the client accepts it. */
async function expectCompressed(url: string, headers: Record<string, string> = {}): Promise<boolean> {
  const plain = await app.get(url, { headers });
  const type = String(plain.headers['content-type'] ?? '');
  const isText = /^text\/|json|xml|javascript|svg/.test(type);
  if (!isText || plain.rawPayload.length < LARGE) return false;
  expect([url, plain.headers['content-encoding']]).toEqual([url, undefined]);
  for (const encoding of ['br', 'gzip']) {
    const answer = await app.get(url, { headers: { ...headers, 'accept-encoding': encoding } });
    expect([url, answer.statusCode, answer.headers['content-encoding']]).toEqual([
      url,
      plain.statusCode,
      encoding,
    ]);
    expect(String(answer.headers.vary).toLowerCase()).toContain('accept-encoding');
    const body = encoding === 'br' ? brotliDecompressSync(answer.rawPayload) : gunzipSync(answer.rawPayload);
    expect(body.length).toBeGreaterThanOrEqual(LARGE);
    const length = answer.headers['content-length'];
    if (length !== undefined) expect([url, Number(length)]).toEqual([url, answer.rawPayload.length]);
  }
  return true;
}

test.each(PAGES)('the page %s is compressed, and its data', async (path) => {
  expect(await expectCompressed(path)).toBe(true);
  const [pathname = '', search] = path.split('?');
  await expectCompressed(`${pathname === '/' ? '/_root' : pathname}.data${search ? `?${search}` : ''}`);
});

test('the data of a comparison is compressed', async () => {
  expect(await expectCompressed('/compare.data?ids=company-1,company-2')).toBe(true);
});

test('every answer of the API is compressed where it is large, for readers and administrators', async () => {
  const compressed: string[] = [];
  for (const call of calls) {
    if (call.method !== 'GET') continue;
    const url = `/api${filled(call.path)}`;
    if (await expectCompressed(url, call.access === 'admin' ? { authorization: token } : {}))
      compressed.push(call.name);
  }
  expect(compressed).toEqual(expect.arrayContaining(['findCompanies', 'readCompany']));
});

test.each([
  '/api/openapi.json',
  '/api/docs',
  '/api/docs/style.css',
  '/sitemap.xml',
  '/robots.txt',
  '/feed.xml',
  '/llms.txt',
])('%s is compressed where it is large', async (url) => {
  await expectCompressed(url);
});

test('what is small, no text, or asked for by HEAD stays as it is', async () => {
  const headers = { 'accept-encoding': 'br' };
  expect((await app.get('/api/companies/nobody', { headers })).headers['content-encoding']).toBeUndefined();
  expect((await app.get('/en/all', { method: 'HEAD', headers })).statusCode).toBe(200);
});
