import { type Migration, Migrator, type MigratorProps, sql } from 'kysely';
import type { Db, Dialect } from '../types.ts';
import { createDirectory } from './0001-directory.ts';
import { createAccounts } from './0002-accounts.ts';
import { createConsole } from './0003-console.ts';
import { createPeople } from './0004-people.ts';
import { createSearch } from './0005-search.ts';
import { shrinkCommentIndexes } from './0006-comment-indexes.ts';
import { createThreads } from './0007-threads.ts';
import { rememberUsedLinks } from './0008-used-links.ts';
import { orderChanges } from './0009-changes.ts';
import { foldSearch } from './0010-folded-search.ts';
import { createDocuments } from './0011-documents.ts';
import { boundReplyDepth } from './0012-reply-depth.ts';
import { nameRecipients } from './0013-outbox-recipients.ts';
import { createLeases } from './0014-leases.ts';
import { createAdministrators } from './0015-administrators.ts';
import { createSecurityLog } from './0016-security-log.ts';
import { indexCommenters } from './0017-commenters.ts';
import { createFacts } from './0018-facts.ts';
import { createIdentities } from './0019-single-sign-on.ts';
import { rankByRevenuePerPerson } from './0020-ranking.ts';
import { createSecondFactors } from './0021-second-factors.ts';
import { followFigures } from './0022-headline.ts';
import { createIssues } from './0023-issues.ts';
import { createTagMoves } from './0025-tags.ts';
import { agreeOnFounders } from './0026-founders.ts';
import { createSourceChecks } from './0027-source-checks.ts';
import { countWeekViews } from './0028-week-views.ts';
import { dropSearches } from './0029-search.ts';
import { dropSearchIndex } from './0030-search-sets.ts';
import { createTopics } from './0032-topics.ts';
import { indexOrders } from './0033-orders.ts';
import { indexNumbers } from './0034-numbers.ts';
import { cutNameKeys } from './0035-name-keys.ts';
import { nameMailboxes } from './0036-mailboxes.ts';
import { createLogoPictures } from './0037-logo-pictures.ts';
import { renameSearchQueue } from './0038-search-queue.ts';
import { createDirectoryConfig } from './0039-directory-config.ts';
import { renameDirectoryParts } from './0040-directory-parts.ts';
import { addOwnFields } from './0041-own-fields.ts';
import { createChanges } from './0042-changes.ts';
import { createDrafts } from './0043-drafts.ts';
import { createFollows } from './0044-follows.ts';
import { createMerges } from './0045-merges.ts';
import { createImportItems } from './0046-import-items.ts';
import { createReplies } from './0047-replies.ts';
import { createViews } from './0048-views.ts';
import { createUserIdentities } from './0049-user-identities.ts';
import { createNewsletterIssues } from './0050-newsletter-issues.ts';
import { createCollections } from './0051-collections.ts';
import { createProposals } from './0052-proposals.ts';
import { nameAuditSubjects } from './0053-audit-names.ts';
import { createSavedLists } from './0054-lists.ts';
import { createWork } from './0055-work.ts';
import { indexDesk } from './0056-desk-indexes.ts';
import { tellComments } from './0057-comment-changes.ts';
import { followThreads } from './0058-thread-follows.ts';
import { keepRejected } from './0059-rejected-proposals.ts';
import { nameJobs } from './0060-proposals-of-jobs.ts';

/**
 * All migrations in their order. A column of text is `text collate "C"` on PostgreSQL: it then
 * sorts by code point like SQLite, so both databases give the same order.
 */
function migrations(dialect: Dialect): Record<string, Migration> {
  return {
    '0001-directory': createDirectory(dialect),
    '0002-accounts': createAccounts(dialect),
    '0003-console': createConsole(dialect),
    '0004-people': createPeople(dialect),
    '0005-search': createSearch(dialect),
    '0006-comment-indexes': shrinkCommentIndexes,
    '0007-threads': createThreads(dialect),
    '0008-used-links': rememberUsedLinks(dialect),
    '0009-changes': orderChanges,
    '0010-folded-search': foldSearch,
    '0011-documents': createDocuments(dialect),
    '0012-reply-depth': boundReplyDepth,
    '0013-outbox-recipients': nameRecipients(dialect),
    '0014-leases': createLeases(dialect),
    '0015-administrators': createAdministrators(dialect),
    '0016-security-log': createSecurityLog(dialect),
    '0017-commenters': indexCommenters,
    '0018-facts': createFacts(dialect),
    '0019-single-sign-on': createIdentities(dialect),
    '0020-ranking': rankByRevenuePerPerson,
    '0021-second-factors': createSecondFactors(dialect),
    '0022-headline': followFigures,
    '0023-issues': createIssues(dialect),
    '0025-tags': createTagMoves(dialect),
    '0026-founders': agreeOnFounders,
    '0027-source-checks': createSourceChecks(dialect),
    '0028-week-views': countWeekViews(dialect),
    '0029-search': dropSearches,
    '0030-search-sets': dropSearchIndex,
    '0032-topics': createTopics,
    '0033-orders': indexOrders,
    '0034-numbers': indexNumbers,
    '0035-name-keys': cutNameKeys,
    '0036-mailboxes': nameMailboxes,
    '0037-logo-pictures': createLogoPictures(dialect),
    '0038-search-queue': renameSearchQueue(dialect),
    '0039-directory-config': createDirectoryConfig(dialect),
    '0040-directory-parts': renameDirectoryParts,
    '0041-own-fields': addOwnFields(dialect),
    '0042-changes': createChanges(dialect),
    '0043-drafts': createDrafts(dialect),
    '0044-follows': createFollows(dialect),
    '0045-merges': createMerges(dialect),
    '0046-import-items': createImportItems(dialect),
    '0047-replies': createReplies(dialect),
    '0048-views': createViews(dialect),
    '0049-user-identities': createUserIdentities(dialect),
    '0050-newsletter-issues': createNewsletterIssues(dialect),
    '0051-collections': createCollections(dialect),
    '0052-proposals': createProposals(dialect),
    '0053-audit-names': nameAuditSubjects(dialect),
    '0054-lists': createSavedLists(dialect),
    '0055-work': createWork(dialect),
    '0056-desk-indexes': indexDesk,
    '0057-comment-changes': tellComments(dialect),
    '0058-thread-follows': followThreads(dialect),
    '0059-rejected-proposals': keepRejected(dialect),
    '0060-proposals-of-jobs': nameJobs(dialect),
  };
}

/** Names of all migrations in their order. */
export const MIGRATION_NAMES: readonly string[] = Object.keys(migrations('sqlite'));

/**
 * Brings the tables up to date, once, however many processes start together.
 * @param options.to the last migration to make; for the tables of an earlier version
 */
export async function migrate(
  db: Db,
  dialect: Dialect,
  { to, ...options }: Pick<MigratorProps, 'disableTransactions'> & { to?: string } = {},
): Promise<void> {
  const { rows } = await (dialect === 'postgres'
    ? sql<{ schema: string }>`select current_schema() as schema`
    : sql<{ schema: string }>`select null as schema`
  ).execute(db);
  const schema = rows[0]?.schema;
  const migrator = new Migrator({
    db,
    ...options,
    // Without it the migrator takes a table of the same name in another schema for its own.
    ...(schema ? { migrationTableSchema: schema } : {}),
    provider: { getMigrations: async () => migrations(dialect) },
  });
  const { error, results } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to));
  if (!error) return;
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
  if (!failed) throw error;
  throw new Error(`the migration ${failed} failed: ${(error as Error).message}`, { cause: error });
}
