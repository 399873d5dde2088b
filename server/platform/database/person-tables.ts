import type { Generated } from 'kysely';
import type { Role } from '../../../core/admins/roles.ts';
import type { InboxKind } from '../../../core/dashboard/calls.ts';
import type { Language } from '../../../core/languages.ts';
import type {
  ActorKind,
  SecurityEventName,
  SecurityOutcome,
  SecuritySource,
} from '../../../core/security-log/rules.ts';

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
  /** Whether replies are mailed. */
  reply_mails: Generated<number>;
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
  /** Organization in search form; U+10FFFF if empty, so that empty values sort last. */
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
  kind: 'verification' | 'reset' | 'login';
  token_hash: string;
  expires_at: string;
  /** When a verification link was used; of others nothing is kept. */
  used_at: Generated<string | null>;
}

/** An account at another provider by which a reader logs in. */
export interface UserIdentityTable {
  issuer: string;
  subject: string;
  user_id: string;
  created_at: string;
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
  /** When the identity of its administrator was last confirmed. */
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
  /** Last accepted time step: each code is accepted once. */
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

/** An open invitation of an administrator. */
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

/** Work of the inbox that somebody has taken over, put off or written about. */
export interface WorkItemTable {
  kind: InboxKind;
  /** The id of a company; empty for all work of the kind. */
  item: string;
  /** The user name of an administrator. */
  assignee: string | null;
  /** Until which day each administrator has put it off, as JSON. */
  snoozes: string;
  /** Notes of administrators as JSON. */
  notes: string;
}

/** An audit log entry: actor, action, subject and time; `before` and `after` are JSON. */
export interface AuditLogTable {
  id: string;
  at: string;
  admin: string;
  action: string;
  subject: string;
  before: string | null;
  after: string | null;
  /** Company of the entry; may be deleted. */
  company_id: Generated<string | null>;
  /** What the subject was called then; never the name of a reader. */
  name: Generated<string | null>;
  /** The name in the form in which it is searched for. */
  name_key: Generated<string | null>;
}

/** Log of sign-ins, refusals and changes of access. */
export interface SecurityEventTable {
  id: string;
  at: string;
  event: SecurityEventName;
  outcome: SecurityOutcome;
  source: SecuritySource;
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
