// How well the search answers: the judged list over the shipped directory.
//   npm run search:judge
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Language } from '../core/languages.ts';
import { companyIndex } from '../server/features/company-index/company-index.ts';
import { loadContent, readContent } from '../server/features/companies/shipped-content.ts';
import { findCompanies } from '../server/features/companies/list-store.ts';
import { openDatabase } from '../server/platform/database/open.ts';
import type { Database } from '../server/platform/database/types.ts';

interface Judged {
  language: Language;
  q: string;
  /** Companies that are the right answer to it: one of them should come first. */
  first: string[];
}

export const JUDGED = JSON.parse(
  readFileSync(new URL('./searches.json', import.meta.url), 'utf8'),
) as readonly Judged[];

/** The least mean reciprocal rank of the list. */
export const BOUND = 0.95;
/** Companies of an answer that are looked at. */
const DEPTH = 20;

/** The place of the first right answer of each search, 0 where it is not among the first. */
export async function judge(database: Database): Promise<(Judged & { place: number; found: string[] })[]> {
  const results = [];
  for (const judged of JUDGED) {
    const { companies } = await findCompanies(database, { ...judged, sort: 'relevance', limit: DEPTH });
    const found = companies.map(({ id }) => id);
    results.push({ ...judged, place: found.findIndex((id) => judged.first.includes(id)) + 1, found });
  }
  return results;
}

export const meanReciprocalRank = (results: readonly { place: number }[]): number =>
  results.reduce((sum, { place }) => sum + (place > 0 ? 1 / place : 0), 0) / results.length;

if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-judge-'));
  const database = await openDatabase(`sqlite:${join(folder, 'directory.db')}`);
  await loadContent(database, await readContent(), new Date());
  await companyIndex.indexAllQueued(database);
  const results = await judge(database);
  for (const { language, q, place, first, found } of results)
    if (place !== 1)
      console.log(`${place || '-'}\t${language}\t${q}\twanted ${first.slice(0, 3).join(' ')}\tfound ${found.slice(0, 3).join(' ')}`);
  const mean = meanReciprocalRank(results);
  console.log(`${results.length} searches, mean reciprocal rank ${mean.toFixed(3)} (at least ${BOUND})`);
  await database.close();
  rmSync(folder, { recursive: true });
  process.exitCode = mean < BOUND ? 1 : 0;
}
