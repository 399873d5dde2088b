import { createWriteStream, existsSync, openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Env } from '../../env.ts';
import { isEncrypted } from './backup-name.ts';
import type { ObjectStorageEnv } from './object-storage.ts';
import { makeWorkFolder, removeWorkFolder } from './work-folder.ts';

/** Begins the name of a backup in object storage. */
const STORED = 's3:';

/**
 * Gives a backup as a plain file: what is in object storage (`s3:NAME`) is fetched into VAR_DIR, what is encrypted is
 * decrypted there, and both are removed afterwards.
 * @throws Error where there is no such backup, or it cannot be decrypted
 */
export async function withBackupFile<T>(
  env: ObjectStorageEnv & Pick<Env, 'VAR_DIR'>,
  name: string,
  work: (file: string) => Promise<T>,
): Promise<T> {
  const isStored = name.startsWith(STORED);
  if (!isStored && !(isEncrypted(name) && existsSync(name))) return work(name);
  const folder = makeWorkFolder(env.VAR_DIR, 'fetch');
  const file = join(folder, 'copy.db');
  try {
    if (isStored) {
      const { openObjectStorage } = await import('./object-storage.ts');
      await openObjectStorage(env).fetch(name.slice(STORED.length), file);
    } else {
      const { decrypt } = await import('./encryption.ts');
      const plain = await decrypt((await openAsBlob(name)).stream(), env.BACKUP_KEY, name);
      await pipeline(plain, createWriteStream(file, { mode: 0o600 }));
    }
    return await work(file);
  } catch (error) {
    // An error names the backup: its copy is removed by then.
    if (error instanceof Error) error.message = error.message.replaceAll(file, name);
    throw error;
  } finally {
    removeWorkFolder(folder);
  }
}
