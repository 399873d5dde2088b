import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = new URL('../e2e/', import.meta.url);
/** From the call that makes a journey to its function. */
const JOURNEY = /(?<![\w.])test(?:\.only|\.fixme)?\((?!\s*\(\))([\s\S]*?)\basync\b/g;

test('every journey says at which sizes it goes', () => {
  const silent: string[] = [];
  let journeys = 0;
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.spec.ts'))) {
    for (const [, start = ''] of readFileSync(new URL(file, FOLDER), 'utf8').matchAll(JOURNEY)) {
      journeys++;
      if (!/, (?:.* \? )?(?:WIDE|PHONE|BOTH|sizeFor\(language\))/s.test(start.replaceAll(/\s+/g, ' ')))
        silent.push(`${file}: ${start.trim()}`);
    }
  }
  expect(silent).toEqual([]);
  expect(journeys).toBeGreaterThan(100);
});

test('no journey is repeated, paused or given more than a minute', () => {
  const config = readFileSync(new URL('../playwright.config.ts', import.meta.url), 'utf8');
  expect(config).toMatch(/\bretries: 0,/);
  expect(config).toMatch(/^ {2}timeout: 60_000,/m);
  const patient = readdirSync(FOLDER).flatMap((name) => {
    const source = readFileSync(new URL(name, FOLDER), 'utf8');
    const limits = [...source.matchAll(/\btimeout: ([\d_]+)/g)].map(([, limit = '']) => limit);
    return [
      ...(source.match(/waitForTimeout|test\.slow|test\.setTimeout|retries:/g) ?? []),
      ...limits.filter((limit) => Number(limit.replaceAll('_', '')) > 60_000),
    ].map((found) => `${name}: ${found}`);
  });
  expect(patient).toEqual([]);
});
