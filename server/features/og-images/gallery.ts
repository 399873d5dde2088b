import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { MEBIBYTE } from '../../../core/bytes.ts';
import type { Drawer } from './drawer.ts';
import { type Picture, pictureKey } from './picture.ts';

/** Bytes of pictures in memory; one has 30 to 120 kB. */
const GALLERY_MEMORY = 8 * MEBIBYTE;
/** Pictures on the disk, about 250 MB; beyond, the oldest go. */
const MOST_FILES = 3000;
/** The folder is looked through once for so many new pictures. */
const SWEEP_AFTER_PICTURES = 100;

/** Files that this module writes. */
const OWN_NAME = /^[\w-]+(?:\.[\da-f-]{36}\.part|\.png)$/;

export interface Gallery {
  /** A picture as PNG: kept, else drawn now. Who asks for the same one meanwhile waits for it too. */
  png(picture: Picture): Promise<{ key: string; png: Buffer }>;
}

/**
 * Keeps pictures by what they show, in memory and in a folder that outlives the process and that
 * several processes share. A company that changes has another picture; the old one grows old and goes.
 */
export function createGallery(options: {
  folder: string;
  drawer: Drawer;
  log: FastifyBaseLogger;
  mostFiles?: number;
  lookEvery?: number;
}): Gallery {
  const { folder, drawer, log, mostFiles = MOST_FILES, lookEvery = SWEEP_AFTER_PICTURES } = options;
  const inMemory = new LRUCache<string, Buffer>({
    maxSize: GALLERY_MEMORY,
    sizeCalculation: (png) => png.length,
  });
  const coming = new Map<string, Promise<Buffer>>();
  let stored = 0;
  const fileOf = (key: string) => join(folder, `${key}.png`);

  /** A file appears whole or not at all. */
  async function store(key: string, png: Buffer): Promise<void> {
    await mkdir(folder, { recursive: true });
    const unfinished = join(folder, `${key}.${randomUUID()}.part`);
    await writeFile(unfinished, png);
    await rename(unfinished, fileOf(key));
    if (stored++ % lookEvery === 0) await clearOldest();
  }

  async function clearOldest(): Promise<void> {
    // Only pictures of ours: the folder may be another program's too.
    const names = (await readdir(folder)).filter((name) => OWN_NAME.test(name));
    if (names.length <= mostFiles) return;
    const files = await Promise.all(
      names.map(async (name) => ({
        name,
        // Another process may have removed it.
        age: await stat(join(folder, name)).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        ),
      })),
    );
    files.sort((a, b) => a.age - b.age);
    for (const { name } of files.slice(0, files.length - mostFiles))
      await unlink(join(folder, name)).catch(() => {});
  }

  async function find(key: string, picture: Picture): Promise<Buffer> {
    const kept = await readFile(fileOf(key)).catch(() => undefined);
    if (kept) return kept;
    const png = Buffer.from(await drawer.ask(picture));
    // A picture that cannot be kept is shown all the same.
    await store(key, png).catch((error: Error) =>
      log.warn({ reason: error.message }, 'an Open Graph image was not kept'),
    );
    return png;
  }

  return {
    async png(picture) {
      const key = pictureKey(picture);
      const kept = inMemory.get(key);
      if (kept) return { key, png: kept };
      let search = coming.get(key);
      if (!search) {
        search = find(key, picture).finally(() => coming.delete(key));
        coming.set(key, search);
      }
      const png = await search;
      inMemory.set(key, png);
      return { key, png };
    },
  };
}
