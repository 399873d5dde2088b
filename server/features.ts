import type { FastifyInstance } from 'fastify';
import { clearWhatIsPast } from './cleanup.ts';
import { readerFactorRoutes } from './features/accounts/factor-routes.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { readerSignOnRoutes } from './features/accounts/sign-on-routes.ts';
import { administratorRoutes } from './features/admins/administrator-routes.ts';
import { administratorSessionRoutes } from './features/admins/administrator-session-routes.ts';
import { auditRoutes } from './features/admins/audit-routes.ts';
import { factorRoutes } from './features/admins/factor-routes.ts';
import { invitationRoutes } from './features/admins/invitation-routes.ts';
import { adminRoutes } from './features/admins/routes.ts';
import { signOnRoutes } from './features/admins/sign-on-routes.ts';
import { proposalRoutes } from './features/ai/proposal-routes.ts';
import { aiRoutes } from './features/ai/routes.ts';
import { proposeOnSchedule } from './features/ai/schedule.ts';
import { analyticsRoutes } from './features/analytics/routes.ts';
import { apiDocsRoutes } from './features/api-docs/routes.ts';
import { bulkChangeRoutes } from './features/bulk-changes/routes.ts';
import { changeRoutes } from './features/changes/routes.ts';
import { collectionRoutes } from './features/collections/routes.ts';
import { commentAdminRoutes } from './features/comments/admin-routes.ts';
import { commentRoutes } from './features/comments/routes.ts';
import { adminCompanyRoutes } from './features/companies/admin-routes.ts';
import { type FetchedLogos, keepLogos } from './features/companies/fetched-logos.ts';
import { serveLogos } from './features/companies/logos.ts';
import { serveMarks } from './features/companies/marks.ts';
import { companyRoutes } from './features/companies/routes.ts';
import { surpriseRoutes } from './features/companies/surprise.ts';
import { startReindexWorker } from './features/company-index/reindex-schedule.ts';
import { dashboardRoutes } from './features/dashboard/routes.ts';
import { directoryRoutes } from './features/directory/routes.ts';
import { documentRoutes } from './features/documents/routes.ts';
import { draftRoutes } from './features/drafts/routes.ts';
import { publishOnSchedule } from './features/drafts/schedule.ts';
import { exploreRoutes } from './features/explore/routes.ts';
import { watchDisks } from './features/failures/disks.ts';
import { discoveryRoutes } from './features/feeds/routes.ts';
import { type Digests, digestsOnSchedule } from './features/follows/digests.ts';
import { followRoutes } from './features/follows/routes.ts';
import { importJobRoutes } from './features/import-export/job-routes.ts';
import { importExportRoutes } from './features/import-export/routes.ts';
import { jobRoutes } from './features/jobs/routes.ts';
import { linkRoutes } from './features/links/routes.ts';
import { checkLinksOnSchedule, type ScheduledLinkChecks } from './features/links/schedule.ts';
import { listRoutes } from './features/lists/routes.ts';
import { mergeRoutes } from './features/merges/routes.ts';
import { newsletterRoutes } from './features/newsletter/routes.ts';
import { sendIssuesOnSchedule } from './features/newsletter/schedule.ts';
import { mailReplies } from './features/notifications/mails.ts';
import { notificationRoutes } from './features/notifications/routes.ts';
import { ogImageRoutes } from './features/og-images/routes.ts';
import { readingRoutes } from './features/reading/routes.ts';
import { searchRoutes } from './features/search/routes.ts';
import { securityLogRoutes } from './features/security-log/routes.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { setupRoutes } from './features/setup/routes.ts';
import { sitemapRoutes } from './features/sitemap/routes.ts';
import { tagRoutes } from './features/tags/routes.ts';
import { translationRoutes } from './features/translations/routes.ts';
import { trashRoutes } from './features/trash/routes.ts';
import { uploadRoutes } from './features/uploads/routes.ts';
import { userRoutes } from './features/users/routes.ts';
import { viewRoutes } from './features/views/routes.ts';
import { workRoutes } from './features/work/routes.ts';
import { backUpOnSchedule, type ScheduledBackups } from './platform/backup/scheduled-backup.ts';
import type { Services } from './services.ts';

