import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../../core/pagination.ts';
import { SEARCH_MAX } from '../../../core/text.ts';
import { isDay } from '../../../core/time.ts';

/** How a query parameter is read. Its value is written as text; the usual one is left out. */
export interface Parameter<Value extends string | number = string | number> {
  readonly usual: Value;
  /** Undefined for nonsense, which counts as the usual. */
  read(text: string): Value | undefined;
}

/** The parameters of a section by their names in its address. */
export type ListSchema = Readonly<Record<string, Parameter>>;

export type ListState<Schema extends ListSchema> = {
  [Name in keyof Schema]: Schema[Name] extends Parameter<infer Value> ? Value : never;
};

/** One of a few. */
export function choice<const Value extends string | number>(
  values: readonly Value[] | (() => readonly Value[]),
  usual: NoInfer<Value> | (() => NoInfer<Value>),
): Parameter<Value> {
  const list = () => (typeof values === 'function' ? values() : values);
  return {
    // Values that are configuration are known when a page is shown, not when this module is loaded.
    get usual() {
      return typeof usual === 'function' ? usual() : usual;
    },
    read: (text) => list().find((value) => String(value) === text),
  };
}

/** A column, or with a minus before it the same downwards. */
export type Order<Column extends string> = Column | `-${Column}`;

/** Both directions of each column, in the columns' order. */
export function ordersOf<Column extends string>(columns: readonly Column[]): Order<Column>[] {
  return columns.flatMap((column) => [column, `-${column}` as const]);
}

/** The words that are searched for, as many as a call takes. */
export const searchWords: Parameter<string> = { usual: '', read: (text) => text.slice(0, SEARCH_MAX) };

/** A day as a date field gives it. */
export const dayParameter: Parameter<string> = {
  usual: '',
  read: (text) => (isDay(text) ? text : undefined),
};

/** The page, from 1: named `page` in a schema, it is the first again with another list. */
export const pageNumber: Parameter<number> = {
  usual: 1,
  read: (text) => {
    const page = Number(text);
    return Number.isSafeInteger(page) && page > 0 ? page : undefined;
  },
};

export const pageSize: Parameter<number> = choice<number>(PAGE_SIZES, DEFAULT_PAGE_SIZE);

export function readList<Schema extends ListSchema>(schema: Schema, query: URLSearchParams) {
  return Object.fromEntries(
    Object.entries(schema).map(([name, { usual, read }]) => {
      const text = query.get(name);
      return [name, text === null ? usual : (read(text) ?? usual)];
    }),
  ) as ListState<Schema>;
}

/**
 * The query of an address with changes: what is as usual is left out, what the schema does not name is
 * kept. Another list begins at its first page.
 */
export function writeList<Schema extends ListSchema>(
  schema: Schema,
  query: URLSearchParams,
  changes: Partial<ListState<Schema>>,
): URLSearchParams {
  const state: Record<string, unknown> = { ...readList(schema, query), page: schema.page?.usual, ...changes };
  const next = new URLSearchParams(query);
  for (const [name, { usual }] of Object.entries(schema)) {
    if (state[name] === usual) next.delete(name);
    else next.set(name, String(state[name]));
  }
  return next;
}

/**
 * The addresses that were asked for and are not shown yet, after one of them (or another one, such as
 * Back leads to) is shown. A shown address that is in the list ends itself and those before it: the
 * router skips navigations that a later one overtakes.
 */
export function pendingAfter(pending: readonly string[], shown: string): readonly string[] {
  const at = pending.indexOf(shown);
  return at < 0 ? [] : pending.slice(at + 1);
}

/** State of a section's list in the URL, and a function that changes the state without a history entry. */
export function useListState<Schema extends ListSchema>(schema: Schema) {
  const [query, setQuery] = useSearchParams();
  const { key } = useLocation();
  const state = useMemo(() => readList(schema, query), [schema, query]);
  // A change builds on the address that was asked for last. An earlier one may be shown only after
  // that, and must not take its place.
  const latest = useRef(query);
  const pending = useRef<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation counts, also one to the same query
  useEffect(() => {
    pending.current = pendingAfter(pending.current, query.toString());
    if (pending.current.length === 0) latest.current = query;
  }, [query, key]);
  const change = useCallback(
    (changes: Partial<ListState<Schema>>) => {
      latest.current = writeList(schema, latest.current, changes);
      pending.current = [...pending.current, latest.current.toString()];
      setQuery(latest.current, { replace: true, preventScrollReset: true });
    },
    [schema, setQuery],
  );
  return { state, change };
}
