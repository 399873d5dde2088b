import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { IMPORT_DEPTH_MAX } from '../../../core/import-export/rules.ts';
import { parseJson, readJsonItems } from './json-items.ts';

/** Reads a document in chunks of some bytes. */
function read(text: string | Buffer, size = 7) {
  const bytes = Buffer.from(text as string);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
  const items: unknown[] = [];
  const reading = readJsonItems(chunks);
  for (;;) {
    const { done, value } = reading.next();
    if (done) return { ...value, items };
    items.push(parseJson(value));
  }
}

describe("a document's companies", () => {
  const company = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.dictionary(fc.string(), fc.string({ unit: 'binary' })),
  );
  const fields = fc.dictionary(
    fc.string().filter((key) => key !== 'companies'),
    fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.constant({ companies: [1] })),
  );

  test('are what a parser finds, however the bytes arrive', () => {
    fc.assert(
      fc.property(
        fc.array(company),
        fields,
        fields,
        fc.constantFrom(undefined, 2),
        fc.integer({ min: 1, max: 40 }),
        (companies, before, after, indent, size) => {
          const parsed = JSON.parse(JSON.stringify(companies));
          const array = JSON.stringify(companies, null, indent);
          expect(read(array, size)).toEqual({ inArray: true, count: companies.length, items: parsed });
          const whole = JSON.stringify({ ...before, companies, ...after }, null, indent);
          expect(read(whole, size)).toEqual({ inArray: false, count: companies.length, items: parsed });
        },
      ),
      { numRuns: 500 },
    );
  });

  test('a key can be written with escapes, and the file can begin with a byte order mark', () => {
    expect(read('\uFEFF{"\\u0063ompanies": [1, 2], "count": 2}').items).toEqual([1, 2]);
    expect(read('\uFEFF[]', 64).items).toEqual([]);
  });

  test.each([
    '',
    '[',
    '[1,]',
    '[,1]',
    '[1]]',
    '[1][2]',
    '[}',
    '[{]',
    '{"companies":[1]',
    '{"companies":[1],}',
    '{"companies" [1]}',
    '{"companies":[1],"companies":[2]}',
    '[1] x',
    '["',
    '[1',
    'companies',
  ])('%s is no JSON', (text) => {
    expect(() => read(text)).toThrow('Invalid JSON file format');
  });

  test('any text is refused or read as a parser reads it', () => {
    const piece = fc.constantFrom('[', ']', '{', '}', '"', ',', ':', '"companies"', '1', ' ', '\\', 'null');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        let expected: unknown;
        try {
          const parsed = JSON.parse(text);
          expected = Array.isArray(parsed) ? parsed : parsed?.companies;
        } catch {}
        let items: unknown;
        try {
          items = read(text).items;
          // What is no value in an item's place is told by the item.
          if ((items as unknown[]).includes(undefined)) items = undefined;
        } catch {}
        if (!/companies.*companies/.test(text)) {
          expect(items).toEqual(Array.isArray(expected) ? expected : undefined);
        }
      }),
      { numRuns: 5000 },
    );
  });

  test.each(['{}', '{"companies": {}}', '1', 'null', '"companies"', '{"a": {"companies": [1]}}'])(
    '%s has none',
    (text) => {
      expect(() => read(text)).toThrow('File must contain either');
    },
  );

  test('nested too deep are refused, however deep', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(read(nested(IMPORT_DEPTH_MAX)).count).toBe(1);
    expect(() => read(nested(IMPORT_DEPTH_MAX + 1))).toThrow('deeper than 20');
    expect(() => read(nested(1_000_000), 65_536)).toThrow('deeper than 20');
  });

  test('more than can be imported are refused', () => {
    expect(() => read(`[${'1,'.repeat(100_000)}1]`, 65_536)).toThrow('at most 100000');
  });

  test('bytes that are no UTF-8 are no JSON', () => {
    expect(read(Buffer.from('["\xff"]', 'latin1')).items).toEqual([undefined]);
    expect(() => read(Buffer.from('{"companies": [], "a": "\xff"}', 'latin1'))).toThrow('Invalid JSON');
  });
});
