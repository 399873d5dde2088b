import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { collectDependencies } from '#engine/page-cache';
import { testApp } from '../../testing/app.ts';
import { makeCompany } from '../../testing/make.ts';
import { searchCompanies } from './company-index.ts';

test('calls of one page search once, those of another language or page anew', async () => {
  const app = await testApp('sqlite');
  await makeCompany(app, 'Ghost', { id: 'ghost' });
  const search = (language: 'en' | 'ko') =>
    searchCompanies(app.database, app.database.read, 'ghost', { language, includeHidden: false });
  const page = () =>
    collectDependencies({} as FastifyRequest, async () => [await search('en'), await search('en')]);
  const [first, second] = await page();
  expect(second).toBe(first);
  expect(first?.total).toBe(1);
  expect((await page())[0]).not.toBe(first);
  const [english, korean] = await collectDependencies({} as FastifyRequest, async () => [
    await search('en'),
    await search('ko'),
  ]);
  expect(korean).not.toBe(english);
  await app.close();
});
