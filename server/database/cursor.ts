import { z } from 'zod';
import { refusedField } from '../../core/problem.ts';
import { refusal } from '../../core/refusal.ts';
import { isStorable } from '../../core/text.ts';

const cursorValuesSchema = z.array(z.union([z.string().max(400), z.number()])).max(8);

/** A place in a list: the name of its order, and the keys of the last row that was given out. */
export function writeCursor(order: string, keys: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([order, ...keys])).toString('base64url');
}

/**
 * The keys of a cursor. @throws validation_failed where it is not one of this order
 * @param types what each key has to be
 */
export function readCursor(
  order: string,
  types: readonly ('number' | 'text')[],
  cursor: string,
): (string | number)[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw refused();
  }
  const result = cursorValuesSchema.safeParse(parsed);
  if (!result.success) throw refused();
  const [given, ...keys] = result.data;
  const fits =
    given === order &&
    keys.length === types.length &&
    keys.every((key, i) =>
      types[i] === 'number' ? Number.isFinite(key) : typeof key === 'string' && isStorable(key),
    );
  if (!fits) throw refused();
  return keys;
}

const refused = () => refusedField('query.cursor', refusal('invalid_cursor'));
