// Builds the web when its sources changed since the last build.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE, ROOT, run } from './install.mjs';

const STAMP = join(ROOT, 'build', '.source-hash');
const SOURCES = [
  'core',
  'web',
  'public',
  'package-lock.json',
  'vite.config.ts',
  'scripts/public-texts.ts',
  'scripts/world-map.ts',
  'react-router.config.ts',
];

function hashOf(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    const full = join(ROOT, path);
    if (!existsSync(full)) return;
    const entries = path.includes('.') ? null : readdirSync(full, { recursive: true, withFileTypes: true });
    const files = entries
      ? entries
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .sort()
      : [full];
    for (const file of files) {
      if (/\.test\.tsx?$/.test(file)) continue;
      hash.update(file.slice(ROOT.length)).update(readFileSync(file));
    }
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}

/** @returns {Promise<number>} the exit code */
export async function build() {
  const hash = hashOf(SOURCES);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return 0;
  console.log('Building the web ...');
  for (const args of [['node_modules/@react-router/dev/bin.cjs', 'build'], ['scripts/compress.mjs']]) {
    const code = await run(NODE, args);
    if (code !== 0) return code;
  }
  writeFileSync(STAMP, hash);
  return 0;
}

if (import.meta.main) process.exit(await build());
