import { siteName } from '../../../core/directory/site-name.ts';
import type { Env } from '../../env.ts';
import type { Database } from '../../platform/database/types.ts';
import {
  fillText,
  inertName,
  type Mail,
  mailWords,
  namesInMail,
  withUnsubscribe,
  writeMail,
} from '../../platform/mail/message.ts';
import { findRecipient, type ReaderTokens, type RepliesContent, type StoredMail } from '../readers/index.ts';

/** Names of companies in a subject. */
const SUBJECT_NAMES = 2;

/** Writes a mail about replies to an address that follows threads, with what the public still sees of them. */
export function repliesWriter(
  env: Pick<Env, 'SITE_URL' | 'SITE_NAME'>,
  database: Database,
  tokens: ReaderTokens,
): (stored: StoredMail) => Promise<Mail | undefined> {
  const db = database.read;

  /** Undefined without current comments, or without a recipient. */
  return async ({ reader_id, content }) => {
    const { comments } = JSON.parse(content) as RepliesContent;
    const to = await findRecipient(db, reader_id);
    if (!to) return undefined;
    const { email, language } = to;
    const rows = await db
      .selectFrom('comments as c')
      .innerJoin('companies as o', 'o.id', 'c.company_id')
      .innerJoin('company_listings as l', (join) =>
        join.onRef('l.company_id', '=', 'c.company_id').on('l.language', '=', language),
      )
      .innerJoin('follows as f', (join) =>
        join.onRef('f.value', '=', 'c.root_id').on('f.kind', '=', 'thread').on('f.reader_id', '=', reader_id),
      )
      .select(['c.id', 'c.company_id', 'l.name', 'f.id as follow'])
      .where(
        'c.id',
        'in',
        comments.map(({ id }) => id),
      )
      .where('c.status', '=', 'published')
      .where('o.show_on_site', '=', 1)
      .where('f.confirmed_at', 'is not', null)
      .orderBy('c.id')
      .execute();
    const threads = [...Map.groupBy(rows, ({ follow }) => follow)];
    const [first] = threads;
    if (!first) return undefined;
    const words = mailWords(language, 'threadReplies');
    const entries = threads.flatMap(([, [newest, ...others]]) =>
      newest
        ? [
            {
              title: inertName(newest.name),
              link: `${env.SITE_URL}/${language}/companies/${encodeURIComponent(newest.company_id)}#comment-${newest.id}`,
              lines: [
                fillText(words[others.length === 0 ? 'count_one' : 'count_other'], {
                  count: others.length + 1,
                }),
              ],
              note: '',
            },
          ]
        : [],
    );
    const names = [...new Set(entries.map(({ title }) => title))];
    const token = tokens.sign(reader_id, threads.length === 1 ? { thread: first[0] } : 'threads');
    const mail = writeMail('threadReplies', {
      to: email,
      name: '',
      language,
      site: siteName(env.SITE_NAME, language),
      link: `${env.SITE_URL}/${language}/mail/preferences?token=${token}`,
      values: { companies: namesInMail(names, language, { max: SUBJECT_NAMES }) },
      sections: [{ heading: '', entries, more: '' }],
    });
    return withUnsubscribe(mail, env.SITE_URL, token);
  };
}
