import type { HistoryChange } from '../../../core/companies/history-calls.ts';
import { nestedValues } from '../../../core/companies/own-fields.ts';
import { equalJson } from '../../../core/equal-json.ts';
import type { Language } from '../../../core/languages.ts';
import type { AuthoredUnit } from '../../platform/database/types.ts';
import { valueOfToday } from './of-today.ts';
import { type CompanySave, removeTexts, saveCompany } from './save-company.ts';

const changeKeyOf = ({ field, language }: Pick<HistoryChange, 'field' | 'language'>) =>
  `${language ?? ''}.${field}`;

/**
 * Of the changes of later saves, the oldest first, the last one of each field that left another value than a save did:
 * a field that was changed and changed back is as the save left it.
 */
export function leftOtherwise(
  own: readonly HistoryChange[],
  later: readonly HistoryChange[],
): HistoryChange[] {
  const left = new Map(own.map((change) => [changeKeyOf(change), change]));
  const last = new Map(later.map((change) => [changeKeyOf(change), change]));
  return [...last].flatMap(([key, change]) => {
    const ours = left.get(key);
    return ours && equalJson(ours.after, change.after) ? [] : [change];
  });
}

/**
 * Takes back one save of a company, by its history. Fields that a later save changed stay. A text that the save created
 * is removed, unless a later save changed it.
 * @param ours later versions that the same undo takes back or has made; these do not count as later saves
 */
export async function takeBackVersion(
  unit: AuthoredUnit,
  id: string,
  version: number,
  ours: ReadonlySet<number> = new Set(),
): Promise<'restored' | 'kept'> {
  const { tx } = unit;
  const entries = await tx
    .selectFrom('company_versions')
    .select(['version', 'at', 'changes'])
    .where('company_id', '=', id)
    .where('version', '>=', version)
    .orderBy('version')
    .execute();
  const own = entries.find((entry) => entry.version === version);
  // The company is gone, or was made anew.
  if (!own) return 'kept';
  const changes = JSON.parse(own.changes) as HistoryChange[];
  const later = entries
    .filter((entry) => entry !== own && !ours.has(entry.version))
    .flatMap((entry) => JSON.parse(entry.changes) as HistoryChange[]);
  const others = leftOtherwise(changes, later);
  const touched = new Set(others.map(changeKeyOf));
  const touchedLanguages = new Set(others.map((change) => change.language));

  const made = changes.filter((change) => change.field === 'name' && change.before === null);
  const createdLanguages = made.flatMap((change) => change.language ?? []);
  const unwanted = createdLanguages.filter((language) => !touchedLanguages.has(language));
  const back = changes.filter(
    (change) =>
      !touched.has(changeKeyOf(change)) &&
      !(change.language !== null && createdLanguages.includes(change.language)),
  );
  const shared: Record<string, unknown> = {};
  const texts: { [L in Language]?: Record<string, unknown> } = {};
  const misfits = new Set<HistoryChange>();
  for (const change of back) {
    const { field, language } = change;
    const before = valueOfToday(field, language, change.before);
    if (before === undefined) misfits.add(change);
    else if (language === null) shared[field] = before;
    else texts[language] = { ...texts[language], [field]: before };
  }
  const nested = Object.entries(texts).map(([language, text]) => [language, nestedValues(text)]);
  const save = { shared: nestedValues(shared), texts: Object.fromEntries(nested) } as CompanySave;
  await saveCompany(unit, id, save, { action: 'restore' });
  await removeTexts(unit, id, unwanted, 'restore');
  // Texts that fell behind only by what is taken back now are up to date again.
  const languages = Object.keys(texts) as Language[];
  if (languages.length > 0) {
    await tx
      .updateTable('company_texts')
      .set({ pending_since: null, pending_language: null })
      .where('company_id', '=', id)
      .where('pending_since', '=', own.at)
      .execute();
  }
  const stays = changes.some(
    (change) =>
      misfits.has(change) ||
      (!back.includes(change) && !unwanted.some((language) => language === change.language)),
  );
  return stays ? 'kept' : 'restored';
}
