import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** Proposals of models that wait for a decision, and the tokens that questions to models used. */
export function createProposals(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('ai_proposals')
        .addColumn('id', text, (c) => c.primaryKey().notNull())
        .addColumn('company_id', text, (c) => c.notNull().references('companies.id').onDelete('cascade'))
        .addColumn('language', text, (c) => c.notNull())
        .addColumn('company_version', 'integer', (c) => c.notNull())
        .addColumn('fields', text, (c) => c.notNull())
        .addColumn('provider', text, (c) => c.notNull())
        .addColumn('model', text, (c) => c.notNull())
        .addColumn('created_by', text, (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .addUniqueConstraint('ai_proposals_once', ['company_id', 'language'])
        .execute();
      await db.schema
        .createTable('ai_rounds')
        .addColumn('company_id', text, (c) => c.primaryKey().references('companies.id').onDelete('cascade'))
        .addColumn('asked_at', text, (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('ai_usage')
        .addColumn('month', text, (c) => c.notNull())
        .addColumn('provider', text, (c) => c.notNull())
        .addColumn('model', text, (c) => c.notNull())
        .addColumn('purpose', text, (c) => c.notNull())
        .addColumn('requests', 'bigint', (c) => c.notNull())
        .addColumn('input_tokens', 'bigint', (c) => c.notNull())
        .addColumn('output_tokens', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('ai_usage_key', ['month', 'provider', 'model', 'purpose'])
        .execute();
    },
  };
}
