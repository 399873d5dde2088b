import type { HistoryChange } from '../../../core/companies/history-calls.ts';
import { nestedValues } from '../../../core/companies/own-fields.ts';
import type { JobResult } from '../../../core/jobs/calls.ts';
import type { Language } from '../../../core/languages.ts';
import type { AuthoredUnit } from '../../platform/database/types.ts';
import { lockEndedJob, setResults } from '../../platform/jobs/store.ts';
import { undoBatch } from '../bulk-changes/index.ts';
import { type CompanySave, removeTexts, saveCompany, valueOfToday } from '../companies/index.ts';

const changeKeyOf = ({ field, language }: Pick<HistoryChange, 'field' | 'language'>) =>
  `${language ?? ''}.${field}`;

/**
 * Takes back what a job saved in one company, by its history. What anybody changed since stays as it
 * is. A text that the job made goes, unless somebody has worked on it.
 */
async function undoResult(unit: AuthoredUnit, result: JobResult): Promise<NonNullable<JobResult['undone']>> {
  const { tx } = unit;
  const version = result.version ?? 0;
  const entries = await tx
    .selectFrom('company_versions')
    .select(['version', 'at', 'changes'])
    .where('company_id', '=', result.company_id)
    .where('version', '>=', version)
    .execute();
  const own = entries.find((entry) => entry.version === version);
  // The company is gone, or was made anew.
  if (!own) return 'kept';
  const changes = JSON.parse(own.changes) as HistoryChange[];
  const later = entries
    .filter((entry) => entry !== own)
    .flatMap((entry) => JSON.parse(entry.changes) as HistoryChange[]);
  const touched = new Set(later.map(changeKeyOf));
  const touchedLanguages = new Set(later.map((change) => change.language));

  const made = changes.filter((change) => change.field === 'name' && change.before === null);
  const madeLanguages = made.flatMap((change) => change.language ?? []);
  const unwanted = madeLanguages.filter((language) => !touchedLanguages.has(language));
  const back = changes.filter(
    (change) =>
      !touched.has(changeKeyOf(change)) &&
      !(change.language !== null && madeLanguages.includes(change.language)),
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
  await saveCompany(unit, result.company_id, save, { action: 'restore' });
  await removeTexts(unit, result.company_id, unwanted, 'restore');
  // Texts that fell behind only by what is taken back now are up to date again.
  const languages = Object.keys(texts) as Language[];
  if (languages.length > 0) {
    await tx
      .updateTable('company_texts')
      .set({ pending_since: null, pending_language: null })
      .where('company_id', '=', result.company_id)
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

/**
 * Takes back the last of a job's results that still stands; of a bulk change as many as a batch has. Returns false where none is left.
 * @throws not_found, conflict where the job still runs
 */
export async function undoNext(unit: AuthoredUnit, jobId: string): Promise<boolean> {
  const { tx } = unit;
  const { kind, results } = await lockEndedJob(tx, jobId);
  if (kind === 'bulk-change') {
    const isLeft = await undoBatch(unit, results);
    if (isLeft) await setResults(tx, jobId, results);
    return isLeft;
  }
  const result = results.findLast((one) => one.version !== null && one.undone === null);
  if (!result) return false;
  result.undone = await undoResult(unit, result);
  await setResults(tx, jobId, results);
  return true;
}
