import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A driver that says without any code that the database is gone. */
const ELSEWHERE = ['server/platform/database/failure.ts'];

/** A text of an error that is matched, compared or taken apart; codes and params say the same. */
const MATCHED = [
  /\.(?:test|exec|match)\([^()]*(?:\bmessage|[eE]rrorDetails)\b[^()]*\)/,
  /\b(?:message|errorDetails)\)?\??\.(?:match|matchAll|search|includes|startsWith|endsWith|split|replace)\(/,
  /(?<!typeof [\w?.]*)\bmessage\s*[!=]==\s*(?!undefined|null)/,
];

test('no text of an error is matched by anything but people', () => {
  const found = ['core', 'server', 'web']
    .flatMap((room) => readdirSync(`${ROOT}/${room}`, { recursive: true }).map((file) => `${room}/${file}`))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file) && !ELSEWHERE.includes(file))
    .flatMap((file) =>
      readFileSync(`${ROOT}/${file}`, 'utf8')
        .split('\n')
        .filter((line) => MATCHED.some((pattern) => pattern.test(line)))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});
