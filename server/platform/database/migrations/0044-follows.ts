import { createHash } from 'node:crypto';
import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

interface FollowTables {
  users: {
    id: string;
    email: string;
    email_key: string;
    language: string;
    newsletter_subscribed: number;
    newsletter_categories: string;
    email_verified: number;
  };
  readers: Record<'id' | 'user_id' | 'email' | 'address' | 'language' | 'time_zone' | 'created_at', string>;
  follows: Record<
    'id' | 'reader_id' | 'kind' | 'value' | 'frequency' | 'created_at' | 'confirmed_at',
    string
  >;
}

const USERS_AT_ONCE = 500;

/** What addresses follow, the digests that they are sent, and the addresses to which none is sent. */
export function createFollows(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      const { schema } = db;
      await schema
        .createTable('readers')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('user_id', text, (c) => c.unique().references('users.id').onDelete('cascade'))
        .addColumn('email', text, (c) => c.notNull())
        .addColumn('address', text, (c) => c.notNull().unique())
        .addColumn('language', text, (c) => c.notNull())
        .addColumn('time_zone', text, (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .execute();
      await schema.createIndex('readers_by_zone').on('readers').columns(['time_zone', 'id']).execute();
      await schema
        .createTable('follows')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('reader_id', text, (c) => c.notNull().references('readers.id').onDelete('cascade'))
        .addColumn('kind', text, (c) => c.notNull())
        .addColumn('value', text, (c) => c.notNull())
        .addColumn('frequency', text, (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .addColumn('confirmed_at', text)
        .addUniqueConstraint('follows_once', ['reader_id', 'kind', 'value'])
        .execute();
      await schema
        .createTable('reader_mails')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('reader_id', text, (c) => c.notNull().references('readers.id').onDelete('cascade'))
        .addColumn('frequency', text, (c) => c.notNull())
        .addColumn('period', text, (c) => c.notNull())
        .addColumn('content', text, (c) => c.notNull())
        .addColumn('state', text, (c) => c.notNull())
        .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('next_attempt_at', text, (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .addColumn('sent_at', text)
        .addUniqueConstraint('reader_mails_once', ['reader_id', 'frequency', 'period'])
        .execute();
      const due = schema.createIndex('reader_mails_due').on('reader_mails');
      await due.columns(['state', 'next_attempt_at']).execute();
      await schema
        .createTable('digest_runs')
        .addColumn('frequency', text, (c) => c.notNull())
        .addColumn('time_zone', text, (c) => c.notNull())
        .addColumn('until', text, (c) => c.notNull())
        .addColumn('since', text, (c) => c.notNull())
        .addColumn('last_reader', text)
        .addColumn('finished_at', text)
        .addPrimaryKeyConstraint('digest_runs_key', ['frequency', 'time_zone'])
        .execute();
      await schema
        .createTable('mail_suppressions')
        .addColumn('address', text, (c) => c.primaryKey())
        .addColumn('reason', text, (c) => c.notNull())
        .addColumn('at', text, (c) => c.notNull())
        .execute();
      await followNewsletters(db as unknown as Kysely<FollowTables>);
    },
  };
}

/** Time zones of the languages of then. */
const ZONES: Readonly<Record<string, string>> = {
  en: 'America/New_York',
  ko: 'Asia/Seoul',
  ja: 'Asia/Tokyo',
  zh: 'Asia/Shanghai',
};

/** Accounts that have asked for the newsletter follow it from now on. */
async function followNewsletters(db: Kysely<FollowTables>): Promise<void> {
  const at = new Date().toISOString();
  for (let last = ''; ; ) {
    const users = await db
      .selectFrom('users')
      .select(['id', 'email', 'email_key', 'language', 'newsletter_categories'])
      .where('newsletter_subscribed', '=', 1)
      .where('email_verified', '=', 1)
      .where('id', '>', last)
      .orderBy('id')
      .limit(USERS_AT_ONCE)
      .execute();
    if (users.length === 0) return;
    last = users.at(-1)?.id ?? '';
    await db
      .insertInto('readers')
      .values(
        users.map(({ id, email, email_key, language }) => ({
          id,
          user_id: id,
          email,
          address: createHash('sha256').update(email_key).digest('base64url'),
          language,
          time_zone: ZONES[language] ?? 'UTC',
          created_at: at,
        })),
      )
      .execute();
    const follows = users.flatMap(({ id, newsletter_categories }) => {
      const categories = JSON.parse(newsletter_categories) as string[];
      const named =
        categories.includes('all') || categories.length === 0 ? ['all'] : [...new Set(categories)];
      return named.map((value, i) => ({
        id: `${id}-${i}`,
        reader_id: id,
        kind: 'newsletter',
        value,
        frequency: 'weekly',
        created_at: at,
        confirmed_at: at,
      }));
    });
    for (let i = 0; i < follows.length; i += USERS_AT_ONCE)
      await db
        .insertInto('follows')
        .values(follows.slice(i, i + USERS_AT_ONCE))
        .execute();
  }
}
