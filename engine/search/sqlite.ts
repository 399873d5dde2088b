import { type RawBuilder, sql } from 'kysely';
import type { Adapter } from './adapter.ts';
import { bytesOf } from './sets.ts';

export const sqlite: Adapter = {
  async createTables(db, { table, id }) {
    const reference = sql`references ${sql.table(table)} (${sql.ref(id)}) on delete cascade`;
    const run = (statement: RawBuilder<unknown>) => statement.execute(db);
    await run(sql`create table if not exists search_numbers (next integer not null)`);
    await run(sql`insert into search_numbers select 1 where not exists (select 1 from search_numbers)`);
    await run(sql`
      create table if not exists search_documents (
        number integer primary key,
        document_id text not null unique ${reference},
        segment integer not null
      )`);
    await run(sql`
      create index if not exists search_documents_by_segment on search_documents (segment)`);
    await run(sql`
      create table if not exists search_segments (segment integer primary key, last integer not null)`);
    await run(sql`
      create table if not exists search_postings (
        segment integer not null,
        language text not null,
        token text not null,
        numbers blob not null,
        primary key (segment, language, token)
      ) without rowid`);
    await run(sql`
      create table if not exists search_words (
        number integer primary key autoincrement,
        word text not null unique
      )`);
    await run(sql`
      create table if not exists search_queue (
        document_id text primary key ${reference},
        version integer not null
      ) without rowid`);
  },

  async takeNumbers(tx, count) {
    const { rows } = await sql<{ next: number }>`
      update search_numbers set next = next + ${count} returning next`.execute(tx);
    const next = rows[0]?.next ?? 0;
    return Array.from({ length: count }, (_, i) => next - count + i);
  },

  insertPostings: (segment, postings) => sql`
    insert into search_postings (segment, language, token, numbers)
    select ${segment}, value ->> 0, value ->> 1, unhex(value ->> 2) from json_each(${JSON.stringify(postings)})`,

  documentRows: (segment, documents) => sql`
    select value ->> 0, value ->> 1, ${segment}
    from json_each(${JSON.stringify(documents.map(({ number, id }) => [number, id]))}) where 1 = 1`,

  insertWords: (sorted) => sql`
    insert or ignore into search_words (word) select value from json_each(${JSON.stringify(sorted)})`,

  queuedRows: (queued) => sql`
    select value ->> 0, value ->> 1
    from json_each(${JSON.stringify(queued.map(({ id, version }) => [id, version]))})`,

  list: (values) => JSON.stringify(values),

  isAmong: (column, values) => sql<boolean>`${column} in (select value from json_each(${values}))`,

  concat: (value, separator) => sql<string | null>`group_concat(${value}, ${sql.lit(separator)})`,

  // Cross joins keep the order of the tables: in each segment all tokens in one walk through the primary key.
  selectPostings: ({ languages, tokens, ranges }) => sql`
    select p.token, 0 as is_beginning, hex(p.numbers) as numbers
    from search_segments as s
    cross join search_postings as p
    where p.segment = s.segment and p.language in (select value from json_each(${languages}))
      and p.token in (select value from json_each(${tokens}))
    union all
    select r.value ->> 'start', 1, hex(p.numbers)
    from search_segments as s
    cross join json_each(${ranges}) as r
    cross join search_postings as p
    where p.segment = s.segment and p.language = r.value ->> 'language'
      and p.token >= r.value ->> 'start' and p.token < r.value ->> 'end'`,

  // SQLite has no function that reads a bit.
  isIn: (set, id) => sql<boolean>`(
    select substr(${bytesOf(set)}, d.number + 1, 1) from search_documents as d where d.document_id = ${id}) = x'01'`,
};
