import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** Issues of the newsletter; to whom each goes stands in `reader_mails`. */
export function createNewsletterIssues(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up({ schema }: Kysely<unknown>) {
      let table = schema
        .createTable('newsletter_issues')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('texts', text, (c) => c.notNull())
        .addColumn('status', text, (c) => c.notNull())
        .addColumn('at', text)
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .addColumn('updated_at', text, (c) => c.notNull())
        .addColumn('updated_by', text, (c) => c.notNull())
        .addColumn('started_at', text)
        .addColumn('last_reader', text)
        .addColumn('queued_at', text)
        .addColumn('finished_at', text);
      for (const count of ['recipients', 'sent', 'refused', 'bounced', 'unsubscribed'] as const)
        table = table.addColumn(count, 'integer', (c) => c.notNull().defaultTo(0));
      await table.execute();
      await schema.createIndex('newsletter_issues_due').on('newsletter_issues').column('status').execute();
      const byIssue = schema.createIndex('reader_mails_by_period').on('reader_mails');
      await byIssue.columns(['period', 'state']).execute();
    },
  };
}
