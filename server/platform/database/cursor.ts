import { z } from 'zod';
import { refusedField } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';
import { isStorable } from '../../../core/text.ts';

const cursorValuesSchema = z.array(z.union([z.string().max(400), z.number()])).max(8);

/** What a key of a cursor is, as its column is; an integer is one of 32 bits. */
export type KeyType = 'integer' | 'number' | 'text';

const INTEGER_MAX = 2 ** 31 - 1;

const IS: Record<KeyType, (key: unknown) => boolean> = {
  integer: (key) => Number.isInteger(key) && Math.abs(Number(key)) <= INTEGER_MAX,
  number: Number.isFinite,
  text: (key) => typeof key === 'string' && isStorable(key),
};

/** A place in a list: the name of its order, and the keys of the last row that was given out. */
export function writeCursor(order: string, keys: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([order, ...keys])).toString('base64url');
}

/**
 * The keys of a cursor. @throws validation_failed where it is not one of this order
 * @param types what each key has to be
 */
export function readCursor(order: string, types: readonly KeyType[], cursor: string): (string | number)[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw invalidCursor();
  }
  const result = cursorValuesSchema.safeParse(parsed);
  if (!result.success) throw invalidCursor();
  const [given, ...keys] = result.data;
  const fits =
    given === order && keys.length === types.length && keys.every((key, i) => IS[types[i] ?? 'text'](key));
  if (!fits) throw invalidCursor();
  return keys;
}

const invalidCursor = () => refusedField('query.cursor', refusal('invalid_cursor'));
