import fc from 'fast-check';
import { z } from 'zod';
import { type Call, callPath } from '../../core/call.ts';
import { VALUES_OF_TODAY } from '../../core/schemas.ts';

export interface GeneratedRequest {
  method: Call['method'];
  url: string;
  /** A JSON text, sent as it is; absent without a body. */
  payload?: string;
}

type Schema = Record<string, unknown>;

/** Texts that break things: SQL, HTML, JavaScript, Unicode's corners, prototype keys, sizes. */
export const NASTY_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\uffff\ufffe',
  '\u202eevil\u2066',
  'e\u0301\u0301\u0301\u0301',
  '𝒳👩‍👩‍👧‍👦',
  'ﷺ',
  "' OR '1'='1",
  "'; DROP TABLE companies; --",
  '%',
  '_%_',
  '\\',
  '$1 {{x}} %s %n',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</textarea><svg/onload=alert(1)>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '//evil.example',
  'https://user:pass@evil.example',
  'http://[::1',
  '../../etc/passwd',
  '..%2f..%2f',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-0',
  '1e400',
  '9007199254740993',
  '0x10',
  '=cmd|calc!A1',
  '\r\nSet-Cookie: a=b',
  'a'.repeat(300),
  'ㄱ'.repeat(6000),
  '삼성전자',
  'キーエンス',
  '老干妈',
] as const;

const NASTY_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.5,
  1e308,
  -(2 ** 53),
  [],
  {},
  [[]],
  [null],
  { length: 1e9 },
  { toString: 'x' },
  { $gt: '' },
  Array(2000).fill('x'),
];

const nastyText = fc.oneof(fc.constantFrom(...NASTY_TEXTS), fc.string({ unit: 'binary', maxLength: 40 }));
const nasty = fc.oneof(
  { weight: 3, arbitrary: nastyText as fc.Arbitrary<unknown> },
  { weight: 2, arbitrary: fc.constantFrom(...NASTY_VALUES) },
  { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<unknown> },
);

/** Values that a JSON Schema accepts; rules outside the JSON Schema may be violated. */
function plausible(schema: Schema): fc.Arbitrary<unknown> {
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  if ('const' in schema) return fc.constant(schema['const']);
  const either = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as Schema[] | undefined;
  if (either) return fc.oneof(...either.map(plausible));
  switch (schema['type']) {
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'integer':
    case 'number':
      return fc.integer({
        min: Math.max(-(2 ** 31), Number(schema['minimum'] ?? 0)),
        max: Math.min(2 ** 31, Number(schema['maximum'] ?? 3000)),
      });
    case 'array':
      return fc.array(plausible((schema['items'] as Schema | undefined) ?? {}), { maxLength: 4 });
    case 'object':
      return objectOf(schema, plausible);
    default:
      return fc.oneof(
        fc.constantFrom(
          'Acme',
          '리노공업',
          '$10M',
          'ada@example.com',
          'https://example.com/a?b=c',
          'correct horse battery',
          'en',
          'none',
        ),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
        nastyText,
      );
  }
}

function objectOf(schema: Schema, of: (schema: Schema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema['properties'] as Record<string, Schema> | undefined) ?? {});
  const required = new Set((schema['required'] as string[] | undefined) ?? []);
  const fields = properties.map(([name, property]) =>
    fc
      .oneof(
        { weight: 8, arbitrary: of(property) },
        { weight: 1, arbitrary: nasty },
        { weight: required.has(name) ? 1 : 4, arbitrary: fc.constant(undefined) },
      )
      .map((value) => [name, value] as const),
  );
  return fc
    .tuple(
      ...fields,
      fc.oneof({ weight: 8, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: extraFields }),
    )
    .map((entries) => {
      const extra = entries.pop() as readonly (readonly [string, unknown])[];
      // As a parser of JSON makes it: `__proto__` is then a field like any other.
      return JSON.parse(
        `{${[...(entries as (readonly [string, unknown])[]), ...extra]
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`)
          .join(',')}}`,
      ) as unknown;
    });
}

const extraFields = fc.array(
  fc.tuple(
    fc.constantFrom(
      '__proto__',
      'constructor',
      'prototype',
      'is_active',
      'email_verified',
      'id',
      'score',
      'x',
    ),
    nasty,
  ),
  { maxLength: 3 },
);

const schemaOf = (part: z.ZodType): Schema =>
  z.toJSONSchema(part, {
    io: 'input',
    unrepresentable: 'any',
    cycles: 'ref',
    override: ({ zodSchema, jsonSchema }) => {
      const values = VALUES_OF_TODAY.get(zodSchema);
      if (values) jsonSchema.enum = [...values()];
    },
  }) as Schema;

const brokenJson = fc.constantFrom(
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '{"a":1}}',
  '\u0000',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `{"a":${'{"a":'.repeat(500)}1${'}'.repeat(501)}`,
  '{"__proto__":{"admin":true}}',
);

/** Requests of a call, from nearly right to nonsense. `ids` are ones that exist. */
export function requestsOf(
  call: Call,
  ids: Record<string, readonly string[]>,
): fc.Arbitrary<GeneratedRequest> {
  const paramNames = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const params = fc.record(
    Object.fromEntries(
      paramNames.map((name) => [
        name,
        fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom(...(ids[name] ?? ['acme'])) },
          { weight: 1, arbitrary: nastyText.filter((text) => text.isWellFormed() && text !== '') },
        ),
      ]),
    ),
  );
  const query = call.query
    ? objectOf(schemaOf(call.query), plausible).map((fields) => fields as Record<string, unknown>)
    : fc.constant({});
  const bodySchema = call.body && schemaOf(call.body);
  const body: fc.Arbitrary<string | undefined> = bodySchema
    ? fc.oneof(
        {
          weight: 12,
          arbitrary: (bodySchema['type'] === 'object'
            ? objectOf(bodySchema, plausible)
            : plausible(bodySchema)
          ).map((value) => JSON.stringify(value)),
        },
        { weight: 1, arbitrary: nasty.map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: brokenJson },
      )
    : fc.constant(undefined);
  return fc.tuple(params, query, body).map(([given, asked, payload]) => ({
    method: call.method,
    url: `/api${callPath(call, { params: given, query: wellFormed(asked) })}`,
    ...(payload === undefined ? {} : { payload }),
  }));
}

/** An address cannot carry half a surrogate pair. */
function wellFormed(query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed(),
    ]),
  );
}
