import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGallery } from './gallery.ts';
import { type PagePicture, pictureKey } from './picture.ts';

let folder: string;
let drawn: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tiny-giants-gallery-'));
  drawn = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const titled = (title: string): PagePicture => ({
  kind: 'page',
  language: 'en',
  site: 'Tiny Giants',
  title,
  text: '',
  note: '',
  hue: null,
});
/** A gallery of a process, whose drawings are the titles of the pictures. */
const open = (changes: { folder?: string; mostFiles?: number; lookEvery?: number } = {}) =>
  createGallery({
    folder,
    drawer: {
      ask: async (picture) => {
        const { title } = picture as PagePicture;
        drawn.push(title);
        return Buffer.from(title);
      },
      stop: async () => {},
    },
    log: { warn: () => {} } as unknown as FastifyBaseLogger,
    ...changes,
  });

test('what one process has drawn the next one shows, and draws nothing', async () => {
  for (let start = 0; start < 2; start++) expect((await open().png(titled('a'))).png.toString()).toBe('a');
  expect(drawn).toEqual(['a']);
});

test('of more pictures than it keeps the oldest go, and what is not its own stays', async () => {
  const gallery = open({ mostFiles: 3, lookEvery: 1 });
  const fileOf = (title: string) => `${pictureKey(titled(title))}.png`;
  writeFileSync(join(folder, 'notes.txt'), '');
  const titles = ['first', 'second', 'third', 'fourth', 'fifth'];
  for (const [i, title] of titles.entries()) {
    await gallery.png(titled(title));
    const at = new Date(Date.UTC(2026, 0, 1, 0, i));
    if (readdirSync(folder).includes(fileOf(title))) utimesSync(join(folder, fileOf(title)), at, at);
  }
  expect(readdirSync(folder).sort()).toEqual([...titles.slice(-3).map(fileOf), 'notes.txt'].sort());
});

test('what the disk does not take is drawn once by each process', async () => {
  const file = join(folder, 'full');
  writeFileSync(file, '');
  const gallery = open({ folder: file });
  for (let asked = 0; asked < 3; asked++) await gallery.png(titled('a'));
  expect(drawn).toEqual(['a']);
});
