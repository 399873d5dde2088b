import { PostgresAdapter, type RawBuilder, sql } from 'kysely';
import { LANGUAGES, type Language } from '../../core/languages.ts';
import { type Expression, toFts5, toTsquery } from '../../core/search/expression.ts';
import { contains } from './contains.ts';
import type { Db, Dialect } from './types.ts';

/*
 * The index of what readers find: of each company in each language a set of tokens. SQLite has them in
 * FTS5, PostgreSQL in a tsvector; neither cuts, weighs or folds anything. It is made from the
 * companies and can be thrown away, so it is in no backup and in no migration.
 */

const isPostgres = (db: Db) => db.getExecutor().adapter instanceof PostgresAdapter;

const tableOf = (language: Language) => sql.table(`search_${language}`);

/** Makes the tables of the index where they are missing, and takes those of languages away that are gone. */
export async function createSearchIndex(db: Db): Promise<void> {
  if (isPostgres(db)) await createTsvectors(db);
  else await createFts5(db);
}

async function createTsvectors(db: Db): Promise<void> {
  const names = [...LANGUAGES.map((language) => `search_${language}`), 'search_words', 'search_waiting'];
  const { rows } = await sql<{ present: number }>`
    select count(*) as present from pg_class where relname in (${sql.join(names)})`.execute(db);
  if (Number(rows[0]?.present) === names.length) return;
  await db.transaction().execute(async (tx) => {
    const run = (statement: RawBuilder<unknown>) => statement.execute(tx);
    // Two processes may start at once.
    await run(sql`select pg_advisory_xact_lock(hashtext('search_index'))`);
    await run(sql`
      create table if not exists search_documents (
        language text collate "C" not null,
        company_id text collate "C" not null references companies (id) on delete cascade,
        tokens tsvector not null,
        primary key (language, company_id)
      ) partition by list (language)`);
    for (const language of LANGUAGES) {
      await run(sql`
        create table if not exists ${tableOf(language)}
        partition of search_documents for values in (${sql.lit(language)})`);
      await run(sql`
        create index if not exists ${sql.id(`search_${language}_tokens`)}
        on ${tableOf(language)} using gin (tokens)`);
    }
    await run(sql`
      create table if not exists search_words (
        number bigint generated always as identity primary key,
        word text collate "C" not null unique
      )`);
    await run(sql`
      create table if not exists search_waiting (
        company_id text collate "C" primary key references companies (id) on delete cascade
      )`);
  });
}

async function createFts5(db: Db): Promise<void> {
  const run = (statement: RawBuilder<unknown>) => statement.execute(db);
  await run(sql`
    create table if not exists search_documents (
      number integer primary key,
      company_id text not null unique references companies (id) on delete cascade
    )`);
  await run(
    sql`create table if not exists search_words (number integer primary key autoincrement, word text not null unique)`,
  );
  await run(sql`
    create table if not exists search_waiting (
      company_id text primary key references companies (id) on delete cascade
    ) without rowid`);
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table' and sql like 'create virtual table search%'`.execute(
    db,
  );
  const wanted = LANGUAGES.map((language) => `search_${language}`);
  const present = rows.map(({ name }) => name);
  if (wanted.length === present.length && wanted.every((name) => present.includes(name))) return;
  await run(sql`drop trigger if exists search_documents_deleted`);
  for (const name of present) if (!wanted.includes(name)) await run(sql`drop table ${sql.table(name)}`);
  for (const name of wanted)
    await run(sql`
      create virtual table if not exists ${sql.table(name)}
      using fts5 (tokens, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '+#'")`);
  await run(sql`
    create trigger search_documents_deleted after delete on search_documents begin
      ${sql.join(
        wanted.map((name) => sql`delete from ${sql.table(name)} where rowid = old.number;`),
        sql` `,
      )}
    end`);
}

/** Writes the tokens of a company in every language, in place of those that it had. */
export async function writeSearchDocuments(
  tx: Db,
  companyId: string,
  documents: ReadonlyMap<Language, readonly string[]>,
): Promise<void> {
  if (isPostgres(tx)) {
    const rows = [...documents].map(
      ([language, tokens]) =>
        sql`(${language}, ${companyId}, ${tokens.map((token) => `'${token}'`).join(' ')}::tsvector)`,
    );
    await sql`
      insert into search_documents (language, company_id, tokens) values ${sql.join(rows)}
      on conflict (language, company_id) do update set tokens = excluded.tokens`.execute(tx);
    return;
  }
  await sql`insert into search_documents (company_id) values (${companyId}) on conflict do nothing`.execute(
    tx,
  );
  for (const [language, tokens] of documents)
    await sql`
      insert or replace into ${tableOf(language)} (rowid, tokens)
      select number, ${tokens.join(' ')} from search_documents where company_id = ${companyId}`.execute(tx);
}

