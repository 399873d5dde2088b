import { wordsOf } from '#engine/search';
import { DEFAULT_LANGUAGE, type Language } from '../../../core/languages.ts';
import { membersOf } from '../../../core/search/synonyms.ts';
import { settingsSchema } from '../../../core/settings/rules.ts';
import type { Database } from '../../platform/database/types.ts';

/** Groups of synonyms for searches in a language: its own, and the English ones. */
export function synonymsIn(database: Database, language: Language) {
  return database.cached(`synonyms ${language}`, async () => {
    const row = await database.read
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'synonyms')
      .executeTakeFirst();
    const lines = settingsSchema.shape.synonyms.parse(row ? JSON.parse(row.value) : {});
    return [...new Set<Language>([language, DEFAULT_LANGUAGE])]
      .flatMap((of) => lines[of])
      .map((line) => membersOf(line).map(wordsOf));
  });
}
