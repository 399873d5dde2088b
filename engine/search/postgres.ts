import { type RawBuilder, sql } from 'kysely';
import type { Adapter } from './adapter.ts';
import { bytesOf } from './sets.ts';

const SEARCH_TABLES = ['documents', 'segments', 'postings', 'words', 'queue'].map((name) => `search_${name}`);

export const postgres: Adapter = {
  async createTables(db, { table, id }) {
    const reference = sql`references ${sql.table(table)} (${sql.ref(id)}) on delete cascade`;
    const { rows } = await sql<{ present: number }>`
      select count(*) as present from pg_class where relname in (${sql.join(SEARCH_TABLES)}) and pg_table_is_visible(oid)`.execute(
      db,
    );
    if (Number(rows[0]?.present) === SEARCH_TABLES.length) return;
    await db.transaction().execute(async (tx) => {
      const run = (statement: RawBuilder<unknown>) => statement.execute(tx);
      // Two processes may start at once.
      await run(sql`select pg_advisory_xact_lock(hashtext('search_index'))`);
      await run(sql`create sequence if not exists search_numbers`);
      await run(sql`
        create table if not exists search_documents (
          number bigint primary key,
          document_id text collate "C" not null unique ${reference},
          segment bigint not null
        )`);
      await run(sql`
        create index if not exists search_documents_by_segment on search_documents (segment)`);
      await run(sql`
        create table if not exists search_segments (segment bigint primary key, last bigint not null)`);
      await run(sql`
        create table if not exists search_postings (
          segment bigint not null,
          language text collate "C" not null,
          token text collate "C" not null,
          numbers bytea not null,
          primary key (segment, language, token)
        )`);
      await run(sql`
        create table if not exists search_words (
          number bigint generated always as identity primary key,
          word text collate "C" not null unique
        )`);
      await run(sql`
        create table if not exists search_queue (
          document_id text collate "C" primary key ${reference},
          version bigint not null
        )`);
    });
  },

  async takeNumbers(tx, count) {
    const { rows } = await sql<{ number: number }>`
      select nextval('search_numbers') as number from generate_series(1, ${sql.lit(count)})`.execute(tx);
    return rows.map(({ number }) => Number(number)).sort((a, b) => a - b);
  },

  insertPostings(segment, postings) {
    const column = (i: 0 | 1 | 2) => postings.map((posting) => posting[i]);
    return sql`
      insert into search_postings (segment, language, token, numbers)
      select ${segment}, language, token, decode(numbers, 'hex')
      from unnest(${column(0)}::text[], ${column(1)}::text[], ${column(2)}::text[]) as p (language, token, numbers)`;
  },

  documentRows: (segment, documents) => sql`
    select number, id, ${segment}::bigint
    from unnest(
      ${documents.map(({ number }) => number)}::bigint[], ${documents.map(({ id }) => id)}::text[]) as d (number, id)`,

  insertWords: (sorted) => sql`
    insert into search_words (word)
    select added.word from unnest(${sorted}::text[]) as added (word)
    where not exists (select 1 from search_words as w where w.word = added.word)
    on conflict do nothing`,

  queuedRows: (queued) => sql`
    select * from unnest(
      ${queued.map(({ id }) => id)}::text[], ${queued.map(({ version }) => version)}::bigint[])`,

  list: (values) => values,

  isAmong: (column, values, type) => sql<boolean>`${column} = any(${values}::${sql.raw(type)}[])`,

  concat: (value, separator) => sql<string | null>`string_agg(${value}::text, ${sql.lit(separator)})`,

  // `offset 0` keeps the planner from moving the condition out of the walk through each segment.
  selectPostings: ({ languages, tokens, ranges }) => sql`
    select p.token, 0 as is_beginning, encode(p.numbers, 'hex') as numbers
    from search_segments as s
    cross join lateral (
      select token, numbers from search_postings
      where segment = s.segment and language = any(${languages}::text[])
        and token = any(${tokens}::text[]) offset 0) as p
    union all
    select r.start, 1, encode(p.numbers, 'hex')
    from search_segments as s
    cross join json_to_recordset(${ranges}::json) as r (start text, "end" text, language text)
    cross join lateral (
      select numbers from search_postings
      where segment = s.segment and language = r.language collate "C"
        and token >= r.start collate "C" and token < r."end" collate "C" offset 0) as p`,

  isIn(set, id) {
    const bytes = bytesOf(set);
    return sql<boolean>`${id} in (
      select document_id from search_documents
      where case when number < ${bytes.length} then get_byte(${bytes}::bytea, number::integer) = 1 else false end)`;
  },
};
