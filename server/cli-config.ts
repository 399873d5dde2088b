import { readFile, writeFile } from 'node:fs/promises';
import { declineContent } from './features/companies/shipped-content.ts';
import { companyIndex } from './features/company-index/company-index.ts';
import { followDirectory } from './features/directory/directory.ts';
import { importConfig } from './features/directory/save.ts';
import { readStored } from './features/directory/store.ts';
import type { Database } from './platform/database/types.ts';

/**
 * Saves the parts of the configuration that a file names, in one write.
 * @param isSetup whether the directory is to start without the shipped companies
 * @returns the versions of the parts, as text
 */
export async function saveConfig(database: Database, file: string, isSetup = false): Promise<string> {
  // Some editors begin a file with a byte order mark, which a decoder leaves out.
  const config: unknown = JSON.parse(new TextDecoder().decode(await readFile(file)));
  const { versions } = await database.write(async (unit) => {
    if (isSetup) await declineContent(unit.tx);
    const authored = { ...unit, actor: { kind: 'person', name: '' } as const, now: new Date() };
    return importConfig(authored, config, file);
  });
  await followDirectory(database).refresh();
  await companyIndex.indexAllQueued(database);
  return Object.entries(versions)
    .map(([part, version]) => `${part} ${version}`)
    .join(', ');
}

/** Writes the configuration in force into a new file. @throws Error where the file exists */
export async function exportConfig(database: Database, file: string): Promise<void> {
  const { config } = await readStored(database.read);
  await writeFile(file, `${JSON.stringify(config, null, 2)}\n`, { flag: 'wx' });
}
