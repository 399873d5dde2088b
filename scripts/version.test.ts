import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VERSION } from '../core/version.ts';

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

test('the version is the same in the product, the package, its lock file and the newest entry of the changelog', () => {
  const lock = JSON.parse(read('package-lock.json'));
  const [newest = ''] = [...read('CHANGELOG.md').matchAll(/^## \[(\S+)\] - \d{4}-\d\d-\d\d$/gm)].map(
    ([, v]) => v,
  );
  expect([JSON.parse(read('package.json')).version, lock.version, lock.packages[''].version, newest]).toEqual(
    Array(4).fill(VERSION),
  );
});

test('the changelog has the newest version first, and under each only the headings of its format', () => {
  const text = read('CHANGELOG.md');
  const versions = [...text.matchAll(/^## \[(\d+)\.(\d+)\.(\d+)\]/gm)].map(([, ...parts]) =>
    parts.map(Number),
  );
  const order = (a: number[], b: number[]) =>
    b.map((part, i) => part - (a[i] ?? 0)).find((more) => more !== 0) ?? 0;
  expect(versions.length).toBeGreaterThan(2);
  expect(versions).toEqual([...versions].sort(order));
  const headings = [...text.matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading);
  const allowed = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
  expect(headings.filter((heading) => !allowed.includes(heading))).toEqual([]);
});
