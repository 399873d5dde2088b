import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isAllowed, packagesOf } from './licences.mjs';

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
const script = (name: string) => fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));

test('every package has a licence that goes with this one', () => {
  const packages = packagesOf(lock);
  expect(packages.length).toBeGreaterThan(300);
  expect(packages.filter(({ licence }) => !isAllowed(licence))).toEqual([]);
  expect(execFileSync(process.execPath, [script('licences')], { encoding: 'utf8' })).toContain(
    'MIT\tfastify@',
  );
});

test.each([
  ['MIT', true],
  ['MIT OR GPL-3.0', true],
  ['(AFL-2.1 OR BSD-3-Clause)', true],
  ['MIT AND ISC AND BSD-3-Clause', true],
  ['(MIT AND GPL-3.0)', false],
  ['GPL-3.0', false],
  ['SEE LICENSE IN x', false],
  ['', false],
  [undefined, false],
])('the licence %j is allowed: %s', (licence, allowed) => expect(isAllowed(licence)).toBe(allowed));

test('the bill of materials has what production needs, and nothing of the tests', () => {
  const bill = JSON.parse(
    execFileSync(process.execPath, [script('sbom')], { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 }),
  );
  expect(bill.bomFormat).toBe('CycloneDX');
  const names = bill.components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'react', 'node']));
  for (const { name, dev } of packagesOf(lock))
    if (dev && name === 'vitest') expect(names).not.toContain(name);
}, 60_000);
