import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Dialect } from './types.ts';

/** Whether a text in search form has a term, taken literally. On SQLite GLOB takes half of the time of instr(). */
export function contains(
  dialect: Dialect,
  text: string | Expression<string | null>,
  term: string,
): RawBuilder<boolean> {
  const searched = typeof text === 'string' ? sql.ref(text) : text;
  return dialect === 'postgres'
    ? sql<boolean>`strpos(${searched}, ${term}) > 0`
    : sql<boolean>`${searched} glob ${`*${term.replace(/[*?[]/g, '[$&]')}*`}`;
}
