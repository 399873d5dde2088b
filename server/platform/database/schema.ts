import type { Generated } from 'kysely';
import type { DirectoryPart } from '../../../core/directory/config.ts';
import type { DocumentName } from '../../../core/documents/rules.ts';
import type { Language } from '../../../core/languages.ts';
import type { AiProposalTable, AiRoundTable, AiUsageTable } from './ai-tables.ts';
import type {
  CommentAuthorTable,
  CommentPersonTable,
  CommentReportTable,
  CommentTable,
  CompanyChangeTable,
  CompanyFacetTable,
  CompanyIssueTable,
  CompanyKeyTable,
  CompanyListingTable,
  CompanyMergeTable,
  CompanyMoveTable,
  CompanyNumberTable,
  CompanySourceTable,
  CompanyTable,
  CompanyTextTable,
  CompanyVersionTable,
  CompanyViewDayTable,
  DeletedCompanyTable,
  DismissedDuplicateTable,
  FollowedThreadTable,
  LikeTable,
  LogoPictureTable,
  MergedVersionTable,
  NotificationTable,
  ShippedCompanyTable,
  SourceCheckTable,
  TagChangeTable,
  TagMoveTable,
} from './company-tables.ts';
import type { CompanyDraftTable, CompanyEditorTable } from './draft-tables.ts';
import type {
  DigestRunTable,
  FollowTable,
  MailSuppressionTable,
  NewsletterIssueTable,
  ReaderMailTable,
  ReaderTable,
} from './follow-tables.ts';
import type {
  AdminIdentityTable,
  AdminInvitationTable,
  AdminRecoveryCodeTable,
  AdminSessionTable,
  AdminTable,
  AdminTotpTable,
  AuditLogTable,
  ChallengeTable,
  PasskeyTable,
  SecurityEventTable,
  UserIdentityTable,
  UserSessionTable,
  UserTable,
  UserTokenTable,
  WorkItemTable,
} from './person-tables.ts';

export type * from './company-tables.ts';
export type * from './draft-tables.ts';
export type * from './follow-tables.ts';
export type * from './person-tables.ts';

/**
 * The tables as Kysely sees them. Dates are ISO 8601 text in UTC and booleans 0 or 1 on both
 * databases: `node:sqlite` stores a Date as NULL without an error.
 */
export interface Schema {
  companies: CompanyTable;
  company_texts: CompanyTextTable;
  company_listings: CompanyListingTable;
  company_facets: CompanyFacetTable;
  company_issues: CompanyIssueTable;
  company_numbers: CompanyNumberTable;
  company_keys: CompanyKeyTable;
  dismissed_duplicates: DismissedDuplicateTable;
  company_moves: CompanyMoveTable;
  company_merges: CompanyMergeTable;
  merged_versions: MergedVersionTable;
  tag_moves: TagMoveTable;
  tag_changes: TagChangeTable;
  company_sources: CompanySourceTable;
  company_view_days: CompanyViewDayTable;
  source_checks: SourceCheckTable;
  logo_pictures: LogoPictureTable;
  shipped_companies: ShippedCompanyTable;
  likes: LikeTable;
  comments: CommentTable;
  comment_persons: CommentPersonTable;
  comment_authors: CommentAuthorTable;
  followed_threads: FollowedThreadTable;
  notifications: NotificationTable;
  recent_views: RecentViewTable;
  visitors: VisitorTable;
  visitor_days: VisitorDayTable;
  daily_counts: DailyCountTable;
  state: StateTable;
  topics: CacheTagTable;
  users: UserTable;
  user_sessions: UserSessionTable;
  user_tokens: UserTokenTable;
  user_identities: UserIdentityTable;
  outbox: OutboxTable;
  throttles: ThrottleTable;
  admins: AdminTable;
  admin_sessions: AdminSessionTable;
  admin_identities: AdminIdentityTable;
  admin_invitations: AdminInvitationTable;
  admin_totps: AdminTotpTable;
  admin_recovery_codes: AdminRecoveryCodeTable;
  passkeys: PasskeyTable;
  challenges: ChallengeTable;
  audit_log: AuditLogTable;
  work_items: WorkItemTable;
  security_events: SecurityEventTable;
  settings: SettingTable;
  documents: DocumentTable;
  directory_config: DirectoryConfigTable;
  saved_views: SavedViewTable;
  collections: CollectionTable;
  saved_lists: SavedListTable;
  readers: ReaderTable;
  follows: FollowTable;
  reader_mails: ReaderMailTable;
  digest_runs: DigestRunTable;
  newsletter_issues: NewsletterIssueTable;
  mail_suppressions: MailSuppressionTable;
  company_versions: CompanyVersionTable;
  company_changes: CompanyChangeTable;
  ai_proposals: AiProposalTable;
  ai_rounds: AiRoundTable;
  ai_usage: AiUsageTable;
  company_drafts: CompanyDraftTable;
  company_editors: CompanyEditorTable;
  deleted_companies: DeletedCompanyTable;
  comment_reports: CommentReportTable;
  jobs: JobTable;
  import_items: ImportItemTable;
  leases: LeaseTable;
}

