// npm run release: writes the tarball of a release into build/release, from the last commit: the sources, what is built of
// them, the bill of materials and the licences.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ENVIRONMENT, NODE, ROOT } from './install.mjs';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const name = `tiny-giants-${version}`;
const out = join(ROOT, 'build', 'release');
const run = (command, args, cwd = ROOT) =>
  execFileSync(command, args, {
    cwd,
    env: ENVIRONMENT,
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });

if (run('git', ['status', '--porcelain']).length > 0) {
  console.error('There are changes that are not committed: a release is made of a commit.');
  process.exit(1);
}
if ((await build()) !== 0) process.exit(1);
const folder = join(out, name);
rmSync(out, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
execFileSync('tar', ['xf', '-', '-C', folder], { input: run('git', ['archive', 'HEAD']) });
for (const part of ['app', 'client', 'server', '.source-hash'])
  cpSync(join(ROOT, 'build', part), join(folder, 'build', part), { recursive: true });
writeFileSync(join(folder, 'sbom.json'), run(NODE, ['scripts/sbom.mjs']));
writeFileSync(join(folder, 'licences.txt'), run(NODE, ['scripts/licences.mjs']));
run('tar', ['czf', `${name}.tar.gz`, name], out);
rmSync(folder, { recursive: true });
console.log(`Wrote ${join(out, `${name}.tar.gz`)}.`);
