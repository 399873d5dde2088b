/** Name of a scheduled backup: the moment that it is of, in UTC. */
export const backupName = (at: Date) => `backup-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.db`;

/** Ending of the name of an encrypted backup. */
const ENCRYPTED = '.age';

export const encryptedName = (name: string) => `${name}${ENCRYPTED}`;
export const isEncrypted = (name: string) => name.endsWith(ENCRYPTED);

/** Whether a name is a scheduled backup's, in the folder or, maybe encrypted, in object storage. */
export const isBackup = (name: string) => /^backup-\d{4}-\d\d-\d\dT\d{6}Z\.db(?:\.age)?$/.test(name);

/** The oldest of some backups, all but `keep` of them; never the one just made, whatever the clock said before. */
export function beyond(keep: number, names: readonly string[], made: string): string[] {
  const others = names.filter((name) => isBackup(name) && name !== made);
  return others
    .sort()
    .reverse()
    .slice(keep - 1);
}
