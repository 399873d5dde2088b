import { IMPORT_COMPANIES_MAX, IMPORT_DEPTH_MAX } from '../../../core/import-export/rules.ts';
import { refusedBody } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA_BYTE = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const BYTE_ORDER_BYTES = Buffer.from([0xef, 0xbb, 0xbf]);
const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Stands for an item in what is left of a document. */
const PLACEHOLDER = Buffer.from('0');

export interface JsonItems {
  /** The document is an array, not an object with `companies`. */
  inArray: boolean;
  count: number;
}

/**
 * Takes a document's companies out of it one by one, so that it never is in memory as a whole: the
 * items of an array, or of the array under `companies` of an object. What is left, with a figure
 * in each item's place, is parsed in the end, and so the whole document is checked as JSON.
 * Yields the bytes of each, which are not checked yet.
 * @throws invalid_json, validation_failed for other content or too deep a nesting, payload_too_large for too many items
 */
export function* readJsonItems(chunks: Iterable<Buffer>): Generator<Buffer, JsonItems> {
  const rest: Buffer[] = [];
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  let isFirst = true;
  let inArray = false;
  /** Nesting at which items stand; 0 while there are none. */
  let itemsAt = 0;
  let found = false;
  let count = 0;
  /** Bytes of the item that is being read; undefined between two. */
  let item: Buffer[] | undefined;
  /** Bytes of the text that is being read or was read last on the outermost level: it may be a key. */
  let text: Buffer[] = [];
  let key: string | undefined;

  for (const whole of chunks) {
    const chunk = isFirst && whole.subarray(0, 3).equals(BYTE_ORDER_BYTES) ? whole.subarray(3) : whole;
    isFirst = false;
    /** Where what belongs to the item, or to the rest, begins in this chunk. */
    let from = 0;
    let textFrom = 0;
    const keep = (to: number) => {
      const part = chunk.subarray(from, to);
      // A copy of what stays: a part would hold its whole chunk in memory.
      if (to > from) (item ?? rest).push(item ? part : Buffer.from(part));
      from = to;
    };
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i] as number;
      if (inString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) {
          inString = false;
          if (depth === 1) text.push(chunk.subarray(textFrom, i + 1));
        }
        continue;
      }
      if (isSpace(byte)) continue;
      const betweenItems = itemsAt > 0 && depth === itemsAt;
      if (betweenItems && (byte === COMMA_BYTE || byte === CLOSE_ARRAY)) {
        keep(i);
        if (item) {
          if (++count > IMPORT_COMPANIES_MAX) {
            throw refusedBody('payload_too_large', refusal('file_too_many', { max: IMPORT_COMPANIES_MAX }));
          }
          const bytes = Buffer.concat(item);
          item = undefined;
          rest.push(PLACEHOLDER);
          yield bytes;
        }
      } else if (betweenItems && !item) {
        keep(i);
        item = [];
      }
      switch (byte) {
        case QUOTE:
          inString = true;
          if (depth === 1) {
            text = [];
            textFrom = i;
          }
          break;
        case OPEN_OBJECT:
        case OPEN_ARRAY:
          depth++;
          if (depth > IMPORT_DEPTH_MAX) {
            throw refusedBody('validation_failed', refusal('file_too_deep', { max: IMPORT_DEPTH_MAX }));
          }
          if (byte === OPEN_ARRAY && itemsAt === 0 && (depth === 1 || (depth === 2 && key === 'companies'))) {
            // Of two keys of one name a parser takes the last; which one is meant nobody knows.
            if (found) throw refusedBody('invalid_json', refusal('file_not_json'));
            found = true;
            inArray = depth === 1;
            itemsAt = depth;
          }
          break;
        case CLOSE_OBJECT:
        case CLOSE_ARRAY:
          if (depth === itemsAt) itemsAt = 0;
          depth--;
          break;
        case COLON:
          if (depth === 1) key = readKey(text);
          break;
        case COMMA_BYTE:
          if (depth === 1) key = undefined;
      }
    }
    if (inString && depth === 1) text.push(chunk.subarray(textFrom));
    keep(chunk.length);
  }
  const left = item ? undefined : parseJson(Buffer.concat(rest));
  if (left === undefined) throw refusedBody('invalid_json', refusal('file_not_json'));
  if (!found) throw refusedBody('validation_failed', refusal('file_content'));
  return { inArray, count };
}

function readKey(text: Buffer[]): string | undefined {
  const key = parseJson(Buffer.concat(text));
  return typeof key === 'string' ? key : undefined;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The value of a JSON text in UTF-8, or undefined where it is none. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}
