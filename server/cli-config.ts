import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { isLanguage, LANGUAGES, type Language } from '../core/languages.ts';
import { declineContent } from './features/companies/shipped-content.ts';
import { companyIndex } from './features/company-index/company-index.ts';
import { followDirectory } from './features/directory/directory.ts';
import { importConfig } from './features/directory/save.ts';
import { readStored } from './features/directory/store.ts';
import { exportTexts, importTexts } from './features/directory/text-files.ts';
import { textFileOf } from './features/directory/texts.ts';
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

/** Writes the texts of the interface in all languages into a folder, laid out as `web/i18n/locales`. */
export async function exportWords(database: Database, folder: string): Promise<void> {
  const { config } = await readStored(database.read);
  for (const language of LANGUAGES)
    for (const [feature, texts] of Object.entries(exportTexts(language, config.texts[language]))) {
      const file = join(folder, textFileOf(language, feature));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, `${JSON.stringify(texts, null, 2)}\n`);
    }
}

/** Saves the texts of a folder that is laid out as `exportWords` writes it. @returns words by language, as text */
export async function importWords(database: Database, folder: string): Promise<string> {
  const given: { [L in Language]?: Record<string, object> } = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.json')) continue;
    const file = join(entry.parentPath, entry.name);
    const [language] = relative(folder, file).split(sep);
    if (!isLanguage(language))
      throw new Error(`${file} is in no folder of a language: ${LANGUAGES.join(', ')}.`);
    const texts: unknown = JSON.parse(new TextDecoder().decode(await readFile(file)));
    if (typeof texts !== 'object' || texts === null) throw new Error(`${file} has no texts.`);
    given[language] = { ...given[language], [basename(entry.name, '.json')]: texts };
  }
  if (Object.keys(given).length === 0) throw new Error(`There are no files of texts in ${folder}.`);
  const words = await database.write((unit) =>
    importTexts({ ...unit, actor: { kind: 'person', name: '' }, now: new Date() }, given, folder),
  );
  await followDirectory(database).refresh();
  return LANGUAGES.map((language) => `${language} ${words[language]}`).join(', ');
}
