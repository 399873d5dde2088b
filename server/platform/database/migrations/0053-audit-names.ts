import { type Kysely, type Migration, sql } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** The company that an entry of the audit log is about and the name of its subject, and what the log is looked through by. */
export function nameAuditSubjects(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      for (const column of ['company_id', 'name', 'name_key'])
        await db.schema.alterTable('audit_log').addColumn(column, text).execute();
      await sql`update audit_log set company_id = subject
        where (action like 'company.%' or action like 'translations.%' or action like 'ai.%proposal')
          and (subject in (select id from companies) or subject in (select company_id from deleted_companies))`.execute(
        db,
      );
      await sql`update audit_log set name = coalesce(
          (select t.name from company_texts t where t.company_id = audit_log.company_id and t.language = 'en'),
          (select max(d.name) from deleted_companies d where d.company_id = audit_log.company_id))
        where company_id is not null`.execute(db);
      await sql`update audit_log set name_key = lower(name) where name is not null`.execute(db);
      for (const [name, column] of [
        ['audit_log_by_admin', 'admin'],
        ['audit_log_by_action', 'action'],
        ['audit_log_by_company', 'company_id'],
      ] as const)
        await db.schema.createIndex(name).on('audit_log').columns([column, 'at', 'id']).execute();
    },
  };
}
