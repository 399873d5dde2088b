import { setDirectory } from '../../../core/directory/current.ts';
import type { Database } from '../../platform/database/types.ts';
import { readStored, type StoredDirectory } from './store.ts';

/** Which database's configuration is in force in this process, as JSON. */
let inForce = '';

export interface DirectoryService {
  /** Puts the database's configuration in force in this process. @throws where the database is away */
  refresh(): Promise<StoredDirectory>;
  /** Whether a change was seen that is not in force yet: without a look into the database. */
  isBehind(): boolean;
}

/** Follows the configuration of a database. */
export function followDirectory(database: Database): DirectoryService {
  let last: StoredDirectory | undefined;
  let json = '';
  /** The revision at the last refresh. */
  let seen: number | undefined;
  return {
    isBehind: () => seen === undefined || database.revision.isChanged(['configuration'], seen),
    async refresh() {
      const revision = await database.revision.current();
      const stored = await database.cached('directory configuration', () => readStored(database.read), [
        'configuration',
      ]);
      if (stored !== last) {
        last = stored;
        json = JSON.stringify(stored.config);
      }
      if (json !== inForce) {
        inForce = json;
        setDirectory(stored.config);
      }
      seen = revision;
      return stored;
    },
  };
}
