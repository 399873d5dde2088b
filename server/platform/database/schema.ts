import type { Generated } from 'kysely';
import type { Role } from '../../../core/admins/roles.ts';
import type { CompanyCategory } from '../../../core/categories.ts';
import type { Facet } from '../../../core/companies/facet-pages.ts';
import type { SharedFields, TextFields } from '../../../core/companies/fields.ts';
import type { DocumentName } from '../../../core/documents/rules.ts';
import type { Language } from '../../../core/languages.ts';
import type { LinkFailure, LogoFailure } from '../../../core/links/rules.ts';
import type { ActorKind, Outcome, SecurityEventName, Source } from '../../../core/security-log/rules.ts';

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
  recent_views: RecentViewTable;
  visitors: VisitorTable;
  visitor_days: VisitorDayTable;
  daily_counts: DailyCountTable;
  state: StateTable;
  topics: CacheTagTable;
  users: UserTable;
  user_sessions: UserSessionTable;
  user_tokens: UserTokenTable;
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
  security_events: SecurityEventTable;
  settings: SettingTable;
  documents: DocumentTable;
  company_versions: CompanyVersionTable;
  deleted_companies: DeletedCompanyTable;
  comment_reports: CommentReportTable;
  jobs: JobTable;
  leases: LeaseTable;
}

/** The columns of a company's fields: a boolean is 0 or 1, what has parts is JSON. */
export type FieldColumns<Fields> = {
  [F in keyof Fields]: Fields[F] extends boolean
    ? number
    : NonNullable<Fields[F]> extends object
      ? string | Extract<Fields[F], null>
      : Fields[F];
};

/** A company: the fields that all languages share, and its counters. */
export interface CompanyTable extends FieldColumns<SharedFields> {
  id: string;
  /** Parsed from `revenue` in US dollars; -1 where it is unknown, so that it sorts last. */
  revenue_amount: number;
  /** In US dollars; -1 where it is unknown. Written with the listing. */
  revenue_per_person: Generated<number>;
  likes: Generated<number>;
  /** Likes that came with an import: a recount adds the recorded ones to them. */
  likes_imported: Generated<number>;
  views: Generated<number>;
  /** Views of the last seven days, as of the day that `state` names. */
  week_views: Generated<number>;
  comments_count: Generated<number>;
  /** Top-level comments that the public sees. */
  threads_count: Generated<number>;
  /** The English name (or any) in search form: ranks are the same in every language. */
  name_key: string;
  /** Counts saves; a save names the version it was made against. */
  version: Generated<number>;
  created_at: string;
  updated_at: string;
}

/** What a company says in one language. */
export interface CompanyTextTable extends FieldColumns<TextFields> {
  company_id: string;
  language: Language;
  updated_at: string;
  /** Since when another language is ahead of this one; null where it is up to date. */
  pending_since: Generated<string | null>;
  /** The language in which the change was made that the text is behind of. */
  pending_language: Generated<Language | null>;
  /** Who wrote it: a person, or a machine (then `model` says which). */
  origin: Generated<'person' | 'machine'>;
  model: Generated<string | null>;
  /** 0 for a machine's text that nobody has looked over yet. */
  reviewed: Generated<number>;
}

/**
 * What a list shows of each company in each of the four languages, with the fallback resolved and
 * the searchable text normalised: written with every save, so that no list has to compute it.
 */
export interface CompanyListingTable {
  company_id: string;
  language: Language;
  name: string;
  name_key: string;
  founder: string;
  description: string;
  name_en: string;
  founder_en: string;
  description_en: string;
}

/** What a company is looked up by: its kinds, tags, founders and country. Written with the listing. */
export interface CompanyFacetTable {
  facet: Facet;
  value: string;
  company_id: string;
}

/** What is to be looked after in a company. Written with the listing. */
export interface CompanyIssueTable {
  company_id: string;
  category: CompanyCategory;
  /** Of the newest years of its revenue and its people the older one. */
  oldest_year: number | null;
  checked_at: string | null;
  /** 1 where there is one. */
  unsourced: number;
  contradiction: number;
  /** `Findings` of core as JSON. */
  findings: string;
}

/** Where the page of a tag that was renamed leads to. */
export interface TagMoveTable {
  tag: string;
  moved_to: string;
}

