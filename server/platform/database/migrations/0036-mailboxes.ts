import { type Kysely, type Migration, sql } from 'kysely';
import { emailKey } from '../../../../core/accounts/mailbox.ts';

/**
 * Addresses are compared with their domain as the DNS has it. Where two accounts turn out to be of one
 * mailbox, the one whose key is made anew keeps its old key, so that nobody loses an account.
 */
export const nameMailboxes: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['users', 'admins', 'admin_invitations']) {
      const { rows } = await sql<{ id: string; email_key: string }>`
        select id, email_key from ${sql.table(table)} where email_key is not null`.execute(db);
      for (const { id, email_key } of rows) {
        const key = emailKey(email_key);
        if (key === email_key) continue;
        await sql`
          update ${sql.table(table)} set email_key = ${key}
          where id = ${id} and not exists (select 1 from ${sql.table(table)} where email_key = ${key})`.execute(
          db,
        );
      }
    }
  },
};