/** Work that repeats by a clock, for the tests to do at once. */
export interface Scheduled {
  backups: ScheduledBackups;
  digests: Digests;
  disks: { look(): Promise<void> };
  /** Publishes scheduled drafts that are due. */
  drafts: { look(): Promise<void> };
  /** Begins and ends issues of the newsletter. */
  issues: { look(): Promise<void> };
  links: ScheduledLinkChecks;
  logos: FetchedLogos;
  /** Has the companies with the oldest figures asked about, where a week is over. */
  proposals: { look(): Promise<void> };
  /** Mails replies that have waited long enough. */
  replyMails: { look(): Promise<void> };
}

interface FeatureOptions {
  freeBytes: Parameters<typeof watchDisks>[2];
  linkOptions: Parameters<typeof checkLinksOnSchedule>[2];
  providers: Parameters<typeof readerSignOnRoutes>[2];
  transport: Parameters<typeof digestsOnSchedule>[2];
  mailEvents: Parameters<typeof digestsOnSchedule>[3];
}

/** Registers the routes and the scheduled work of every feature, one line each. */
export function registerFeatures(
  app: FastifyInstance,
  context: Services,
  { freeBytes, linkOptions, providers, transport, mailEvents }: FeatureOptions,
): Scheduled {
  companyRoutes(app, context);
  collectionRoutes(app, context);
  readingRoutes(app, context);
  exploreRoutes(app, context);
  searchRoutes(app, context);
  startReindexWorker(app, context);
  surpriseRoutes(app, context);
  commentRoutes(app, context);
  notificationRoutes(app, context);
  const replyMails = mailReplies(app, context);
  analyticsRoutes(app, context);
  accountRoutes(app, context);
  followRoutes(app, context);
  listRoutes(app, context);
  adminRoutes(app, context);
  auditRoutes(app, context);
  signOnRoutes(app, context);
  administratorRoutes(app, context);
  administratorSessionRoutes(app, context);
  invitationRoutes(app, context);
  factorRoutes(app, context);
  readerFactorRoutes(app, context);
  readerSignOnRoutes(app, context, providers);
  settingsRoutes(app, context);
  adminCompanyRoutes(app, context);
  trashRoutes(app, context);
  mergeRoutes(app, context);
  viewRoutes(app, context);
  workRoutes(app, context);
  setupRoutes(app, context);
  draftRoutes(app, context);
  bulkChangeRoutes(app, context);
  changeRoutes(app, context);
  tagRoutes(app, context);
  linkRoutes(app, context);
  importExportRoutes(app, context);
  importJobRoutes(app, context);
  dashboardRoutes(app, context);
  userRoutes(app, context);
  securityLogRoutes(app, context);
  commentAdminRoutes(app, context);
  clearWhatIsPast(app, context);
  const disks = watchDisks(app, context, freeBytes);
  const backups = backUpOnSchedule(app, context);
  const drafts = publishOnSchedule(app, context);
  newsletterRoutes(app, context);
  const issues = sendIssuesOnSchedule(app, context);
  const digests = digestsOnSchedule(app, context, transport, mailEvents);
  const links = checkLinksOnSchedule(app, context, linkOptions);
  const logos = keepLogos(app, context, linkOptions);
  aiRoutes(app, context);
  proposalRoutes(app, context);
  const proposals = proposeOnSchedule(app, context);
  translationRoutes(app, context);
  jobRoutes(app, context);
  apiDocsRoutes(app, context);
  documentRoutes(app, context);
  directoryRoutes(app, context);
  discoveryRoutes(app, context);
  sitemapRoutes(app, context);
  serveLogos(app);
  uploadRoutes(app, context);
  serveMarks(app, context);
  ogImageRoutes(app, context);
  return { backups, digests, disks, drafts, issues, links, logos, proposals, replyMails };
}