/** What takes the renaming or the removal of a tag back. */
export interface TagChangeTable {
  id: string;
  at: string;
  tag: string;
  /** Null where it was taken away. */
  moved_to: string | null;
  /** JSON: the companies with the tags that they had. */
  companies: string;
}

/** The addresses of a company's sources, each once. Written with the listing. */
export interface CompanySourceTable {
  company_id: string;
  url: string;
}

/** What was found at the address of a source when it was last asked. */
export interface SourceCheckTable {
  url: string;
  checked_at: string;
  /** Of the answer; null where there was none, for the reason in `failure`. */
  status: number | null;
  failure: LinkFailure | null;
  /** How often in a row it failed. */
  failures: number;
}

/** A logo of another site: what was fetched, or why nothing was. */
export interface LogoPictureTable {
  url: string;
  checked_at: string;
  /** As browsers are told, `image/png`; null where nothing was fetched. */
  type: string | null;
  /** In base64. */
  picture: string | null;
  failure: LogoFailure | null;
}

/** Which companies came from content/companies, in which version: a later load changes only what nobody edited. */
export interface ShippedCompanyTable {
  company_id: string;
  content_hash: string;
  /** The company's version right after the load; another one means that somebody edited it since. */
  loaded_version: number;
}

export interface CompanyViewDayTable {
  company_id: string;
  day: string;
  views: number;
}

export interface LikeTable {
  company_id: string;
  visitor: string;
  created_at: string;
}

export interface CommentTable {
  id: string;
  company_id: string;
  parent_id: string | null;
  author: string;
  content: string;
  visitor: string | null;
  created_at: string;
  /** Held comments wait for a moderator; deleted ones are kept for a while to be restored. */
  status: Generated<'published' | 'held' | 'deleted'>;
  deleted_at: Generated<string | null>;
  /** Status before deletion, for restoring. */
  status_before: Generated<'published' | 'held' | null>;
  /** The top-level comment of the thread; its own id for that one itself. */
  root_id: Generated<string | null>;
  /** Author and content in search form. */
  search_text: Generated<string>;
  /** Of a top-level comment: published replies below it, at any depth. */
  replies: Generated<number>;
  /** Of a top-level comment: whether the public sees its thread. */
  shown: Generated<number>;
  /** Tells the people in the comments on one company apart. */
  person: number | null;
}

/** The last number that a person in the comments on a company was given. */
export interface CommentPersonTable {
  company_id: string;
  last: number;
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
  /** That of its last change. */
  revision: number;
}

export interface UserTable {
  id: string;
  /** As the person wrote it. */
  email: string;
  /** The form in which addresses are compared. */
  email_key: string;
  password_hash: string;
  nickname: string | null;
  first_name: string | null;
  last_name: string | null;
  job_title: string | null;
  job_category: string | null;
  organization: string | null;
  phone_number: string | null;
  country: string | null;
  language: Language;
  website_url: string | null;
  /** JSON: list of text. */
  social_urls: Generated<string>;
  newsletter_subscribed: number;
  /** JSON: list of text. */
  newsletter_categories: Generated<string>;
  admin_notes: Generated<string | null>;
  is_active: Generated<number>;
  email_verified: Generated<number>;
  created_at: string;
  last_login_at: string | null;
  login_count: Generated<number>;
  /** JSON: list of text, the newest first. */
  login_ip_addresses: Generated<string>;
  /** What the console searches, in search form. */
  search_text: Generated<string>;
  /** The organization in search form; U+10FFFF where there is none, so that it sorts last. */
  organization_key: Generated<string>;
}

export interface UserSessionTable {
  id: string;
  token_hash: string;
  user_id: string;
  device: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
}

export interface UserTokenTable {
  user_id: string;
  kind: 'verification' | 'reset';
  token_hash: string;
  expires_at: string;
  /** When a verification link was used; of others nothing is kept. */
  used_at: Generated<string | null>;
}

