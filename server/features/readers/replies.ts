import { sql } from 'kysely';
import { ONE_CONFIRMATION } from '../../../core/readers/rules.ts';
import { newId } from '../../platform/database/ids.ts';
import { compiled } from '../../platform/database/statements.ts';
import type { Db } from '../../platform/database/types.ts';
import type { Reader, RepliesContent } from './store.ts';

/** Comments that one mail about replies tells of at most. */
const COMMENTS_MAX = 200;

/** In words that both databases recognise as the condition of the index. */
const THREAD_KIND = sql.lit('thread' as const);

const findThreadReaders = compiled((db: Db, { root, visitor }: { root: string; visitor: string }) =>
  db
    .selectFrom('follows')
    .select('reader_id')
    .where('kind', '=', THREAD_KIND)
    .where('value', '=', root)
    .where('confirmed_at', 'is not', null)
    .where('visitor', '<>', visitor)
    .orderBy('reader_id'),
);

interface PublishedReply {
  id: string;
  root: string;
  company: string;
  /** Author of the reply, who gets no mail about the reply. */
  visitor: string;
}

/**
 * Queues mails to the addresses that follow the thread of a newly published reply: one for what comes before the first of
 * them is due.
 */
export async function queueReplies(tx: Db, { visitor, ...reply }: PublishedReply, at: Date): Promise<void> {
  const readers = await findThreadReaders(tx, { root: reply.root, visitor });
  for (const { reader_id } of readers) {
    // Locks the reader: replies of one moment are one mail.
    await tx
      .updateTable('readers')
      .set((eb) => ({ email: eb.ref('email') }))
      .where('id', '=', reader_id)
      .execute();
    const waiting = await tx
      .selectFrom('reader_mails')
      .select(['id', 'content'])
      .where('reader_id', '=', reader_id)
      .where('frequency', '=', 'replies')
      .where('state', '=', 'queued')
      .executeTakeFirst();
    const known = waiting ? (JSON.parse(waiting.content) as RepliesContent).comments : [];
    const content = JSON.stringify({ comments: [...known, reply].slice(0, COMMENTS_MAX) });
    if (waiting) await tx.updateTable('reader_mails').set({ content }).where('id', '=', waiting.id).execute();
    else
      await tx
        .insertInto('reader_mails')
        .values({
          ...{ id: newId(), reader_id, frequency: 'replies', period: reply.id, content, state: 'queued' },
          ...{ next_attempt_at: at.toISOString(), created_at: at.toISOString() },
        })
        .onConflict((conflict) => conflict.columns(['reader_id', 'frequency', 'period']).doNothing())
        .execute();
  }
}

/**
 * Whether a thread needs no confirmation of its own: `confirmed` where the address has confirmed another one of the same
 * visitor, `asked` where it was just asked to. A stranger who names the address is another visitor.
 */
export async function threadConsent(
  tx: Db,
  { id }: Pick<Reader, 'id'>,
  visitor: string,
  now: Date,
): Promise<'confirmed' | 'asked' | 'none'> {
  const threads = await tx
    .selectFrom('follows')
    .select(['created_at', 'confirmed_at'])
    .where('reader_id', '=', id)
    .where('kind', '=', 'thread')
    .where('visitor', '=', visitor)
    .execute();
  if (threads.some(({ confirmed_at }) => confirmed_at !== null)) return 'confirmed';
  const recently = new Date(now.getTime() - ONE_CONFIRMATION).toISOString();
  return threads.some(({ created_at }) => created_at > recently) ? 'asked' : 'none';
}
