import type { Follow, ReaderAnswer } from '../../../core/follows/calls.ts';
import type { Language } from '../../../core/languages.ts';
import type { Db } from '../../platform/database/types.ts';
import * as readers from '../readers/index.ts';
import { describeFollowed, valueToday } from './names.ts';
import { followedThings } from './once.ts';

/** A follow as the API shows it, by the name of today. */
export const toFollow = async (db: Db, row: readers.StoredFollow, language: Language): Promise<Follow> => ({
  id: row.id,
  ...(await describeFollowed(db, row, language)),
  ...{ kind: row.kind, value: await valueToday(db, row) },
  ...{ frequency: row.frequency, created_at: row.created_at },
  confirmed: row.confirmed_at !== null,
});

/** All that is known of a reader: the follows, the mails sent, and why mails ended. */
export async function answerForReader(
  db: Db,
  reader: readers.Reader,
  language: Language,
): Promise<ReaderAnswer> {
  const [follows, sent, ended] = await Promise.all([
    followedThings(db, reader),
    readers.findMails(db, reader.id),
    readers.findSuppression(db, reader.address),
  ]);
  return {
    email: reader.email,
    language: reader.language,
    time_zone: reader.time_zone,
    ended: ended ?? null,
    follows: await Promise.all(follows.map(({ row }) => toFollow(db, row, language))),
    sent: sent.map(readers.toMail),
  };
}
