import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../server/testing/folder.ts';

/** A project with one installed package, and an npm that writes what it was asked, then succeeds or fails. */
function project({ installed, npm }: { installed?: string; npm: 'works' | 'fails' }) {
  const root = makeFolder('install');
  for (const file of ['install.mjs', 'cli.mjs', 'node.mjs'])
    cpSync(join(import.meta.dirname, file), join(root, 'scripts', file));
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  writeFileSync(join(root, 'package-lock.json'), '{"lock":"new"}');
  mkdirSync(join(root, 'server'));
  writeFileSync(join(root, 'server/cli.ts'), "console.log('the command ran', process.argv[2]);");
  const install = (into: string) => {
    const node = join(into, 'node_modules/node/bin/node');
    mkdirSync(dirname(node), { recursive: true });
    writeFileSync(node, `#!/bin/sh\nexec ${process.execPath} "$@"\n`, { mode: 0o755 });
  };
  if (installed !== undefined) {
    install(root);
    writeFileSync(join(root, 'node_modules/.lock-hash'), installed);
    writeFileSync(join(root, 'node_modules/of-before'), '');
  }
  const asked = join(root, 'asked');
  const fake = join(root, 'npm.mjs');
  writeFileSync(
    fake,
    `import { appendFileSync, cpSync } from 'node:fs';
appendFileSync(${JSON.stringify(asked)}, process.argv.slice(2).join(' ') + '\\n');
if (${npm === 'fails'}) process.exit(1);
const prefix = process.argv[process.argv.indexOf('--prefix') + 1];
cpSync(${JSON.stringify(join(root, 'template/node_modules'))}, prefix + '/node_modules', { recursive: true });
`,
  );
  install(join(root, 'template'));
  const start = (script: string, ...words: string[]) => {
    const { npm_lifecycle_event: _, ...env } = process.env;
    return spawnSync(process.execPath, [join(root, 'scripts', script), ...words], {
      env: { ...env, npm_execpath: fake },
      encoding: 'utf8',
    });
  };
  return { root, start, asked: () => (existsSync(asked) ? readFileSync(asked, 'utf8') : '') };
}

test('the command line installs nothing where packages are there, whatever they are', () => {
  const { root, start, asked } = project({ installed: 'of another version', npm: 'works' });
  const { stdout, stderr, status } = start('cli.mjs', 'backup');
  expect([stdout, status]).toEqual(['the command ran backup\n', 0]);
  expect(stderr).toContain('npm start');
  expect(asked()).toBe('');
  expect(existsSync(join(root, 'node_modules/of-before'))).toBe(true);
});

test('where nothing is installed the command line installs what the server needs', () => {
  const { start, asked } = project({ npm: 'works' });
  expect(start('cli.mjs', 'backup').stdout).toContain('the command ran backup');
  expect(asked()).toMatch(/^ci --omit=dev /);
});

test('a failed install leaves what was installed, and nothing beside it', () => {
  const { root, start } = project({ installed: 'of another version', npm: 'fails' });
  const { status, stderr } = start('node.mjs', 'server/cli.ts');
  expect([status, stderr]).toEqual([1, expect.stringContaining('unchanged')]);
  expect(existsSync(join(root, 'node_modules/of-before'))).toBe(true);
  expect(readdirSync(root).filter((name) => name.startsWith('.install'))).toEqual([]);
});

test('a complete install takes the place of what was there', () => {
  const { root, start } = project({ installed: 'of another version', npm: 'works' });
  expect(start('node.mjs', 'server/cli.ts', 'x').stdout).toContain('the command ran x');
  expect(existsSync(join(root, 'node_modules/of-before'))).toBe(false);
  expect(readdirSync(root).filter((name) => name.startsWith('.install'))).toEqual([]);
  expect(execFileSync(process.execPath, [join(root, 'scripts/cli.mjs'), 'y'], { encoding: 'utf8' })).toBe(
    'the command ran y\n',
  );
});
