import { type RawBuilder, sql } from 'kysely';
import type { CompanyCategory } from '../../core/categories.ts';
import { LANGUAGES, type Language } from '../../core/languages.ts';
import type { Leaves } from '../../core/search/expression.ts';
import { addStored, type Bits, encodeSet, has, noBits } from '../../core/search/sets.ts';
import { everyLanguage, isTold, type Tokens } from '../../core/search/tokens.ts';
import { contains } from './contains.ts';
import { type IdList, idList, isAmong, isPostgres } from './id-list.ts';
import { compiled, PIPELINED } from './statements.ts';
import type { Db, Dialect } from './types.ts';

/*
 * The index of what readers find. Each company has a number in it, another one after each change; of
 * each token of a language the index has the set of the numbers that have it. It is written in
 * segments, one for some companies, that are never changed: what is written is appended. It is made
 * from the companies and can be thrown away, so it is in no backup and in no migration.
 */

/** What tokens have in every language is written once, as the tokens of this one. */
const EVERY_LANGUAGE = '';
/** Rows of one statement. */
const ROWS = 2000;

/** Makes the tables of the index where they are missing. */
export async function createSearchIndex(db: Db): Promise<void> {
  if (isPostgres(db)) await createInPostgres(db);
  else await createInSqlite(db);
}

async function createInPostgres(db: Db): Promise<void> {
  const names = ['documents', 'segments', 'postings', 'words', 'waiting'].map((name) => `search_${name}`);
  const { rows } = await sql<{ present: number }>`
    select count(*) as present from pg_class where relname in (${sql.join(names)})`.execute(db);
  if (Number(rows[0]?.present) === names.length) return;
  await db.transaction().execute(async (tx) => {
    const run = (statement: RawBuilder<unknown>) => statement.execute(tx);
    // Two processes may start at once.
    await run(sql`select pg_advisory_xact_lock(hashtext('search_index'))`);
    await run(sql`create sequence if not exists search_numbers`);
    await run(sql`
      create table if not exists search_documents (
        number bigint primary key,
        company_id text collate "C" not null unique references companies (id) on delete cascade,
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
      create table if not exists search_waiting (
        company_id text collate "C" primary key references companies (id) on delete cascade,
        note bigint not null
      )`);
  });
}

async function createInSqlite(db: Db): Promise<void> {
  const run = (statement: RawBuilder<unknown>) => statement.execute(db);
  await run(sql`create table if not exists search_numbers (next integer not null)`);
  await run(sql`insert into search_numbers select 1 where not exists (select 1 from search_numbers)`);
  await run(sql`
    create table if not exists search_documents (
      number integer primary key,
      company_id text not null unique references companies (id) on delete cascade,
      segment integer not null
    )`);
  await run(sql`create index if not exists search_documents_by_segment on search_documents (segment)`);
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
  await run(
    sql`create table if not exists search_words (number integer primary key autoincrement, word text not null unique)`,
  );
  await run(sql`
    create table if not exists search_waiting (
      company_id text primary key references companies (id) on delete cascade,
      note integer not null
    ) without rowid`);
}

/** Numbers that no company had before, in ascending order. */
export async function takeNumbers(tx: Db, count: number): Promise<number[]> {
  if (isPostgres(tx)) {
    const { rows } = await sql<{ number: number }>`
      select nextval('search_numbers') as number from generate_series(1, ${sql.lit(count)})`.execute(tx);
    return rows.map(({ number }) => Number(number)).sort((a, b) => a - b);
  }
  const { rows } = await sql<{ next: number }>`
    update search_numbers set next = next + ${count} returning next`.execute(tx);
  const next = rows[0]?.next ?? 0;
  return Array.from({ length: count }, (_, i) => next - count + i);
}

/** The numbers that have a token, in hexadecimal digits, as one statement takes thousands of them. */
type Posting = [language: string, token: string, numbers: string];

const hex = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');

/** The sets of a segment, made while its documents are added. */
export class Segment {
  /** For each token, numbers and the languages in which they have it by turns. */
  readonly #sets = new Map<string, number[]>();

  /** Documents come in the order of their numbers. */
  add(number: number, tokens: Tokens): void {
    for (const [token, languages] of tokens) {
      const set = this.#sets.get(token);
      if (set) set.push(number, languages);
      else this.#sets.set(token, [number, languages]);
    }
  }

