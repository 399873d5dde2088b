// npm run content:links: asks the addresses of all sources whether they are still there, where there is a
// network. What each answered is kept in links.json, beside the files: one that answered is asked again
// after a month, one that did not after some days. Can be stopped and run again.
import { writeFileSync } from 'node:fs';
import { checkAfter, FAILURES_BEFORE_ALERT, isDue, type LinkCheck } from '../core/links/rules.ts';
import { DEFAULT_SITE_NAME } from '../core/directory/site-name.ts';
import { readContent } from '../server/features/companies/shipped-content.ts';
import { askAll } from '../server/features/links/round.ts';
import { LINKS, readLinks } from './kept-links.ts';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort(new Error('stopped')));

const files = await readContent();
const named = new Map(files.flatMap(({ id, sources }) => sources.map(({ url }) => [url, id] as const)));
const kept = new Map(readLinks().map((check) => [check.url, check]));
for (const url of kept.keys()) if (!named.has(url)) kept.delete(url);
const due = [...named.keys()].filter((url) => isDue(kept.get(url), new Date()));
console.log(`${due.length} of ${named.size} sources are asked.`);

function keep(): void {
  const checks = [...kept.values()].sort((a, b) => (a.url < b.url ? -1 : 1));
  writeFileSync(LINKS, `${JSON.stringify(checks, null, 2)}\n`);
}

let asked = 0;
try {
  const userAgent = `tiny-giants-link-check/1 (${DEFAULT_SITE_NAME}, content)`;
  const isThere = await askAll(due, { userAgent, signal: stop.signal }, async (url, answer) => {
    const check: LinkCheck = checkAfter(url, answer, kept.get(url), new Date());
    kept.set(url, check);
    asked++;
    if (check.failures > 0) console.log(`${named.get(url)}  ${answer.status ?? answer.failure}  ${url}`);
    if (asked % 50 === 0) keep();
  });
  if (!isThere) {
    console.error('No source can be reached from here: nothing was kept.');
    process.exitCode = 1;
  }
} catch (error) {
  if (!stop.signal.aborted) throw error;
} finally {
  keep();
}
const failing = [...kept.values()].filter(({ failures }) => failures > 0);
const told = failing.filter(({ failures }) => failures >= FAILURES_BEFORE_ALERT);
console.log(`${asked} were asked; ${failing.length} do not answer, ${told.length} of them for days.`);
