import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

/** Companies, their texts and listings, likes, comments, visits and the state. */
export function createDirectory(dialect: Dialect): Migration {
  const text = textColumn(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('companies')
        .addColumn('id', text, (c) => c.primaryKey().notNull())
        .addColumn('category', text, (c) => c.notNull())
        .addColumn('founder', text, (c) => c.notNull())
        .addColumn('revenue', text, (c) => c.notNull())
        .addColumn('revenue_amount', 'double precision', (c) => c.notNull())
        .addColumn('revenue_as_of', 'integer')
        .addColumn('revenue_basis', text)
        .addColumn('employees', 'integer')
        .addColumn('employees_as_of', 'integer')
        .addColumn('founded', 'integer')
        .addColumn('website', text)
        .addColumn('logo', text)
        .addColumn('country', text)
        .addColumn('sources', text, (c) => c.notNull())
        .addColumn('score', 'integer', (c) => c.notNull())
        .addColumn('likes', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('views', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('comments_count', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('show_on_site', 'integer', (c) => c.notNull())
        .addColumn('name_key', text, (c) => c.notNull())
        .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
        .addColumn('created_at', text, (c) => c.notNull())
        .addColumn('updated_at', text, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('companies_by_rank')
        .on('companies')
        .columns(['show_on_site', 'score desc', 'likes desc', 'name_key', 'id'])
        .execute();
      await db.schema
        .createIndex('companies_by_category_rank')
        .on('companies')
        .columns(['show_on_site', 'category', 'score desc', 'likes desc', 'name_key', 'id'])
        .execute();

      await db.schema
        .createTable('company_texts')
        .addColumn('company_id', text, (c) => c.notNull().references('companies.id').onDelete('cascade'))
        .addColumn('language', text, (c) => c.notNull())
        .addColumn('name', text, (c) => c.notNull())
        .addColumn('founder', text)
        .addColumn('description', text, (c) => c.notNull())
        .addColumn('story', text, (c) => c.notNull())
        .addColumn('highlights', text, (c) => c.notNull())
        .addColumn('updated_at', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('company_texts_key', ['company_id', 'language'])
        .execute();

      await db.schema
        .createTable('company_listings')
        .addColumn('company_id', text, (c) => c.notNull().references('companies.id').onDelete('cascade'))
        .addColumn('language', text, (c) => c.notNull())
        .addColumn('name', text, (c) => c.notNull())
        .addColumn('name_key', text, (c) => c.notNull())
        .addColumn('founder', text, (c) => c.notNull())
        .addColumn('description', text, (c) => c.notNull())
        .addColumn('name_en', text, (c) => c.notNull())
        .addColumn('founder_en', text, (c) => c.notNull())
        .addColumn('description_en', text, (c) => c.notNull())
        .addColumn('search_text', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('company_listings_key', ['company_id', 'language'])
        .execute();
      await db.schema
        .createIndex('company_listings_by_name')
        .on('company_listings')
        .columns(['language', 'name_key', 'company_id'])
        .execute();

      await db.schema
        .createTable('shipped_companies')
        .addColumn('company_id', text, (c) => c.primaryKey().notNull())
        .addColumn('content_hash', text, (c) => c.notNull())
        .addColumn('loaded_version', 'integer', (c) => c.notNull())
        .execute();

      await db.schema
        .createTable('likes')
        .addColumn('company_id', text, (c) => c.notNull().references('companies.id').onDelete('cascade'))
        .addColumn('visitor', text, (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('likes_key', ['company_id', 'visitor'])
        .execute();

      await db.schema
        .createTable('comments')
        .addColumn('id', text, (c) => c.primaryKey().notNull())
        .addColumn('company_id', text, (c) => c.notNull().references('companies.id').onDelete('cascade'))
        .addColumn('parent_id', text, (c) => c.references('comments.id').onDelete('cascade'))
        .addColumn('author', text, (c) => c.notNull())
        .addColumn('content', text, (c) => c.notNull())
        .addColumn('visitor', text)
        .addColumn('created_at', text, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('comments_by_company')
        .on('comments')
        .columns(['company_id', 'created_at', 'id'])
        .execute();
      await db.schema.createIndex('comments_by_parent').on('comments').column('parent_id').execute();

      await db.schema
        .createTable('recent_views')
        .addColumn('visitor', text, (c) => c.notNull())
        .addColumn('subject', text, (c) => c.notNull())
        .addColumn('seen_at', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('recent_views_key', ['visitor', 'subject'])
        .execute();
      await db.schema.createIndex('recent_views_by_time').on('recent_views').column('seen_at').execute();

      await db.schema
        .createTable('visitors')
        .addColumn('id', text, (c) => c.primaryKey().notNull())
        .addColumn('last_day', text, (c) => c.notNull())
        .addColumn('previous_day', text)
        .execute();

      await db.schema
        .createTable('visitor_days')
        .addColumn('day', text, (c) => c.primaryKey().notNull())
        .addColumn('visitors', 'integer', (c) => c.notNull())
        .execute();

      await db.schema
        .createTable('daily_counts')
        .addColumn('day', text, (c) => c.notNull())
        .addColumn('metric', text, (c) => c.notNull())
        .addColumn('count', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('daily_counts_key', ['day', 'metric'])
        .execute();

      await db.schema
        .createTable('state')
        .addColumn('name', text, (c) => c.primaryKey().notNull())
        .addColumn('value', text, (c) => c.notNull())
        .execute();
      await (db as Kysely<{ state: { name: string; value: string } }>)
        .insertInto('state')
        .values({ name: 'revision', value: '1' })
        .execute();
    },
  };
}
