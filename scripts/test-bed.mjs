// A copy of the sources in which one thing can be changed and the tests be run.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENVIRONMENT, NODE, ROOT } from './install.mjs';

const COPIED = [
  'build',
  'core',
  'engine',
  'public',
  'server',
  'web',
  'content',
  'docs',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vitest.config.ts',
];
/** Longer than any feature's tests on a busy machine, in milliseconds. */
const PATIENCE = 900_000;

export function makeTestBed() {
  const copy = mkdtempSync(join(tmpdir(), 'tiny-giants-mutants-'));
  for (const path of COPIED) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));

  /** How long each list of tests took when it was green: a change that makes it wait for ever is seen. */
  const took = new Map();
  /** Lists of tests that fail without any change, with the names of those tests. */
  const red = new Map();

  /** By the report: a runner's exit code can get lost when something it started ends it. */
  function run(tests) {
    const key = tests.join(' ');
    const started = performance.now();
    const report = join(copy, 'report.json');
    rmSync(report, { force: true });
    // A test that fails once and then holds was held up by the machine.
    const args = ['run', '--bail=1', '--retry=1', '--reporter=json', `--outputFile=${report}`, ...tests];
    // What waits for ever is given up after the time that all of them took twice.
    if (took.has(key)) args.push(`--testTimeout=${2 * took.get(key) + 10_000}`);
    spawnSync(NODE, ['node_modules/vitest/vitest.mjs', ...args], {
      cwd: copy,
      env: { ...ENVIRONMENT, NODE_COMPILE_CACHE: join(copy, 'compiled'), DIALECTS: 'sqlite' },
      stdio: 'ignore',
      timeout: took.has(key) ? 3 * took.get(key) + 60_000 : PATIENCE,
      killSignal: 'SIGKILL',
    });
    if (!existsSync(report)) return { isGreen: false, isLate: true, failed: ['no report'] };
    const { numPassedTests, numFailedTests, success, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    if (numPassedTests + numFailedTests === 0 && success) throw new Error(`No test ran: ${key}`);
    if (success) took.set(key, Math.ceil(performance.now() - started));
    const failures = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed');
    const isLate =
      failures.length > 0 &&
      failures.every(({ failureMessages }) =>
        failureMessages.some((message) => /timed out in/.test(message)),
      );
    return { isGreen: success, isLate, failed: failures.map(({ fullName }) => fullName) };
  }

  /** What is only late may be a busy machine: that is believed the second time. */
  function areGreen(tests) {
    const { isGreen, isLate } = run(tests);
    return isGreen || (isLate && run(tests).isGreen);
  }

  return {
    /** Whether some tests stay green while a file has another text; the lists one after another. */
    survives(file, mutated, ...lists) {
      const path = join(copy, file);
      const original = readFileSync(path, 'utf8');
      writeFileSync(path, mutated);
      try {
        return lists.every(areGreen);
      } finally {
        writeFileSync(path, original);
      }
    },
    /** The names of the tests that fail, twice: a busy machine is no reason; none where all hold. */
    failing(tests) {
      const key = tests.join(' ');
      if (took.has(key)) return [];
      if (!red.has(key)) red.set(key, run(tests).isGreen ? [] : run(tests).failed);
      return red.get(key);
    },
    // A server that a test started may still be ending.
    remove: () => rmSync(copy, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 }),
  };
}
