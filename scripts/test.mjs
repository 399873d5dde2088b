// npm test: everything, in the order in which it fails fastest. `npm test -- unit` or `-- e2e` runs a part.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { chromium } from './chromium.mjs';
import { ENVIRONMENT, install, NODE, run } from './install.mjs';

const part = process.argv[2] ?? 'all';
const reports = mkdtempSync(join(tmpdir(), 'tiny-giants-report-'));
let counts = { passed: 0, failed: 0, skipped: 0 };

async function step(name, action) {
  const started = Date.now();
  console.log(`\n— ${name}`);
  const code = await action();
  console.log(`— ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${Math.round((Date.now() - started) / 1000)} s)`);
  readReports();
  // A runner's exit code can get lost when something it started ends it; its report cannot.
  if (code !== 0 || counts.failed > 0) finish(1);
}

function readReports() {
  counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [file, add] of [
    [
      'unit.json',
      (r) => ({ passed: r.numPassedTests, failed: r.numFailedTests, skipped: r.numPendingTests }),
    ],
    [
      'e2e.json',
      (r) => ({
        passed: r.stats.expected + r.stats.flaky,
        failed: r.stats.unexpected,
        skipped: r.stats.skipped,
      }),
    ],
  ]) {
    try {
      const result = add(JSON.parse(readFileSync(join(reports, file), 'utf8')));
      for (const key of Object.keys(counts)) counts[key] += result[key];
    } catch {
      // That part did not run.
    }
  }
}

function finish(code) {
  readReports();
  rmSync(reports, { recursive: true, force: true });
  console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  process.exit(code);
}

install();
if (part === 'all') {
  await step('lint', () =>
    run(NODE, ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings']),
  );
  await step('types', async () => {
    const code = await run(NODE, ['node_modules/@react-router/dev/bin.cjs', 'typegen']);
    return code || run(NODE, ['node_modules/typescript/bin/tsc']);
  });
}
await step('build', build);
if (part !== 'e2e') {
  await step('unit and API, on SQLite and PostgreSQL', () =>
    run(NODE, [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${join(reports, 'unit.json')}`,
    ]),
  );
}
if (part !== 'unit') {
  const browser = chromium();
  await step('browser journeys', () =>
    run(NODE, ['node_modules/@playwright/test/cli.js', 'test'], {
      ...ENVIRONMENT,
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'e2e.json'),
      ...(browser ? { CHROME_PATH: browser } : {}),
    }),
  );
}
finish(0);
