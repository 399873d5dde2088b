import type { FastifyInstance } from 'fastify';
import { displayName } from '../../../core/accounts/display-name.ts';
import { siteName } from '../../../core/directory/site-name.ts';
import { SECOND } from '../../../core/time.ts';
import { addressHash } from '../../platform/auth/secret-token.ts';
import type { Db } from '../../platform/database/types.ts';
import { periodically } from '../../platform/jobs/periodically.ts';
import {
  inertName,
  type Mail,
  namesInMail,
  withUnsubscribe,
  writeMail,
} from '../../platform/mail/message.ts';
import type { Services } from '../../services.ts';
import { findSuppression } from '../readers/index.ts';
import { shownNotifications } from './store.ts';
import { replyTokens } from './tokens.ts';

const LOOK_EVERY = 5 * SECOND;
/** Accounts whose mails one look writes at most: the next look goes on. */
const ACCOUNTS_AT_ONCE = 500;
/** Names of companies that a mail says. */
const NAMED_MAX = 5;

/** Notifications of which nobody was told: unread, not mailed, of accounts with a verified address that want mail. */
const toMail = (db: Db) =>
  shownNotifications(db)
    .innerJoin('users as u', 'u.id', 'n.user_id')
    .where('n.mailed_at', 'is', null)
    .where('n.read_at', 'is', null)
    .where('u.reply_mails', '=', 1)
    .where('u.email_verified', '=', 1)
    .where('u.is_active', '=', 1);

/**
 * Mails accounts what they were not told yet, once it has waited for `REPLY_MAIL_SECONDS`: one mail for all that came
 * meanwhile. A notification is marked in the transaction that puts its mail into the outbox, so no process, restart
 * or crash mails it twice.
 */
export function mailReplies(
  app: FastifyInstance,
  { env, database, outbox, now }: Services,
): { look(): Promise<void> } {
  const tokens = replyTokens(env);

  async function mailTo(tx: Db, userId: string): Promise<Mail | undefined> {
    const user = await tx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
    if (!user) return undefined;
    const rows = await toMail(tx)
      .innerJoin('company_listings as l', (join) =>
        join.onRef('l.company_id', '=', 'c.company_id').on('l.language', '=', user.language),
      )
      .where('n.user_id', '=', userId)
      .select(['n.id', 'n.kind', 'n.comment_id', 'c.company_id', 'l.name'])
      .orderBy('n.id')
      .execute();
    // Another process has mailed them, or the account has read them meanwhile.
    if (rows.length === 0) return undefined;
    // Only the process that marks a notification sends the mail.
    const marked = await tx
      .updateTable('notifications')
      .set({ mailed_at: now().toISOString() })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .where('mailed_at', 'is', null)
      .returning('id')
      .execute();
    const mine = new Set(marked.map(({ id }) => id));
    const mailed = rows.filter(({ id }) => mine.has(id));
    const [first] = mailed;
    if (!first) return undefined;
    // Mail to the address came back, or was complained about; the list of notifications has them.
    const ended = await findSuppression(tx, addressHash(user.email));
    if (ended !== undefined && ended !== 'unsubscribed') return undefined;
    const names = [...new Set(mailed.map(({ name }) => inertName(name)))];
    const isOne = names.length === 1;
    const page = `${env.SITE_URL}/${user.language}/companies/${encodeURIComponent(first.company_id)}`;
    const mail = writeMail(mailed.length === 1 ? 'reply' : 'replies', {
      to: user.email,
      name: displayName(user),
      language: user.language,
      site: siteName(env.SITE_NAME, user.language),
      link:
        mailed.length === 1
          ? `${page}#comment-${first.comment_id}`
          : isOne
            ? `${page}#comments`
            : `${env.SITE_URL}/${user.language}/account/notifications`,
      values: {
        count: String(mailed.length),
        companies: namesInMail(names, user.language, { max: NAMED_MAX, inSentence: true }),
      },
    });
    return withUnsubscribe(mail, env.SITE_URL, tokens.sign(userId));
  }

  async function mailDue(): Promise<void> {
    const before = new Date(now().getTime() - env.REPLY_MAIL_SECONDS * SECOND).toISOString();
    const due = await toMail(database.read)
      .where('n.created_at', '<=', before)
      .select('n.user_id')
      .distinct()
      .limit(ACCOUNTS_AT_ONCE)
      .execute();
    for (const { user_id } of due)
      await database.write(async ({ tx }) => {
        const mail = await mailTo(tx, user_id);
        if (mail) await outbox.put(tx, mail);
      });
    if (due.length > 0) outbox.wake();
  }

  const look = periodically(app, LOOK_EVERY, () =>
    mailDue().catch((error: Error) => {
      // The database is away: the next look mails what is due.
      app.log.warn({ reason: error.message }, 'mails about replies have to wait');
    }),
  );
  return { look };
}
