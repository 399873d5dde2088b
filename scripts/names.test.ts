import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/**
 * Upper bound for the number of names at the top level of two or more files. A new declaration gets a name of its own;
 * the bound goes down with the number.
 */
const REPEATED_MAX = 60;

/** A call of the API and the store's function behind the call, as `calls.findJobs` and `findJobs`. */
const isCallWithStore = ([one = '', other = '', ...more]: readonly string[]): boolean =>
  more.length === 0 && /^core\/.*calls\.ts$/.test(one) && other.startsWith('server/');

/** React Router calls the exports of a route by these names, Kysely a migration by `up` and `down`. */
const PRESCRIBED = new Set(
  'loader clientLoader action meta links headers handle shouldRevalidate ErrorBoundary HydrateFallback Layout up down'.split(
    ' ',
  ),
);
const DECLARATION =
  /^(?:export )?(?:default )?(?:async )?(?:function\*?|const|let|class|type|interface) ([A-Za-z_$][\w$]*)/gm;

/** The product's source files, without tests and what they are made of. */
const files = ['core', 'engine', 'server', 'web'].flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test|\.d)\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes('/testing/')),
);

/** Names declared at the top level of two or more of the sources, with the sources; the most repeated first. */
function repeatedNames(sources: ReadonlyMap<string, string>): [name: string, files: string[]][] {
  const declaredIn = new Map<string, Set<string>>();
  for (const [file, source] of sources)
    for (const [, name = ''] of source.matchAll(DECLARATION))
      if (!PRESCRIBED.has(name)) declaredIn.set(name, (declaredIn.get(name) ?? new Set()).add(file));
  return [...declaredIn]
    .filter(([, declaring]) => declaring.size > 1 && !isCallWithStore([...declaring]))
    .sort(([, a], [, b]) => b.size - a.size)
    .map(([name, declaring]) => [name, [...declaring]]);
}

test('a name that two files declare is found, once, and not what a framework prescribes', () => {
  const sources = new Map([
    ['a.ts', 'const LIMIT = 1;\nexport async function loader() {\n  const inner = 2;\n}\n'],
    ['b.ts', 'export type Limit = 1;\nexport const LIMIT = 2;\nexport function loader(a: 1): 1;\n'],
    ['core/jobs/calls.ts', 'export const findJobs = 1;\n'],
    ['server/jobs/store.ts', 'export async function findJobs() {\n'],
    ['c.ts', 'const inner = 1;\nfunction same(a: 1): 1;\nfunction same(a: 2): 2;\n'],
  ]);
  expect(repeatedNames(sources)).toEqual([['LIMIT', ['a.ts', 'b.ts']]]);
});

test('few names mean different things in different files', () => {
  const repeated = repeatedNames(
    new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')])),
  );
  const list = repeated.map(([name, declaring]) => `${name}: ${declaring.join(', ')}`).join('\n');
  expect(repeated.length, list).toBeLessThanOrEqual(REPEATED_MAX);
});
