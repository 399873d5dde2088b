import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../core/languages.ts';
import { companyIndex } from '../server/features/company-index/company-index.ts';
import { loadContent, readContent } from '../server/features/companies/shipped-content.ts';
import { openDatabase } from '../server/platform/database/open.ts';
import { dialects, emptyDatabase } from '../server/testing/dialects.ts';
import { BOUND, JUDGED, judge, meanReciprocalRank } from './judge.ts';

test('the judged list is long enough, and in every language', () => {
  expect(JUDGED.length).toBeGreaterThanOrEqual(120);
  for (const language of LANGUAGES)
    expect(JUDGED.filter((judged) => judged.language === language).length).toBeGreaterThanOrEqual(25);
  expect(new Set(JUDGED.map(({ language, q }) => `${language} ${q}`)).size).toBe(JUDGED.length);
});

describe.for(dialects)('searches of the shipped directory on %s', (dialect) => {
  test('have a right answer first', async () => {
    const empty = await emptyDatabase(dialect);
    const database = await openDatabase(empty.url);
    try {
      await loadContent(database, await readContent(), new Date('2026-11-21T00:00:00Z'));
      await companyIndex.indexAllQueued(database);
      const results = await judge(database);
      const wrong = results.filter(({ place }) => place !== 1).map(({ q, found }) => [q, found.slice(0, 3)]);
      expect(meanReciprocalRank(results), JSON.stringify(wrong)).toBeGreaterThanOrEqual(BOUND);
    } finally {
      await database.close();
      await empty.remove();
    }
  }, 120_000);
});
