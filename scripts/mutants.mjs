// Takes away, one at a time, each statement that tells a change or writes an entry of the audit log, and
// runs the feature's tests: one that stays green has nobody who would miss the statement.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ENVIRONMENT, install, NODE, ROOT } from './install.mjs';

const STATEMENTS = [
  [/\bunit\.changed\(/g, '((..._: unknown[]) => {})('],
  [/\bawait insertAuditEntry\(/g, 'await (async (..._: unknown[]) => {})('],
];
/** Tells on behalf of others, is no feature of its own, or only makes what tests need. */
const NOT_OURS = /^server\/(?:database|testing)\/|\.test\.ts$/;
/** Where a statement's feature is tested elsewhere too. */
const ALSO = {
  'server/audit/write.ts': ['server/companies', 'server/settings'],
  'server/companies/shipped-content.ts': ['content', 'server/companies'],
  'server/companies/trash.ts': ['server/companies'],
  'server/operations/backup.ts': ['server/operations/backup.test.ts'],
};

function statements() {
  const files = execFileSync('git', ['ls-files', 'server'], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n');
  return files
    .filter((file) => file.endsWith('.ts') && !NOT_OURS.test(file))
    .flatMap((file) => {
      const source = readFileSync(join(ROOT, file), 'utf8');
      return STATEMENTS.flatMap(([pattern, nothing]) =>
        [...source.matchAll(pattern)].map(({ index, 0: found }) => ({
          file,
          line: source.slice(0, index).split('\n').length,
          mutated: source.slice(0, index) + nothing + source.slice(index + found.length),
        })),
      );
    });
}

/** By the report: a runner's exit code can get lost when something it started ends it. */
function isGreen(tests) {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const args = ['run', '--bail=1', '--reporter=json', `--outputFile=${report}`, ...tests];
  spawnSync(NODE, ['node_modules/vitest/vitest.mjs', ...args], {
    cwd: copy,
    env: { ...ENVIRONMENT, DIALECTS: 'sqlite' },
    stdio: 'ignore',
  });
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
  if (numPassedTests + numFailedTests === 0) throw new Error(`No test ran: ${tests.join(' ')}`);
  return numFailedTests === 0;
}

install();
const only = process.argv[2];
const copy = mkdtempSync(join(tmpdir(), 'tiny-giants-mutants-'));
let survivors = 0;
try {
  for (const path of [
    'core',
    'server',
    'web',
    'content',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
  ])
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const all = statements().filter(({ file }) => !only || file.startsWith(only));
  for (const { file, line, mutated } of all) {
    const original = readFileSync(join(copy, file), 'utf8');
    writeFileSync(join(copy, file), mutated);
    const tests = [...(ALSO[file] ?? [dirname(file)]), 'server/audit'];
    const green = isGreen(tests);
    writeFileSync(join(copy, file), original);
    if (green) survivors++;
    console.log(`${green ? 'SURVIVED' : 'missed  '} ${file}:${line}`);
  }
  console.log(`\n${all.length - survivors} of ${all.length} would be missed`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
process.exit(survivors === 0 ? 0 : 1);