/** Notes that the tokens of a company are written soon, by whoever calls `takeWaiting`. */
export async function noteWaiting(tx: Db, companyId: string): Promise<void> {
  await sql`insert into search_waiting (company_id) values (${companyId}) on conflict do nothing`.execute(tx);
}

/** Takes some companies whose tokens are to be written now; others may take others at the same time. */
export async function takeWaiting(tx: Db, count: number): Promise<string[]> {
  const locked = isPostgres(tx) ? sql`for update skip locked` : sql``;
  const { rows } = await sql<{ company_id: string }>`
    delete from search_waiting where company_id in (
      select company_id from search_waiting limit ${count} ${locked})
    returning company_id`.execute(tx);
  return rows.map((row) => row.company_id);
}

/** Shown companies that wait, whose name in a language has all of some words as lists compare them. */
export async function findWaiting(
  db: Db,
  dialect: Dialect,
  language: Language,
  words: readonly string[],
  limit: number,
): Promise<string[]> {
  const isNamed = words.map((word) => sql`and ${contains(dialect, 'l.name_key', word)}`);
  const { rows } = await sql<{ id: string }>`
    select w.company_id as id from search_waiting as w
    join company_listings as l on l.company_id = w.company_id and l.language = ${language}
    join companies as c on c.id = w.company_id and c.show_on_site = 1
    where 1 = 1 ${sql.join(isNamed, sql` `)} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Empties the index. */
export async function clearSearchIndex(tx: Db): Promise<void> {
  await sql`delete from search_documents`.execute(tx);
  await sql`delete from search_words`.execute(tx);
  await sql`delete from search_waiting`.execute(tx);
}

/** Whether nothing is in the index. */
export async function isSearchIndexEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from (select company_id from search_documents limit 1) as written
    union all select 1 from (select company_id from search_waiting limit 1) as waiting`.execute(db);
  return rows.length === 0;
}

/** Adds words that may be mistyped. In their order: two transactions that add the same do not wait for each other. */
export async function addSearchWords(tx: Db, words: readonly string[]): Promise<void> {
  if (words.length === 0) return;
  const sorted = [...words].sort();
  if (isPostgres(tx))
    await sql`
      insert into search_words (word)
      select added.word from unnest(${sorted}::text[]) as added (word)
      where not exists (select 1 from search_words as w where w.word = added.word)
      on conflict do nothing`.execute(tx);
  else
    await sql`
      insert or ignore into search_words (word)
      select value from json_each(${JSON.stringify(sorted)})`.execute(tx);
}

/** The words after a number, as one text with a space between them, and the last number. */
export async function readSearchWords(db: Db, after: number): Promise<{ words: string; last: number }> {
  const joined = isPostgres(db) ? sql`string_agg(word, ' ')` : sql`group_concat(word, ' ')`;
  const { rows } = await sql<{ words: string | null; last: number | null }>`
    select ${joined} as words, max(number) as last from search_words where number > ${after}`.execute(db);
  return { words: rows[0]?.words ?? '', last: Number(rows[0]?.last ?? after) };
}

/** The condition of a row of a language's table. Where FTS5 keeps no details, a column cannot be named. */
const matching = (db: Db, language: Language, expression: Expression) =>
  isPostgres(db)
    ? sql`tokens @@ ${toTsquery(expression)}::tsquery`
    : sql`${tableOf(language)} match ${toFts5(expression)}`;

/** The ids of the companies that have what is asked for; `limit` of them, in no order. */
export async function findDocuments(
  db: Db,
  language: Language,
  expression: Expression,
  limit: number,
): Promise<string[]> {
  const found = isPostgres(db)
    ? sql<{ id: string }>`
        select company_id as id from ${tableOf(language)} where ${matching(db, language, expression)} limit ${limit}`
    : sql<{ id: string }>`
        select d.company_id as id
        from (select rowid from ${tableOf(language)} where ${matching(db, language, expression)} limit ${limit}) as f
        join search_documents as d on d.number = f.rowid`;
  const { rows } = await found.execute(db);
  return rows.map(({ id }) => id);
}

/** How many companies have what is asked for. */
export async function countDocuments(db: Db, language: Language, expression: Expression): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from ${tableOf(language)} where ${matching(db, language, expression)}`.execute(
    db,
  );
  return Number(rows[0]?.found ?? 0);
}

/** The condition that a company has what is asked for, where there may be many of them. @param id the column of its id */
export function isFound(db: Db, language: Language, expression: Expression, id: string): RawBuilder<boolean> {
  if (isPostgres(db))
    return sql<boolean>`${sql.ref(id)} in (
      select company_id from ${tableOf(language)} where ${matching(db, language, expression)})`;
  return sql<boolean>`(select number from search_documents where company_id = ${sql.ref(id)}) in (
    select rowid from ${tableOf(language)} where ${matching(db, language, expression)})`;
}
