// npm test: everything, in the order in which it fails fastest. `npm test -- unit` or `-- e2e` runs a part;
// `npm test -- changed [ref]` the tests that reach a file changed since `ref` (since the last commit by default).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { chromium } from './chromium.mjs';
import { ENVIRONMENT, install, NODE, run } from './install.mjs';
import { addReport, unhandledOf } from './test-report.mjs';

const [part = 'all', since = 'HEAD'] = process.argv.slice(2);
/** Of this run, for its reports and compiled code. */
const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-tests-'));
const files = { unit: join(folder, 'unit.json'), e2e: join(folder, 'e2e.json') };
/**
 * Tests start hundreds of processes and threads from the same sources. The cache ends with the run: the copies of the
 * sources that some tests make would fill one that lasts.
 */
const environment = { ...ENVIRONMENT, NODE_COMPILE_CACHE: join(folder, 'compiled') };
const counts = { passed: 0, failed: 0, skipped: 0 };

/** @param runner whose report says, too, whether it went well: an exit code can get lost when something ends it */
async function step(name, action, runner) {
  const started = Date.now();
  console.log(`\n— ${name}`);
  const code = await action();
  const problem = runner ? addReport(counts, runner, files[runner], part !== 'changed') : undefined;
  if (problem) console.error(problem);
  const isGood = code === 0 && !problem;
  console.log(`— ${name}: ${isGood ? 'ok' : 'FAILED'} (${Math.round((Date.now() - started) / 1000)} s)`);
  if (!isGood) finish(1);
}

function finish(code) {
  // A server that a test started may still be ending, and write its compiled code.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  process.exit(code);
}

install();
if (part === 'all' || part === 'changed') {
  await step('lint', () =>
    run(NODE, ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings']),
  );
  await step('types', async () => {
    const code = await run(NODE, ['node_modules/@react-router/dev/bin.cjs', 'typegen']);
    return code || run(NODE, ['node_modules/typescript/bin/tsc']);
  });
}
await step('build', build);
/** @param chosen arguments that choose tests; none: all of them */
const vitest = (name, ...chosen) =>
  step(
    name,
    () =>
      run(
        NODE,
        [
          'node_modules/vitest/vitest.mjs',
          'run',
          ...chosen,
          '--reporter=dot',
          '--reporter=json',
          '--reporter=./scripts/unhandled-reporter.mjs',
          `--outputFile.json=${files.unit}`,
        ],
        { ...environment, UNHANDLED_ERRORS_FILE: unhandledOf(files.unit) },
      ),
    'unit',
  );

if (part === 'changed') {
  // The scans in scripts/ read every file without importing it: they run whatever was changed.
  await vitest('scans of the source', 'scripts/');
  await vitest(`unit and API tests changed since ${since}`, `--changed=${since}`, '--passWithNoTests');
} else if (part !== 'e2e') {
  await vitest('unit and API, on SQLite and PostgreSQL');
}
if (part !== 'unit') {
  const browser = chromium();
  // A journey imports none of the product's files: of these, only changed ones are known to be needed.
  const journeys = part === 'changed' ? [`--only-changed=${since}`, '--pass-with-no-tests'] : [];
  await step(
    'browser journeys',
    () =>
      run(NODE, ['node_modules/@playwright/test/cli.js', 'test', ...journeys], {
        ...environment,
        PLAYWRIGHT_JSON_OUTPUT_FILE: files.e2e,
        ...(browser ? { CHROME_PATH: browser } : {}),
      }),
    'e2e',
  );
}
finish(0);