  /** In the order of their key. */
  *#postings(): Generator<Posting> {
    const everywhere = everyLanguage(LANGUAGES.length);
    const byLanguage = new Map<string, Posting[]>(
      [EVERY_LANGUAGE, ...[...LANGUAGES].sort()].map((language) => [language, []]),
    );
    const put = (language: string, token: string, set: readonly number[], wanted: number) => {
      const numbers: number[] = [];
      for (let i = 0; i < set.length; i += 2)
        if ((set[i + 1] as number) & wanted) numbers.push(set[i] as number);
      if (numbers.length > 0) byLanguage.get(language)?.push([language, token, hex(encodeSet(numbers))]);
    };
    for (const token of [...this.#sets.keys()].sort()) {
      const set = this.#sets.get(token) ?? [];
      if (set.every((languages, i) => i % 2 === 0 || languages === everywhere))
        put(EVERY_LANGUAGE, token, set, everywhere);
      else for (const [i, language] of LANGUAGES.entries()) put(language, token, set, 1 << i);
    }
    for (const postings of byLanguage.values()) yield* postings;
  }

  /** The same in parts, each for one statement. */
  *parts(): Generator<Posting[]> {
    let part: Posting[] = [];
    for (const posting of this.#postings()) {
      part.push(posting);
      if (part.length < ROWS) continue;
      yield part;
      part = [];
    }
    if (part.length > 0) yield part;
  }
}

/** Writes sets of a segment. */
export async function writePostings(tx: Db, segment: number, postings: readonly Posting[]): Promise<void> {
  const column = (i: 0 | 1 | 2) => postings.map((posting) => posting[i]);
  if (isPostgres(tx))
    await sql`
      insert into search_postings (segment, language, token, numbers)
      select ${segment}, language, token, decode(numbers, 'hex')
      from unnest(${column(0)}::text[], ${column(1)}::text[], ${column(2)}::text[]) as p (language, token, numbers)`.execute(
      tx,
    );
  else
    await sql`
      insert into search_postings (segment, language, token, numbers)
      select ${segment}, value ->> 0, value ->> 1, unhex(value ->> 2) from json_each(${JSON.stringify(postings)})`.execute(
      tx,
    );
}

/** Begins a segment. What is written of it counts from `addDocuments` on. @param last the highest of its numbers */
export async function addSegment(tx: Db, segment: number, last: number): Promise<void> {
  await sql`insert into search_segments (segment, last) values (${segment}, ${last})`.execute(tx);
}

/** Companies of a segment, each with the number that it has there. */
type Numbered = readonly { companyId: string; number: number }[];

/** From now on these companies are found by a segment alone. */
export async function addDocuments(tx: Db, segment: number, documents: Numbered): Promise<void> {
  if (documents.length === 0) return;
  const ids = documents.map(({ companyId }) => companyId);
  const numbers = documents.map(({ number }) => number);
  const rows = isPostgres(tx)
    ? sql`select * from unnest(${numbers}::bigint[], ${ids}::text[]) as d (number, company_id)`
    : sql`select value ->> 1 as number, value ->> 0 as company_id
        from json_each(${JSON.stringify(documents.map(({ companyId, number }) => [companyId, number]))})`;
  await sql`
    insert into search_documents (number, company_id, segment)
    select number, company_id, ${isPostgres(tx) ? sql`${segment}::bigint` : segment} from (${rows}) as d where 1 = 1
    on conflict (company_id) do update set number = excluded.number, segment = excluded.segment`.execute(tx);
}

/** Writes the tokens of a company, in place of those that it had. */
export async function writeSearchDocument(tx: Db, companyId: string, tokens: Tokens): Promise<void> {
  const [number = 0] = await takeNumbers(tx, 1);
  const segment = new Segment();
  segment.add(number, tokens);
  await addSegment(tx, number, number);
  for (const part of segment.parts()) await writePostings(tx, number, part);
  await addDocuments(tx, number, [{ companyId, number }]);
  // What waited was older.
  await sql`delete from search_waiting where company_id = ${companyId}`.execute(tx);
}

/** A company that waits for its tokens to be written, and for which change of it. */
export interface Waiting {
  companyId: string;
  note: number;
}

/** One of so many notes is the same as another one of the same company only by a miracle. */
const newNote = () => 1 + Math.floor(Math.random() * 2 ** 52);
/** The note of a company that is found as it is and only changes its segment: below every other one. */
const noteOfTidying = () => -newNote();

