import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addReport, unhandledOf } from './test-report.mjs';

let file: string;
beforeAll(() => {
  file = join(mkdtempSync(join(tmpdir(), 'tiny-giants-report-')), 'report.json');
});
afterAll(() => rmSync(join(file, '..'), { recursive: true }));

const read = (runner: 'unit' | 'e2e', content: string | undefined) => {
  rmSync(file, { force: true });
  if (content !== undefined) writeFileSync(file, content);
  const counts = { passed: 1, failed: 0, skipped: 0 };
  return [addReport(counts, runner, file), counts];
};
const unit = (numPassedTests: number, numFailedTests = 0, success = numFailedTests === 0) =>
  JSON.stringify({ numPassedTests, numFailedTests, numPendingTests: 2, success });
const e2e = (expected: number, unexpected = 0, errors: string[] = []) =>
  JSON.stringify({ stats: { expected, flaky: 3, unexpected, skipped: 2 }, errors });

test('a whole run in which all passed is good, and is added up', () => {
  expect(read('unit', unit(3200))).toEqual([undefined, { passed: 3201, failed: 0, skipped: 2 }]);
  expect(read('e2e', e2e(400))).toEqual([undefined, { passed: 404, failed: 0, skipped: 2 }]);
});

test.each([
  ['missing', 'unit', undefined, 'missing'],
  ['empty', 'unit', '', 'missing'],
  ['cut off', 'e2e', e2e(400).slice(0, -5), 'missing'],
  ['of something else', 'unit', '{}', 'how many'],
  ['of something else', 'e2e', '{"stats":{}}', 'how many'],
  ['too short', 'unit', unit(1200), 'Only 1202'],
  ['too short', 'e2e', e2e(40), 'Only 45'],
  ['with a failure', 'unit', unit(3200, 1), '1 failed'],
  ['of a crash', 'unit', unit(3200, 0, false), 'ended before'],
  ['of a crash', 'e2e', e2e(400, 0, ['a worker ended']), 'ended before'],
  ['with a failure', 'e2e', e2e(400, 2), '2 failed'],
] as const)('a report that is %s (%s) is no good run', (_, runner, content, problem) => {
  expect(read(runner, content)[0]).toContain(problem);
});

test('errors that no test heard of are told, though every test passed', () => {
  const unhandled = unhandledOf(file);
  writeFileSync(unhandled, 'Error: nobody heard this\n    at somewhere.ts:1:1');
  expect(read('unit', unit(3200))[0]).toContain('nobody heard this');
  rmSync(unhandled);
  expect(read('unit', unit(3200))[0]).toBeUndefined();
});

test('the reporter writes down an error that no test heard of', () => {
  const unhandled = unhandledOf(file);
  const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-unheard-'));
  writeFileSync(
    join(folder, 'unheard.test.ts'),
    `import { test } from 'vitest';
    test('ends', async () => {
      void Promise.reject(new Error('nobody heard this'));
      await new Promise((resolve) => setTimeout(resolve, 20));
    });`,
  );
  const root = fileURLToPath(new URL('..', import.meta.url));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--root',
      folder,
      `--reporter=${join(root, 'scripts/unhandled-reporter.mjs')}`,
    ],
    { env: { ...process.env, UNHANDLED_ERRORS_FILE: unhandled } },
  );
  expect(readFileSync(unhandled, 'utf8')).toContain('nobody heard this');
  rmSync(unhandled);
  rmSync(folder, { recursive: true });
});
