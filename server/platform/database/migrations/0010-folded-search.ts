import { type Kysely, type Migration, type RawBuilder, sql } from 'kysely';

/** As they were folded from this version on; the stored texts are in lower case and NFKC already. */
const REMOVED = [
  ' \u0301',
  "'",
  '`',
  '\u2018',
  '\u2019',
  '\u201b',
  '\u2032',
  '\u02b9',
  '\u02bc',
  '\u00ad',
  '\u200b',
  '\u2060',
  '\ufeff',
];
const SPACED = [
  '-',
  '\u02d7',
  '\u2010',
  '\u2011',
  '\u2012',
  '\u2013',
  '\u2014',
  '\u2015',
  '\u2043',
  '\u2212',
  '\u2e3a',
  '\u2e3b',
  '\u301c',
  '\u3030',
  '\u30a0',
];

/** What companies are searched by loses its apostrophes, and every dash in it becomes a space. */
export const foldSearch: Migration = {
  async up(db: Kysely<unknown>) {
    const folds = [...REMOVED.map((text) => [text, '']), ...SPACED.map((text) => [text, ' '])];
    const folded = folds.reduce<RawBuilder<unknown>>(
      (text, [from, to]) => sql`replace(${text}, ${sql.lit(from)}, ${sql.lit(to)})`,
      sql.ref('search_text'),
    );
    await sql`update company_searches set search_text = ${folded} where search_text <> ${folded}`.execute(db);
  },
};
