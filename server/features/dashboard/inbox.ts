import { OLD_YEARS_USUAL, UNCHECKED_MONTHS_USUAL } from '../../../core/companies/issues.ts';
import { INBOX_KINDS, INBOX_PLACES, type InboxItem, type InboxKind } from '../../../core/dashboard/calls.ts';
import type { Database } from '../../platform/database/types.ts';
import { countProposals } from '../ai/index.ts';
import { countCompanyIssues } from '../companies/index.ts';
import { countDrafts } from '../drafts/index.ts';
import { countDuplicates } from '../merges/index.ts';
import { readTranslationSummary } from '../translations/index.ts';
import { findWaiting } from './waiting.ts';

/**
 * All work that waits for somebody, without kinds of which there is none.
 * @param today the day from which the age of figures and checks is counted
 */
export async function findInbox(database: Database, now: Date, today: string): Promise<InboxItem[]> {
  const ages = { years: OLD_YEARS_USUAL, months: UNCHECKED_MONTHS_USUAL };
  const [waiting, issues, translations, drafts, proposals, duplicates] = await Promise.all([
    findWaiting(database, now),
    countCompanyIssues(database, ages, today),
    readTranslationSummary(database),
    countDrafts(database.read),
    countProposals(database.read),
    countDuplicates(database),
  ]);
  const counts = {
    ...waiting,
    ...issues,
    ...drafts,
    proposals,
    duplicates,
    missing_translations: Number(translations.incompleteCount),
  };
  const placeOf = (kind: InboxKind) =>
    kind === 'failed_jobs' ? `${INBOX_PLACES[kind]}${waiting.failed_job}` : INBOX_PLACES[kind];
  return INBOX_KINDS.map((kind) => ({ kind, count: counts[kind], to: placeOf(kind) })).filter(
    ({ count }) => count > 0,
  );
}