/** Notes that the tokens of companies are to be written soon: as many as a statement can have. */
export async function enqueueReindex(tx: Db, companyIds: readonly string[]): Promise<void> {
  const notes = companyIds.map((id) => sql`(${id}, ${newNote()})`);
  await sql`
    insert into search_waiting (company_id, note) values ${sql.join(notes)}
    on conflict (company_id) do update set note = excluded.note`.execute(tx);
}

/** Some companies that wait. */
export async function readReindexQueue(db: Db, limit: number): Promise<Waiting[]> {
  const { rows } = await sql<{ company_id: string; note: number }>`
    select company_id, note from search_waiting limit ${limit}`.execute(db);
  return rows.map(({ company_id, note }) => ({ companyId: company_id, note: Number(note) }));
}

/** How many companies are not found yet as they are now; one more than `most` where there are more. */
export async function countMissing(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ missing: number }>`
    select count(*) as missing
    from (select 1 from search_waiting where note > 0 limit ${most + 1} + 0) as waiting`.execute(db);
  return Number(rows[0]?.missing ?? 0);
}

/** How many companies wait. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from search_waiting`.execute(db);
  return Number(rows[0]?.waiting ?? 0);
}

/** Takes companies off the list of those that wait. Returns which of them had not been changed again. */
export async function dequeueReindexed(tx: Db, waiting: readonly Waiting[]): Promise<Set<string>> {
  const pairs = isPostgres(tx)
    ? sql`select * from unnest(
        ${waiting.map(({ companyId }) => companyId)}::text[], ${waiting.map(({ note }) => note)}::bigint[])`
    : sql`select value ->> 0, value ->> 1
        from json_each(${JSON.stringify(waiting.map(({ companyId, note }) => [companyId, note]))})`;
  const { rows } = await sql<{ company_id: string }>`
    delete from search_waiting where (company_id, note) in (${pairs}) returning company_id`.execute(tx);
  return new Set(rows.map((row) => row.company_id));
}

