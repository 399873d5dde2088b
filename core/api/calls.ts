import * as accounts from '../accounts/calls.ts';
import * as readerFactors from '../accounts/factor-calls.ts';
import * as readerSignOn from '../accounts/sign-on-calls.ts';
import * as administrators from '../admins/administrator-calls.ts';
import * as auditLog from '../admins/audit-calls.ts';
import * as admins from '../admins/calls.ts';
import * as factors from '../admins/factor-calls.ts';
import * as signOn from '../admins/sign-on-calls.ts';
import * as ai from '../ai/calls.ts';
import * as proposals from '../ai/proposal-calls.ts';
import * as aiUsage from '../ai/usage-calls.ts';
import * as analytics from '../analytics/calls.ts';
import { type Call, isCall } from '../call.ts';
import * as changes from '../changes/calls.ts';
import * as collections from '../collections/calls.ts';
import * as moderation from '../comments/admin-calls.ts';
import * as comments from '../comments/calls.ts';
import * as adminCompanies from '../companies/admin-calls.ts';
import * as companies from '../companies/calls.ts';
import * as duplicates from '../companies/duplicate-calls.ts';
import * as companyHistory from '../companies/history-calls.ts';
import * as dashboard from '../dashboard/calls.ts';
import * as directory from '../directory/calls.ts';
import * as setup from '../directory/setup-calls.ts';
import * as documents from '../documents/calls.ts';
import * as drafts from '../drafts/calls.ts';
import * as explore from '../explore/calls.ts';
import * as follows from '../follows/calls.ts';
import * as importExport from '../import-export/calls.ts';
import * as importJobs from '../import-export/job-calls.ts';
import * as bulkChanges from '../jobs/bulk-change-calls.ts';
import * as jobs from '../jobs/calls.ts';
import * as links from '../links/calls.ts';
import * as lists from '../lists/calls.ts';
import * as newsletter from '../newsletter/calls.ts';
import * as notifications from '../notifications/calls.ts';
import * as reading from '../reading/calls.ts';
import * as search from '../search/calls.ts';
import * as securityLog from '../security-log/calls.ts';
import * as settings from '../settings/calls.ts';
import * as tags from '../tags/calls.ts';
import * as translations from '../translations/calls.ts';
import * as uploads from '../uploads/calls.ts';
import * as users from '../users/calls.ts';
import * as views from '../views/calls.ts';
import * as work from '../work/calls.ts';

/**
 * All calls of the API, from every module imported above. The documentation, the server (which serves no
 * other call) and tests over all calls read this list.
 */
export const calls: readonly Call[] = [
  changes,
  companies,
  collections,
  reading,
  explore,
  search,
  tags,
  comments,
  analytics,
  accounts,
  follows,
  lists,
  newsletter,
  admins,
  auditLog,
  signOn,
  administrators,
  factors,
  readerFactors,
  readerSignOn,
  notifications,
  settings,
  documents,
  directory,
  setup,
  adminCompanies,
  drafts,
  bulkChanges,
  companyHistory,
  duplicates,
  views,
  work,
  links,
  dashboard,
  users,
  moderation,
  importExport,
  importJobs,
  ai,
  aiUsage,
  proposals,
  translations,
  jobs,
  securityLog,
  uploads,
]
  .flatMap((module) => Object.values(module) as unknown[])
  .filter(isCall);