/** A list of companies with words; `texts` and `companies` are JSON. */
export interface CollectionTable {
  id: string;
  texts: string;
  companies: string;
  published: number;
  created_at: string;
  updated_at: string;
}

/** Companies that a reader with an account saves. */
export interface SavedListTable {
  id: string;
  user_id: string;
  /** Empty: the default list of the save button. */
  name: string;
  /** JSON, in their order. */
  entries: string;
  version: number;
  /** Of the shared address; null while the list is private. */
  token: string | null;
  shared_by: string;
  created_at: string;
  updated_at: string;
}

/** When a visitor's view of a subject last counted. */
export interface RecentViewTable {
  visitor: string;
  subject: string;
  seen_at: string;
}

export interface VisitorTable {
  id: string;
  last_day: string;
  previous_day: string | null;
}

/** How many visitors were last seen on a day: unique visitors of any range that ends today are a sum of these. */
export interface VisitorDayTable {
  day: string;
  visitors: number;
}

export interface DailyCountTable {
  day: string;
  metric: string;
  count: number;
}

export interface StateTable {
  name: string;
  value: string;
}

export interface CacheTagTable {
  name: string;
  /** Revision of the last change with this tag. */
  revision: number;
}

export interface OutboxTable {
  id: string;
  /** The mail as JSON, encrypted: its links are as good as passwords until they are used. */
  message: string;
  /** Hash of the address of the recipient. */
  recipient: string | null;
  created_at: string;
  attempts: Generated<number>;
  next_attempt_at: string;
  last_error: string | null;
  /** When it was refused for good; it is kept a while to be shown, and not sent again. */
  refused_at: Generated<string | null>;
}

/** Milliseconds since 1970, because they are compared and added to. */
export interface ThrottleTable {
  key: string;
  started_at: number;
  count: number;
  blocked_until: number;
}

export interface SettingTable {
  name: string;
  value: string;
}

/** A version of a part of the directory's configuration, as JSON. */
export interface DirectoryConfigTable {
  part: DirectoryPart;
  version: number;
  value: string;
  /** User name of the administrator; empty for the command line. */
  admin: string;
  at: string;
}

/** Filters of the console's table of companies under a name. */
export interface SavedViewTable {
  id: string;
  name: string;
  /** 1 where all administrators see it. */
  shared: number;
  query: string;
  /** User name. */
  created_by: string;
  created_at: string;
}

/** A page of plain text where whoever runs the site wrote it anew, as Markdown. */
export interface DocumentTable {
  document: DocumentName;
  language: Language;
  text: string;
  updated_at: string;
}

/** A company of a file that a job imports. */
export interface ImportItemTable {
  job_id: string;
  /** From 0. */
  position: number;
  /** JSON, checked; empty once it is saved. */
  item: string;
  /** JSON: what an undo cannot tell from the history of the company that was updated. */
  before: string | null;
  created_at: string;
}

/** Jobs in the background. The process that works on a job holds its lease. */
export interface JobTable {
  id: string;
  kind: string;
  status: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled';
  /** JSON, by the kind. */
  input: string;
  progress: Generated<number>;
  total: Generated<number>;
  /** JSON: one entry an item, by the kind. */
  results: Generated<string>;
  error: string | null;
  created_by: string;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

/** Leases: each belongs to one process until it expires, by the id of the work. */
export interface LeaseTable {
  name: string;
  /** A new value each time the lease is taken. */
  holder: string;
  held_until: string;
}
