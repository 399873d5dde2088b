// Builds the web, and the server in few files, when their sources changed since the last build.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE, ROOT, run } from './install.mjs';

const WEB = {
  name: 'web',
  // What pages are made by (server/platform/http/version.ts).
  stamp: join(ROOT, 'build', '.source-hash'),
  steps: [['node_modules/@react-router/dev/bin.cjs', 'build'], ['scripts/compress.mjs']],
  sources: [
    'core',
    'engine',
    'web',
    'public',
    'package-lock.json',
    'vite.config.ts',
    'scripts',
    'react-router.config.ts',
  ],
};
const SERVER = {
  name: 'server',
  stamp: join(ROOT, 'build', 'app', '.source-hash'),
  steps: [['scripts/bundle.mjs']],
  sources: ['core', 'engine', 'server', 'package-lock.json', 'scripts/bundle.mjs'],
};

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
  for (const { name, stamp, steps, sources } of [WEB, SERVER]) {
    const hash = hashOf(sources);
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) continue;
    console.log(`Building the ${name} ...`);
    for (const args of steps) {
      const code = await run(NODE, args);
      if (code !== 0) return code;
    }
    writeFileSync(stamp, hash);
  }
  return 0;
}

if (import.meta.main) process.exit(await build());
