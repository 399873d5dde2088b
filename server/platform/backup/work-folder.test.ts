import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MEBIBYTE } from '../../../core/bytes.ts';
import { HOUR } from '../../../core/time.ts';
import { makeFolder } from '../../testing/folder.ts';
import { makeWorkFolder, removeAbandoned, removeWorkFolder, requireSpace } from './work-folder.ts';

function age(path: string, hours: number): void {
  const at = new Date(Date.now() - hours * HOUR);
  utimesSync(path, at, at);
}

test('what a killed process left is removed an hour later, by whoever makes the next folder', () => {
  const parent = makeFolder('work');
  const left = makeWorkFolder(parent, 'restore');
  writeFileSync(join(left, 'copy.db'), 'everything');
  writeFileSync(join(left, 'copy.db-wal'), 'everything');
  const next = makeWorkFolder(parent, 'restore');
  expect(existsSync(left)).toBe(true);
  for (const path of [join(left, 'copy.db'), join(left, 'copy.db-wal'), left]) age(path, 2);
  makeWorkFolder(parent, 'backup');
  expect(existsSync(left), 'of another purpose').toBe(true);
  makeWorkFolder(parent, 'restore');
  expect([existsSync(left), existsSync(next)]).toEqual([false, true]);
});

test('files of others stay, in work folders, beside them and behind links', () => {
  const parent = makeFolder('work');
  const elsewhere = makeFolder('work');
  writeFileSync(join(elsewhere, 'part.db'), 'mine');
  const link = join(parent, '.tiny-giants-backup-abcdef');
  symlinkSync(elsewhere, link);
  const used = makeWorkFolder(parent, 'backup');
  writeFileSync(join(used, 'thesis.txt'), 'mine');
  writeFileSync(join(used, 'part.db'), 'ours');
  mkdirSync(join(parent, '.tiny-giants-backup-of-2025'));
  for (const path of [join(used, 'thesis.txt'), join(used, 'part.db'), used, elsewhere]) age(path, 48);
  removeAbandoned(parent, 'backup');
  expect(readdirSync(used)).toEqual(['thesis.txt']);
  expect(readdirSync(elsewhere)).toEqual(['part.db']);
  expect(readdirSync(parent)).toHaveLength(3);
});

test('a work folder goes with what the product put into it', () => {
  const parent = makeFolder('work');
  const folder = makeWorkFolder(parent, 'backup');
  for (const name of ['part.db', 'part.db-journal']) writeFileSync(join(folder, name), '');
  removeWorkFolder(folder);
  expect(readdirSync(parent)).toEqual([]);
});

test('a work leaves 64 MiB of the disk free, and says how much it lacks', () => {
  const need = (free: number) => requireSpace('/data', 10 * MEBIBYTE, 'the copy', () => free * MEBIBYTE);
  expect(() => need(74)).not.toThrow();
  expect(() => need(73)).toThrow(
    'the copy needs 74 MiB in /data, where 73 MiB are free; nothing was changed',
  );
});
