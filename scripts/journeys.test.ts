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
      if (!/, (?:.* \? )?(?:WIDE|PHONE|BOTH)\b/s.test(start.replaceAll(/\s+/g, ' ')))
        silent.push(`${file}: ${start.trim()}`);
    }
  }
  expect(silent).toEqual([]);
  expect(journeys).toBeGreaterThan(100);
});
