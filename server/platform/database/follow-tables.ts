import type { Generated } from 'kysely';
import type { Language } from '../../../core/languages.ts';
import type { IssueState } from '../../../core/newsletter/rules.ts';
import type { FollowKind, Frequency } from '../../../core/readers/rules.ts';

/** An address that follows something, with or without an account. */
export interface ReaderTable {
  id: string;
  /** Account with this verified address. */
  user_id: string | null;
  email: string;
  /** Its hash, by which addresses are found and stay suppressed. */
  address: string;
  /** Language of the account, for a reader with an account. */
  language: Language;
  time_zone: string;
  created_at: string;
}

export interface FollowTable {
  id: string;
  reader_id: string;
  kind: FollowKind;
  value: string;
  frequency: Frequency;
  created_at: string;
  /** Null until the owner of the address confirms it. */
  confirmed_at: string | null;
  /** Visitor who follows a thread; null otherwise. Replies by the same visitor are not reported. */
  visitor: Generated<string | null>;
}

/** A digest, an issue of the newsletter or a mail about replies for one reader, which waits to be sent or was sent. */
export interface ReaderMailTable {
  id: string;
  reader_id: string;
  frequency: Frequency | 'issue' | 'replies';
  /**
   * The day, in the reader's time zone, for which a digest was made, the id of the issue, or of the first
   * comment: a reader has one mail for each.
   */
  period: string;
  /** JSON: the companies and newsletters in the digest, with the follows behind each; what the issue is; the comments. */
  content: string;
  /** `handed`: the mail server asked for the content, and may have the digest, which is never sent again. */
  state: 'queued' | 'handed' | 'sent' | 'refused' | 'empty';
  attempts: Generated<number>;
  next_attempt_at: string;
  created_at: string;
  sent_at: Generated<string | null>;
}

/** An issue of the newsletter, written in the console. */
export interface NewsletterIssueTable {
  id: string;
  /** JSON: subject and body by language. */
  texts: string;
  status: IssueState;
  /** When it is to begin, in UTC. */
  at: string | null;
  /** Counts the saves. */
  version: number;
  created_at: string;
  updated_at: string;
  updated_by: string;
  started_at: Generated<string | null>;
  /** The last reader for whom it was queued; null before the first. */
  last_reader: Generated<string | null>;
  /** When it was queued for all. */
  queued_at: Generated<string | null>;
  finished_at: Generated<string | null>;
  /** Counted when it happens: the rows of single readers are deleted with them. */
  recipients: Generated<number>;
  sent: Generated<number>;
  refused: Generated<number>;
  bounced: Generated<number>;
  unsubscribed: Generated<number>;
}

/** How far the newest digests of a frequency are in a time zone. */
export interface DigestRunTable {
  frequency: Frequency;
  time_zone: string;
  /** The moment up to which they tell. */
  until: string;
  /** The moment from which on. */
  since: string;
  /** The last reader whose digest was made; null before the first. */
  last_reader: string | null;
  finished_at: string | null;
}

/** An address, as its hash, to which no digest is sent. */
export interface MailSuppressionTable {
  address: string;
  reason: 'refused' | 'bounce' | 'complaint' | 'unsubscribed';
  at: string;
}