/** Shown companies of a category, or all, that wait (`Sets` says whether there are any), whose name in a language has all of some words as lists compare them. */
export async function findQueued(
  db: Db,
  dialect: Dialect,
  {
    language,
    category,
    words,
    limit,
  }: {
    language: Language;
    category: CompanyCategory | undefined;
    words: readonly string[];
    limit: number;
  },
): Promise<string[]> {
  const conditions = words.map((word) => sql`and ${contains(dialect, 'l.name_key', word)}`);
  if (category) conditions.push(sql`and c.category = ${category}`);
  const { rows } = await sql<{ id: string }>`
    select w.company_id as id from search_waiting as w
    join company_listings as l on l.company_id = w.company_id and l.language = ${language}
    join companies as c on c.id = w.company_id and c.show_on_site = 1
    where 1 = 1 ${sql.join(conditions, sql` `)} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Segments of about as many companies that may stand side by side. */
const SIDE_BY_SIDE = 16;

/** How many segments there are, to see whether there are new ones. */
export async function countSegments(db: Db): Promise<number> {
  const { rows } = await sql<{ segments: number }>`select count(*) as segments from search_segments`.execute(
    db,
  );
  return Number(rows[0]?.segments ?? 0);
}

/**
 * Takes segments away of which no company is left, as long as none is being written, and lets those
 * companies wait whose segments have become many small ones, so that they come together in a large one.
 * @param large companies from which a segment stays as it is
 * @returns how many segments there are now; undefined where it is to be done another time
 */
export async function tidySegments(tx: Db, large: number): Promise<number | undefined> {
  if ((await readReindexQueue(tx, 1)).length > 0) return undefined;
  const { rows } = await sql<{ segment: number; companies: number }>`
    select s.segment, count(d.number) as companies
    from search_segments as s left join search_documents as d on d.segment = s.segment
    group by s.segment`.execute(tx);
  const empty = rows.filter(({ companies }) => Number(companies) === 0).map(({ segment }) => segment);
  if (empty.length > 0) {
    await sql`delete from search_segments where segment in (${sql.join(empty)})`.execute(tx);
    await sql`delete from search_postings where segment in (${sql.join(empty)})`.execute(tx);
  }
  for (let most = SIDE_BY_SIDE; ; most *= SIDE_BY_SIDE) {
    const below = Math.min(most, large);
    const small = rows.filter(({ companies }) => Number(companies) > 0 && Number(companies) < below);
    if (small.length >= SIDE_BY_SIDE)
      await sql`
        insert into search_waiting (company_id, note)
        select company_id, ${noteOfTidying()} from search_documents
        where segment in (${sql.join(small.map(({ segment }) => segment))})
        on conflict do nothing`.execute(tx);
    if (most >= large) return rows.length - empty.length;
  }
}

/** Empties the index. */
export async function clearSearchIndex(tx: Db): Promise<void> {
  for (const table of ['documents', 'segments', 'postings', 'words', 'waiting'])
    await sql`delete from ${sql.table(`search_${table}`)}`.execute(tx);
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

/** The words after a number in their order, as one text with a space between them, and the last number. */
export async function readSearchWords(db: Db, after: number): Promise<{ words: string; last: number }> {
  const joined = isPostgres(db) ? sql`string_agg(word, ' ')` : sql`group_concat(word, ' ')`;
  const { rows } = await sql<{ words: string | null; last: number | null }>`
    select ${joined} as words, max(number) as last
    from (select word, number from search_words where number > ${after} order by word) as ordered`.execute(
    db,
  );
  return { words: rows[0]?.words ?? '', last: Number(rows[0]?.last ?? after) };
}

/** Whatever is looked for, each of these is a walk through the same indexes. */

/** Sorts after everything that a token can go on with. */
const BEHIND = '\u{10ffff}';

/** The numbers of each token in a language, and of all tokens that begin so; of changed companies also those they had. */
export interface Sets {
  tokens: ReadonlyMap<string, Bits>;
  beginnings: ReadonlyMap<string, Bits>;
  /** Whether there are companies that are not found yet as they are now. */
  isWaiting: boolean;
}

interface SetsAsked {
  languages: IdList;
  whole: IdList;
  starts: readonly string[];
  behinds: readonly string[];
  ofs: readonly string[];
  ranges: string;
}

interface SetsRow {
  last: number | null;
  is_waiting: number;
  token: string | null;
  is_beginning: number;
  sets: string;
}

// Segment by segment, whatever a planner thinks of it; in each, all tokens in one walk through the index.
const selectSets = compiled<SetsAsked, SetsRow>((db, asked) => {
  const sets = isPostgres(db)
    ? sql`
        select p.token, 0 as is_beginning, encode(p.numbers, 'hex') as numbers
        from search_segments as s
        cross join lateral (
          select token, numbers from search_postings
          where segment = s.segment and language = any(${asked.languages}::text[])
            and token = any(${asked.whole}::text[]) offset 0) as p
        union all
        select r.start, 1, encode(p.numbers, 'hex')
        from search_segments as s
        cross join unnest(
          ${asked.starts}::text[], ${asked.behinds}::text[], ${asked.ofs}::text[]) as r (start, behind, language)
        cross join lateral (
          select numbers from search_postings
          where segment = s.segment and language = r.language collate "C"
            and token >= r.start collate "C" and token < r.behind collate "C" offset 0) as p`
    : sql`
        select p.token, 0 as is_beginning, hex(p.numbers) as numbers
        from search_segments as s
        cross join search_postings as p
        where p.segment = s.segment and p.language in (select value from json_each(${asked.languages}))
          and p.token in (select value from json_each(${asked.whole}))
        union all
        select r.value ->> 0, 1, hex(p.numbers)
        from search_segments as s
        cross join json_each(${asked.ranges}) as r
        cross join search_postings as p
        where p.segment = s.segment and p.language = r.value ->> 2
          and p.token >= r.value ->> 0 and p.token < r.value ->> 1`;
  const joined = sql.raw(isPostgres(db) ? 'string_agg' : 'group_concat');
  const statement = sql<SetsRow>`
    select n.last, n.is_waiting, f.token, f.is_beginning, f.sets
    from (
      select (select max(last) from search_segments) as last,
        case when exists (select 1 from search_waiting where note > 0) then 1 else 0 end as is_waiting) as n
    left join (
      select token, is_beginning, ${joined}(numbers, ' ') as sets
      from (${sets}) as found group by token, is_beginning) as f on 1 = 1`;
  return { compile: () => statement.compile(db) };
});

/** Reads sets of the index, all at once. */
export async function readSets(db: Db, language: Language, { tokens, beginnings }: Leaves): Promise<Sets> {
  const whole = [...tokens].sort();
  const ranges = [...beginnings].flatMap((start) =>
    (isTold(start) ? [EVERY_LANGUAGE, language] : [EVERY_LANGUAGE]).map(
      (of) => [start, `${start}${BEHIND}`, of] as const,
    ),
  );
  const rows = await selectSets(db, {
    languages: idList(db, [EVERY_LANGUAGE, language]),
    whole: idList(db, whole),
    starts: ranges.map(([start]) => start),
    behinds: ranges.map(([, behind]) => behind),
    ofs: ranges.map(([, , of]) => of),
    ranges: JSON.stringify(ranges),
  });
  const last = Number(rows[0]?.last ?? 0);
  const found = { tokens: new Map<string, Bits>(), beginnings: new Map<string, Bits>() };
  for (const { token, is_beginning: isBeginning, sets } of rows) {
    if (token === null) continue;
    const bits = noBits(last);
    for (const set of sets.split(' ')) addStored(bits, Buffer.from(set, 'hex'));
    (isBeginning ? found.beginnings : found.tokens).set(token, bits);
  }
  return { ...found, isWaiting: rows[0]?.is_waiting === 1 };
}

const selectCompanies = compiled((db: Db, { numbers }: { numbers: string | readonly number[] }) => {
  const among = isPostgres(db)
    ? sql`any(${numbers}::bigint[])`
    : sql`(select value from json_each(${numbers}))`;
  const statement = sql<{ number: number; id: string }>`
    select number, company_id as id from search_documents
    where number ${isPostgres(db) ? sql`=` : sql`in`} ${among}`;
  return { compile: () => statement.compile(db) };
});

/** Company ids by their current numbers in the index; companies that left the index are omitted. */
export async function companiesOf(db: Db, numbers: readonly number[]): Promise<Map<number, string>> {
  if (numbers.length === 0) return new Map();
  const rows = await selectCompanies(db, { numbers: isPostgres(db) ? numbers : JSON.stringify(numbers) });
  return new Map(rows.map(({ number, id }) => [Number(number), id]));
}

const selectNumbers = compiled((db: Db, { ids }: { ids: IdList }) => {
  const statement = sql<{ number: number; id: string }>`
    select number, company_id as id from search_documents where ${isAmong(db, 'company_id', ids)}`;
  return { compile: () => statement.compile(db) };
}, PIPELINED);

/** Numbers in the index by company id; queued companies have none. */
export async function numbersOf(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await selectNumbers(db, { ids: idList(db, ids) });
  return new Map(rows.map(({ number, id }) => [id, Number(number)]));
}

/** The number that a company has now, null where it waits. @param id the column of its id */
export const numberOf = (id: string): RawBuilder<number | null> =>
  sql`(select number from search_documents where company_id = ${sql.ref(id)})`;

/** Companies with their numbers, one of each at the same place; those that wait have none, and -1 there. */
export interface Ordered {
  ids: readonly string[];
  numbers: readonly number[];
}

/** Reads the companies `c` of a condition in an order. As one text: so many rows would take longer to be handed over than to be read. */
export async function readNumbers(
  db: Db,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<Ordered> {
  const joined = isPostgres(db)
    ? sql`string_agg(id, chr(10)) as ids, string_agg(number::text, ',') as numbers`
    : sql`group_concat(id, char(10)) as ids, group_concat(number) as numbers`;
  const { rows } = await sql<{ ids: string | null; numbers: string | null }>`
    select ${joined} from (
      select coalesce(d.number, -1) as number, companies.id
      from companies left join search_documents as d on d.company_id = companies.id
      where ${condition} order by ${order}) as ordered`.execute(db);
  const { ids, numbers } = rows[0] ?? { ids: null, numbers: null };
  return { ids: ids?.split('\n') ?? [], numbers: JSON.parse(`[${numbers ?? ''}]`) };
}

/** The condition that a company is in a set, where there may be many of them. @param id the column of its id */
export function isFound(db: Db, bits: Bits, id: string): RawBuilder<boolean> {
  // A byte for each number: SQLite has no function that looks at a bit.
  const bytes = Buffer.alloc(bits.length * 8);
  for (let number = 0; number < bytes.length; number++) if (has(bits, number)) bytes[number] = 1;
  if (isPostgres(db))
    return sql<boolean>`${sql.ref(id)} in (
      select company_id from search_documents
      where case when number < ${bytes.length} then get_byte(${bytes}::bytea, number::integer) = 1 else false end)`;
  return sql<boolean>`(
    select substr(${bytes}, d.number + 1, 1) from search_documents as d where d.company_id = ${sql.ref(id)}) = x'01'`;
}
