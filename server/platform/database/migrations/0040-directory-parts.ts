import type { Kysely, Migration } from 'kysely';

/** Parts of the configuration by the names that the API has for them. */
export const renameDirectoryParts: Migration = {
  async up(db: Kysely<{ directory_config: { part: string } }>) {
    for (const [before, after] of [
      ['site', 'identity'],
      ['words', 'texts'],
    ] as const)
      await db.updateTable('directory_config').set({ part: after }).where('part', '=', before).execute();
  },
};
