// Takes away, one at a time, each statement that tells a change or writes an entry of the audit log, and
// runs the feature's tests: one that stays green has nobody who would miss the statement.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from './build.mjs';
import { install, ROOT } from './install.mjs';
import { makeTestBed } from './test-bed.mjs';

const STATEMENTS = [
  [/\bunit\.changed\(/g, '((..._: unknown[]) => {})('],
  [/\bawait insertAuditEntry\(/g, 'await (async (..._: unknown[]) => {})('],
];
/** Tells on behalf of others, is no feature of its own, or only makes what tests need. */
const NOT_OURS = /^server\/(?:database|testing)\/|\.test\.ts$/;
/** Where a statement's feature is tested elsewhere too. */
const ALSO = {
  'server/platform/audit/write.ts': ['server/features/companies', 'server/features/settings'],
  'server/features/companies/shipped-content.ts': ['content', 'server/features/companies'],
  'server/features/trash/trash.ts': ['server/features/companies'],
  'server/platform/backup/backup.ts': ['server/platform/backup/backup.test.ts'],
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

install();
// Some tests start the whole product.
await build();
const only = process.argv[2];
const bed = makeTestBed();
let survivors = 0;
try {
  const all = statements().filter(({ file }) => !only || file.startsWith(only));
  for (const { file, line, mutated } of all) {
    const survived = bed.survives(file, mutated, [
      ...(ALSO[file] ?? [dirname(file)]),
      'server/platform/audit',
    ]);
    if (survived) survivors++;
    console.log(`${survived ? 'SURVIVED' : 'missed  '} ${file}:${line}`);
  }
  console.log(`\n${all.length - survivors} of ${all.length} would be missed`);
} finally {
  bed.remove();
}
process.exit(survivors === 0 ? 0 : 1);
