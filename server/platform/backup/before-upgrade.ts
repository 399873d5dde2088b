import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openPostgres } from '#engine/sql';
import { VERSION } from '../../../core/version.ts';
import type { Env } from '../../env.ts';
import { MIGRATION_NAMES } from '../database/migrations/migrate.ts';
import type { BeforeUpgrade, NewerDatabaseError } from '../database/upgrade.ts';
import { writeBackup } from './backup.ts';
import { requireSpace } from './work-folder.ts';

/** Backups of before upgrades that are kept. */
const UPGRADE_BACKUPS_MAX = 3;
const UPGRADE_BACKUP = /^before-\d[\w.+-]*-at-(\d{4}-[a-z0-9-]+)\.db$/;

const folderOf = (varDir: string) => join(varDir, 'before-upgrade');

interface BeforeUpgradeOptions {
  /** Called with the new file. */
  onBackup?(file: string): void;
  /** Free space of a folder, in bytes; tests have less. */
  free?: ((folder: string) => number) | undefined;
}

/**
 * Writes a backup into `VAR_DIR/before-upgrade` before an upgrade, and keeps the newest three. Its name has the version
 * that is about to upgrade and the last migration of before: an upgrade that is tried again replaces its own backup.
 */
export function backUpBeforeUpgrade(
  { DATABASE_URL, VAR_DIR }: Pick<Env, 'DATABASE_URL' | 'VAR_DIR'>,
  { onBackup, free }: BeforeUpgradeOptions = {},
): BeforeUpgrade {
  return async ({ level }) => {
    const folder = folderOf(VAR_DIR);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    requireSpace(folder, await sizeOf(DATABASE_URL), 'the backup before the upgrade', free);
    const file = join(folder, `before-${VERSION}-at-${level}.db`);
    await writeBackup(DATABASE_URL, file, { replace: true });
    for (const old of backupsIn(folder).slice(UPGRADE_BACKUPS_MAX)) rmSync(old);
    onBackup?.(file);
  };
}

/** Newest pre-upgrade backup restorable by this version; undefined if there is no such backup. */
function findBackupBeforeUpgrade(varDir: string): string | undefined {
  const folder = folderOf(varDir);
  if (!existsSync(folder)) return undefined;
  return backupsIn(folder).find((path) => MIGRATION_NAMES.includes(levelOf(path) ?? ''));
}

/** How to go on with a database that a newer version has upgraded, as sentences behind the error. */
export function wayBackFrom({ version }: NewerDatabaseError, varDir: string): string {
  const file = findBackupBeforeUpgrade(varDir);
  const newer = version ? `version ${version}` : 'the version that made it';
  return ` Nothing was changed. Start ${newer} again, or go back: npm run cli -- restore ${
    file ?? 'FILE, with a backup of this version'
  }${file ? ', the state of before that upgrade.' : '.'} What was written since is put aside then.`;
}

const levelOf = (path: string) => UPGRADE_BACKUP.exec(path.slice(path.lastIndexOf('before-')))?.[1];

/** Backups in a folder, the newest first. */
function backupsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => UPGRADE_BACKUP.test(name))
    .map((name) => join(folder, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
}

/** Size of a database in bytes. */
async function sizeOf(url: string): Promise<number> {
  if (url.startsWith('sqlite:')) {
    const file = url.slice('sqlite:'.length);
    return [file, `${file}-wal`].reduce((sum, path) => sum + (existsSync(path) ? statSync(path).size : 0), 0);
  }
  const { read, close } = await openPostgres(url, { timeout: undefined });
  try {
    const { rows } = await sql<{
      size: number;
    }>`select pg_database_size(current_database()) as size`.execute(read);
    return rows[0]?.size ?? 0;
  } finally {
    await close();
  }
}
