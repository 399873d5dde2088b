import type { Generated } from 'kysely';
import type { Language } from '../../../core/languages.ts';
import type { FollowKind, Frequency } from '../../../core/readers/rules.ts';

/** An address that follows something, with or without an account. */
export interface ReaderTable {
  id: string;
  /** Account with this verified address. */
  user_id: string | null;
  email: string;
  /** Its hash, by which addresses are found and stay suppressed. */
  address: string;
  /** That of the account where there is one. */
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
}

/** A digest for one reader, which waits to be sent or was sent. */
export interface ReaderMailTable {
  id: string;
  reader_id: string;
  frequency: Frequency;
  /** The day, in the reader's time zone, for which it was made: one digest for each. */
  period: string;
  /** JSON: the companies and newsletters in the digest, with the follows behind each. */
  content: string;
  /** `handed`: the mail server asked for the content, and may have the digest, which is never sent again. */
  state: 'queued' | 'handed' | 'sent' | 'refused' | 'empty';
  attempts: Generated<number>;
  next_attempt_at: string;
  created_at: string;
  sent_at: Generated<string | null>;
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
