import { readdirSync } from 'node:fs';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { companyCategories } from '../core/categories.ts';
import { isReservedId, isReservedPath } from '../server/features/companies/reserved-ids.ts';
import { signIn, type TestApp, testApp } from '../server/testing/app.ts';
import pages from '../web/routes.ts';

/** The addresses of a printed tree of routes, each branch with what stands before it. */
function addressesOf(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent, part] = /^([│ ]*)[├└]── (\S+)/.exec(line) ?? [];
    if (indent === undefined || part === undefined) return [];
    const depth = indent.length / 4;
    above.length = depth;
    above[depth] = `${above[depth - 1] ?? ''}${part}`;
    return [above[depth]];
  });
}

const pathsOf = (entries: readonly RouteConfigEntry[], before = ''): string[] =>
  entries.flatMap(({ path, children = [] }) => {
    const whole = path === undefined ? before : `${before}/${path}`;
    return [whole, ...pathsOf(children, whole)];
  });

const shippedIds = () => readdirSync('content/companies').map((file) => file.replace('.json', ''));

test('an export of the shipped companies can be imported again: none has a reserved id', () => {
  expect(shippedIds().length).toBeGreaterThan(200);
  expect(shippedIds().filter(isReservedId)).toEqual([]);
});

describe('the ids of companies and categories', () => {
  let app: TestApp;
  let addresses: string[];
  beforeAll(async () => {
    app = await testApp('sqlite');
    addresses = [...addressesOf(app.routes()), ...pathsOf(pages)];
  });
  afterAll(() => app.close());

  const wordsAt = (place: RegExp) => [
    ...new Set(
      addresses.flatMap((address) => place.exec(address)?.[1] ?? []).filter((word) => !word.includes('.')),
    ),
  ];

  test('no word that an address has in the place of an id is free for a company', () => {
    const words = wordsAt(/\/companies\/([^/:*()]+)/);
    expect(words).toEqual(expect.arrayContaining(['facets', 'insights', 'export', 'import']));
    expect(words.filter((word) => !isReservedId(word))).toEqual([]);
  });

  test('no word that a page or a file begins with is free, and no category has one', () => {
    const words = wordsAt(/^\/(?::language\/)?([^/:*()]+)/);
    expect(words).toEqual(expect.arrayContaining(['api', 'admin', 'explore', 'compare', 'ko', 'about']));
    expect(words.filter((word) => !isReservedPath(word))).toEqual([]);
    const shipped = shippedIds();
    expect(words.filter((word) => !isReservedId(word) && !shipped.includes(word))).toEqual([]);
    const begun = words.filter((word) => !['all'].includes(word));
    expect(
      companyCategories().filter(
        (category) => begun.includes(category) && !addresses.includes(`/${category}/feed.xml`),
      ),
    ).toEqual([]);
  });

  test('a company that is called like an address gets the next id, and one that asks for it is refused', async () => {
    const as = await signIn(app);
    for (const name of ['Insights', 'Facets', 'Export', 'API', 'KO', 'Explore', 'Changes']) {
      const made = await app.post('/api/admin/companies', { name }, as);
      expect([made.statusCode, made.json().id]).toEqual([201, `${name.toLowerCase()}-2`]);
      expect((await app.get(`/api/companies/${made.json().id}`)).json()).toMatchObject({ name });
    }
    const text = { name: 'Insights', founder: 'Ada', description: 'Makes things' };
    const company = { id: 'insights', category: 'no-seed', content: { en: text } };
    const answer = await app.post('/api/admin/companies/import', { companies: [company] }, as);
    expect(answer.json()).toMatchObject({
      success: false,
      problems: [{ path: 'id', code: 'id_reserved', params: { id: 'insights' } }],
    });
    const table = 'category,name_en,founder,description_en\nno-seed,Contact,Ada,x\n';
    const csv = { headers: { ...as.headers, 'content-type': 'text/csv' } };
    expect((await app.post('/api/admin/companies/import.csv', table, csv)).json()).toMatchObject({
      created: 1,
    });
    expect((await app.post('/api/admin/companies/import.csv', table, csv)).json()).toMatchObject({
      unchanged: 1,
    });
    expect((await app.get('/api/companies/contact-2')).json()).toMatchObject({ name: 'Contact' });
  });
});
