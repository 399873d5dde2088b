import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** What a start or an owner makes: it need not be there. */
const MADE = /^(?:var|build)\/|^directory\.json$/;
const FOLDER_OR_FILE =
  /^(?:[a-z0-9-]+\/)+(?:[a-z0-9.-]+\.(?:ts|tsx|mjs|json|md))?$|^[A-Za-z-]+\.(?:md|json)$/;

function pathsIn(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8').replace(/```[\s\S]*?```/g, '');
  return [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, code = '']) => code)
    .filter((code) => FOLDER_OR_FILE.test(code) && !MADE.test(code));
}

test.each([
  'docs/architecture.md',
  'docs/caching.md',
  'docs/company-data.md',
  'docs/mail.md',
  'docs/rendering.md',
  'docs/security.md',
  'docs/storage.md',
  'CONTRIBUTING.md',
  'README.md',
])('%s names only what is there', (file) => {
  const paths = pathsIn(file);
  expect(paths.length).toBeGreaterThan(1);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('every room of the platform and every script of the package that is named is there', () => {
  const architecture = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  for (const room of readdirSync(join(ROOT, 'server/platform')))
    expect(architecture).toContain(`\`server/platform/${room}/\``);
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const named = ['CONTRIBUTING.md', 'README.md'].flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/npm run ([a-z:]+)/g)].map(([, name = '']) => name),
  );
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

test('tests that a script runs by name are there', () => {
  const scripts = readdirSync(join(ROOT, 'scripts')).filter((name) => name.endsWith('.mjs'));
  const named = scripts.flatMap((name) => [
    ...readFileSync(join(ROOT, 'scripts', name), 'utf8').matchAll(
      /'((?:core|server|web)\/[\w/.-]+\.test\.tsx?)'/g,
    ),
  ]);
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter(([, file = '']) => !existsSync(join(ROOT, file))).map(([, file]) => file)).toEqual([]);
});

test('decision notes have numbers of their own, a date and a status', () => {
  const names = readdirSync(join(ROOT, 'docs/decisions'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.md'));
  const numbers = names.map((name) => /\d{4}/.exec(name)?.[0]);
  expect(new Set(numbers).size).toBe(names.length);
  // Of a replaced note only the way to its successor counts: it is in the archive.
  for (const name of names) {
    const isReplaced = /Status: replaced/.test(readFileSync(join(ROOT, 'docs/decisions', name), 'utf8'));
    expect([name, name.startsWith('archive')]).toEqual([name, isReplaced]);
  }
  const undated = names.filter(
    (name) =>
      !/^Date: \d{4}-\d\d-\d\d\. Status: \w+/m.test(readFileSync(join(ROOT, 'docs/decisions', name), 'utf8')),
  );
  expect(undated).toEqual([]);
});

test('the pictures are small: 12 MB together, and each one that the README shows is there', () => {
  const folder = join(ROOT, 'docs/pictures');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  expect(files.length).toBeGreaterThan(600);
  expect(bytes).toBeLessThan(12_000_000);
  const shown = [...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/\]\((docs\/pictures\/[^)]+)\)/g)];
  expect(shown.length).toBeGreaterThan(3);
  expect(shown.filter(([, path = '']) => !existsSync(join(ROOT, path)))).toEqual([]);
});
