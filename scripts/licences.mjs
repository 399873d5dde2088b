// npm run licences: lists every package of package-lock.json with its licence, and fails where one has
// none that this project's own licence (MIT) goes with.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './install.mjs';

/** Licences (SPDX) whose terms allow what is done here: use, unchanged, beside code under the MIT licence. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Licences that packages tell in their files, and not in the field of package.json that npm reads. */
const TOLD_ELSEWHERE = { busboy: 'MIT', 'humanize-number': 'MIT', streamsearch: 'MIT' };

/** Whether an SPDX expression can be followed by licences that are allowed. */
export function isAllowed(expression) {
  const [first, ...more] = (expression ?? '').replace(/^\((.*)\)$/, '$1').split(' OR ');
  const every = (part = '') => part.split(' AND ').every((name) => ALLOWED.has(name.trim()));
  return [first, ...more].some(every);
}

/** The packages of a lock file: name, version, licence, and whether only tests and tools need it. */
export function packagesOf(lock) {
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, { version, license, dev = false }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, licence: license ?? TOLD_ELSEWHERE[name], dev };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

if (process.argv[1] === import.meta.filename) {
  const packages = packagesOf(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')));
  for (const { name, version, licence, dev } of packages)
    console.log(`${licence ?? 'none'}\t${name}@${version}${dev ? '\tdevelopment' : ''}`);
  const refused = packages.filter(({ licence }) => !isAllowed(licence));
  const production = packages.filter(({ dev }) => !dev).length;
  console.log(`\n${packages.length} packages, ${production} of them in production.`);
  for (const { name, licence } of refused) console.error(`${name} has the licence ${licence ?? 'none'}.`);
  // Not by exit(): what was printed into a pipe has to arrive.
  process.exitCode = refused.length === 0 ? 0 : 1;
}
