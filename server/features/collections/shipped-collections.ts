import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CollectionFile, collectionFileSchema } from '../../../core/collections/collection.ts';
import { editVersion } from '../../platform/audit/edit-version.ts';
import { readState, writeState } from '../../platform/database/state.ts';
import type { Database } from '../../platform/database/types.ts';
import { addCollection, readStoredCollections, writeCollection } from './store.ts';

const FOLDER = fileURLToPath(new URL('../../../content/collections', import.meta.url));

/** The row of `state` with the version of each shipped collection as it was loaded, by id. */
const LOADED = 'shipped_collections';

/** Reads and checks the files of the shipped collections. @throws Error naming the file and what is wrong in it */
export async function readShippedCollections(): Promise<CollectionFile[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name) => {
      const parsed = collectionFileSchema.safeParse(JSON.parse(await readFile(join(FOLDER, name), 'utf8')));
      if (!parsed.success)
        throw new Error(
          `${name}: ${parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`,
        );
      if (parsed.data.id !== basename(name, '.json')) throw new Error(`${name}: id must be the file's name`);
      return parsed.data;
    }),
  );
}

/** Brings the shipped collections into the directory. One that was edited or deleted here is left alone. */
export async function loadCollections(
  database: Database,
  files: readonly CollectionFile[],
  now: Date,
): Promise<void> {
  await database.write(async (unit) => {
    const loaded: Record<string, string> = JSON.parse((await readState(unit.tx, LOADED)) ?? '{}');
    const stored = new Map((await readStoredCollections(unit.tx)).map(({ id, version }) => [id, version]));
    for (const file of files) {
      const version = stored.get(file.id);
      // Edited or deleted here, or made here under the same id.
      if (version !== loaded[file.id]) continue;
      const at = now.toISOString();
      if (version === undefined) await addCollection(unit, file, at);
      else if (version !== editVersion(file)) await writeCollection(unit, file, at);
      loaded[file.id] = editVersion(file);
    }
    await writeState(unit.tx, LOADED, JSON.stringify(loaded));
  });
}
