import type { Generated, Selectable } from 'kysely';
import type { CompanyCategory } from '../../../core/categories.ts';
import type { CHANGED_FIELDS } from '../../../core/changes/calls.ts';
import type { DuplicateReason } from '../../../core/companies/duplicate-reasons.ts';
import type { Facet } from '../../../core/companies/facet-pages.ts';
import type { SharedFields, TextFields } from '../../../core/companies/fields.ts';
import type { Language } from '../../../core/languages.ts';
import type { LinkFailure, LogoFailure } from '../../../core/links/rules.ts';

/** The columns of a company's fields: a boolean is 0 or 1, what has parts is JSON. */
export type FieldColumns<Fields> = {
  [F in keyof Fields]: Fields[F] extends boolean
    ? number
    : NonNullable<Fields[F]> extends object
      ? string | Extract<Fields[F], null>
      : Fields[F];
};

/** A company: language-independent fields and counters. */
export interface CompanyTable extends FieldColumns<SharedFields> {
  id: string;
  /** US dollars, parsed from `revenue`; -1 if unknown, so that unknown values sort last. */
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

/** Texts of a company in one language. */
export interface CompanyTextTable extends FieldColumns<TextFields> {
  company_id: string;
  language: Language;
  updated_at: string;
  /** Since when another language is ahead of this one; null where it is up to date. */
  pending_since: Generated<string | null>;
  /** The language in which the change was made that the text is behind of. */
  pending_language: Generated<Language | null>;
  /** Author of the text: a person, or a machine (`model` has the name). */
  origin: Generated<'person' | 'machine'>;
  model: Generated<string | null>;
  /** 0 for a machine-written text before review by a person. */
  reviewed: Generated<number>;
}
export type CompanyTextRow = Selectable<CompanyTextTable>;

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
  /** Texts of own fields as JSON. */
  text_fields: string | null;
}

/** The numbers of a company's own fields, by which lists are narrowed and ordered. Written with the listing. */
export interface CompanyNumberTable {
  /** The id of the field. */
  field: string;
  /** A day as days since 1970, money in US dollars. */
  value: number;
  company_id: string;
}

/** What a company is looked up by: its kinds, tags, founders and country. Written with the listing. */
export interface CompanyFacetTable {
  /** `field`: an own field, whose value is `opens:dawn`. */
  facet: Facet | 'field';
  value: string;
  company_id: string;
}

/** What tells that two companies may be one: names in comparable form, domain, founder and year. Written with the listing. */
export interface CompanyKeyTable {
  company_id: string;
  kind: DuplicateReason;
  value: string;
}

/** A pair of companies that an editor declared different; ids in ascending order. */
export interface DismissedDuplicateTable {
  company_id: string;
  other_id: string;
  at: string;
  admin: string;
}

/** Where the addresses of a merged company lead to. */
export interface CompanyMoveTable {
  company_id: string;
  moved_to: string;
}

/** What takes a merge back. */
export interface CompanyMergeTable {
  id: string;
  at: string;
  company_id: string;
  moved_to: string;
  /** Of the merged company. */
  name: string;
  /** JSON. */
  snapshot: string;
}

/** What is to be looked after in a company. Written with the listing. */
export interface CompanyIssueTable {
  company_id: string;
  category: CompanyCategory;
  /** The older of the newest year of revenue and the newest year of employees. */
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
  /** JSON: companies with their earlier tags. */
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

/**
 * A logo of another site: what was fetched, or why nothing was. Or an uploaded picture, by its address on this site;
 * `checked_at` is then when it was last seen in use.
 */
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
  /** The company's version right after the load; a higher version means that it was edited since. */
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
  edited_at: Generated<string | null>;
  /** The entry of the change feed that tells of the comment; null until it was published. */
  change_id: Generated<string | null>;
}

/** The account that wrote a comment: told to nobody, and removed with the account. */
export interface CommentAuthorTable {
  comment_id: string;
  user_id: string;
}

/** A thread that an account follows, or of which it wants to hear nothing. */
export interface FollowedThreadTable {
  user_id: string;
  root_id: string;
  muted: number;
}

/** A comment that an account is told of. */
export interface NotificationTable {
  id: string;
  user_id: string;
  comment_id: string;
  kind: 'reply' | 'thread';
  created_at: string;
  read_at: string | null;
  /** When a mail told it. */
  mailed_at: string | null;
}

/** The last number that a person in the comments on a company was given. */
export interface CommentPersonTable {
  company_id: string;
  last: number;
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
  action: 'create' | 'update' | 'restore' | 'translate' | 'visibility' | 'evaluate' | 'merge';
  /** JSON: [{field, language, before, after}]. */
  changes: string;
}

/** A version of a merged company, kept under the id of the company that remains. */
export interface MergedVersionTable extends CompanyVersionTable {
  merged_from: string;
}

/** What readers are told of changes. */
export interface CompanyChangeTable {
  id: string;
  company_id: string;
  /** When the field was changed last. */
  at: string;
  field: (typeof CHANGED_FIELDS)[number];
  /** JSON. Of comments `before` is when the first of them was published; their number is counted when it is read. */
  before: string;
  after: string;
  year: number | null;
  source: string | null;
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
