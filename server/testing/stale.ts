import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/**
 * What a piece of work changes is stale at once. What was counted before makes cached answers stale
 * too, but a second later: the work has no part in that.
 */
export async function expectStale(
  app: TestApp,
  company: string,
  work: () => Promise<unknown>,
): Promise<void> {
  for (const page of ['home', 'about'])
    await app.post(
      '/api/analytics/page-visit',
      { page },
      { headers: { 'user-agent': `${page} ${Math.random()}` } },
    );
  const before = (await app.get(`/api/companies/${company}`)).headers['etag'];
  expect(before).toBeDefined();
  const revision = await app.database.revision.current();
  await work();
  expect(await app.database.revision.current()).toBeGreaterThan(revision);
}