export interface OutboxTable {
  id: string;
  /** The mail as JSON, encrypted: its links are as good as passwords until they are used. */
  message: string;
  /** Whose mail it is: the hash of the address. */
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

export interface AdminTable {
  id: string;
  username: string;
  username_key: string;
  password_hash: string;
  created_at: string;
  role: Generated<Role>;
  email: Generated<string | null>;
  /** The form in which addresses are compared. */
  email_key: Generated<string | null>;
  disabled_at: Generated<string | null>;
  last_login_at: Generated<string | null>;
}

/** A session ends by the setting `sessionTimeout`, counted from its beginning. */
export interface AdminSessionTable {
  id: string;
  token_hash: string;
  admin_id: string;
  device: string;
  created_at: string;
  /** When its person last proved himself. */
  proved_at: string;
}

/** A key that an authenticator keeps: of an administrator, or of a reader. */
export interface PasskeyTable {
  /** As the authenticator names it, base64url. */
  id: string;
  admin_id: string | null;
  user_id: string | null;
  /** COSE, base64url. */
  public_key: string;
  counter: number;
  /** JSON: list of text. */
  transports: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

/** The secret of an administrator's authenticator app. */
export interface AdminTotpTable {
  admin_id: string;
  /** Encrypted. */
  secret: string;
  /** When a code was given for the first time; null before, while it does not count. */
  confirmed_at: string | null;
  /** The last period whose code was taken: none counts twice. */
  last_step: Generated<number>;
}

export interface AdminRecoveryCodeTable {
  admin_id: string;
  code_hash: string;
}

/** What somebody has been asked with and has to come back with, once. */
export interface ChallengeTable {
  hash: string;
  purpose: string;
  /** The administrator or reader; empty where nobody is known. */
  owner: string;
  expires_at: string;
}

/** An administrator to be, whose link nobody has used. */
export interface AdminInvitationTable {
  id: string;
  token_hash: string;
  email: string;
  email_key: string;
  role: Role;
  language: Language;
  invited_by: string;
  created_at: string;
  expires_at: string;
}

/** By which account of which OpenID provider an administrator signs on. */
export interface AdminIdentityTable {
  issuer: string;
  subject: string;
  admin_id: string;
  created_at: string;
}

/** Who did what to which subject when; `before` and `after` are JSON. */
export interface AuditLogTable {
  id: string;
  at: string;
  admin: string;
  action: string;
  subject: string;
  before: string | null;
  after: string | null;
}

/** Log of sign-ins, refusals and changes of access. */
export interface SecurityEventTable {
  id: string;
  at: string;
  event: SecurityEventName;
  outcome: Outcome;
  source: Source;
  actor_kind: ActorKind;
  /** The user name of an administrator, the id of a reader; empty for others. */
  actor: string;
  subject: string;
  network: string;
  device: string;
  /** How often it happened from `at` to `last_at`. */
  count: number;
  last_at: string;
  /** What a repetition is known by: the next one within its hour is counted, not written. */
  repeat_key: string | null;
  /** What the console searches, in search form. */
  search_text: string;
}

export interface SettingTable {
  name: string;
  value: string;
}

/** A page of plain text where whoever runs the site wrote it anew, as Markdown. */
export interface DocumentTable {
  document: DocumentName;
  language: Language;
  text: string;
  updated_at: string;
}

/** One save of a company: which fields changed in which language, by whom. */
export interface CompanyVersionTable {
  id: string;
  company_id: string;
  /** The company's version after the save. */
  version: number;
  at: string;
  actor_kind: 'person' | 'ai' | 'import';
  /** The administrator's name; of a machine its model. */
  actor: string;
  action: 'create' | 'update' | 'restore' | 'translate' | 'visibility' | 'evaluate';
  /** JSON: [{field, language, before, after}]. */
  changes: string;
}

/** The trash: everything of a company as JSON, for 30 days. */
export interface DeletedCompanyTable {
  id: string;
  company_id: string;
  name: string;
  deleted_at: string;
  deleted_by: string;
  snapshot: string;
}

export interface CommentReportTable {
  comment_id: string;
  visitor: string;
  reason: string;
  created_at: string;
}

/** Work in the background. The process that works on one holds its lease. */
export interface JobTable {
  id: string;
  kind: string;
  status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
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

/** What one process has for itself until a moment, by the id of what it works on. */
export interface LeaseTable {
  name: string;
  /** A new value each time the lease is taken. */
  holder: string;
  held_until: string;
}
