import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
/** Instructions of the Dockerfile: name and arguments, continued lines in one. */
const instructions = read('Dockerfile')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const);
const of = (name: string) => instructions.filter(([found]) => found === name).map(([, words]) => words);
const last = (name: string) => of(name).at(-1) ?? '';
const allowed = read('.dockerignore')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1));

test('every path that the image copies is there, and let through to the build', () => {
  const copied = of('COPY')
    .filter((words) => !words.startsWith('--'))
    .flatMap((words) => words.split(' ').slice(0, -1));
  expect(copied.length).toBeGreaterThan(8);
  expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  expect([...allowed].sort()).toEqual([...copied].sort());
});

test('the server gets every source that it reads when it runs', () => {
  const taken = of('COPY').filter((words) => words.startsWith('--from=build') && words.includes('/app/'));
  const names = taken.map((words) => words.split(' ').at(-1));
  for (const name of ['build', 'core', 'engine', 'server', 'content', 'web', 'node_modules', 'package.json'])
    expect(names).toContain(name);
});

test('the Node of the image is that of package.json', () => {
  const { dependencies } = JSON.parse(read('package.json'));
  expect(of('FROM')[0]).toBe(`node:${dependencies.node}-bookworm-slim AS build`);
});

test('the server runs as nobody special, answers a health check, gets signals and writes into one volume', () => {
  expect(last('USER')).toBe('1000:1000');
  expect(last('HEALTHCHECK')).toContain('/readyz');
  expect(JSON.parse(last('CMD')).at(-1)).toBe('build/app/main.js');
  expect(of('VOLUME')).toEqual(['/var/lib/tiny-giants']);
  expect(last('ENV')).toContain('VAR_DIR=/var/lib/tiny-giants');
  expect(of('ENTRYPOINT')).toEqual([]);
});

test('the composition keeps the root file system read-only and each volume named', () => {
  const compose = read('compose.yaml');
  expect(compose).toContain('read_only: true');
  expect(compose).toContain("volumes: ['directory:/var/lib/tiny-giants']");
  expect(compose).toMatch(/postgres:\n {4}profiles: \[postgres\]\n {4}image: postgres:18\n/);
  expect(compose).toContain('pg_isready');
});
