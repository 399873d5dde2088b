import { setDirectory } from '../../../core/directory/current.ts';
import type { Database } from '../../platform/database/types.ts';
import { readStored, type StoredDirectory } from './store.ts';

/** Which database's configuration is in force in this process, as JSON. */
let inForce = '';

export interface DirectoryService {
  /** Puts the database's configuration in force in this process. Called before each request that is not cached. */
  refresh(): Promise<StoredDirectory>;
}

/** Follows the configuration of a database. */
export function followDirectory(database: Database): DirectoryService {
  let last: StoredDirectory | undefined;
  let json = '';
  return {
    async refresh() {
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
      return stored;
    },
  };
}
