import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkWith, PARAM_KINDS, paramsOf, REFUSAL_CODES, refusal, refusedAs } from './refusal.ts';
import { trimmedText } from './schemas.ts';

const refusalsOf = (schema: z.ZodType, value: unknown) =>
  checkWith(schema, value).refusals?.map(({ path, code, params }) => [path.join('.'), code, params]);

const kindSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('a') }),
  z.object({ kind: z.literal('b') }),
]);

test.each([
  ['absent', z.object({ a: z.string() }), {}, 'a', 'required', undefined],
  ['absent choice', z.object({ a: z.enum(['x']) }), {}, 'a', 'required', undefined],
  ['null', z.object({ a: z.string() }), { a: null }, 'a', 'not_a_text', undefined],
  ['text for a number', z.number(), 'x', '', 'not_a_number', undefined],
  ['query that is no number', z.coerce.number(), 'x', '', 'not_a_number', undefined],
  ['fraction', z.number().int(), 1.5, '', 'not_a_whole_number', undefined],
  ['number for a switch', z.boolean(), 1, '', 'not_a_boolean', undefined],
  ['text for a list', z.array(z.string()), 'x', '', 'not_a_list', undefined],
  ['list for an object', z.object({}), [], '', 'not_an_object', undefined],
  ['empty text', z.string().min(1), '', '', 'required', undefined],
  ['short text', z.string().min(8), 'x', '', 'too_short', { min: 8 }],
  ['long text', z.string().max(2), 'xxx', '', 'too_long', { max: 2 }],
  ['small number', z.number().min(1), 0, '', 'too_small', { min: 1 }],
  ['big number', z.number().max(9), 10, '', 'too_big', { max: 9 }],
  ['short list', z.array(z.string()).min(1), [], '', 'too_few', { min: 1 }],
  ['long list', z.array(z.string()).max(1), ['a', 'b'], '', 'too_many', { max: 1 }],
  ['wrong choice', z.enum(['x', 'y']), 'z', '', 'not_one_of', { values: ['x', 'y'] }],
  [
    'wrong literal of several',
    z.union([z.literal(1), z.literal(2)]),
    3,
    '',
    'not_one_of',
    { values: ['1', '2'] },
  ],
  ['wrong discriminator', kindSchema, { kind: 'c' }, 'kind', 'not_one_of', { values: ['a', 'b'] }],
  ['absent discriminator', kindSchema, {}, 'kind', 'required', undefined],
  ['strange key', z.strictObject({}), { a: 1 }, '', 'unknown_key', { keys: ['a'] }],
  [
    'strange key of a record',
    z.partialRecord(z.enum(['en']), z.string()),
    { xx: 'a' },
    '',
    'unknown_key',
    { keys: ['xx'] },
  ],
  ['e-mail', z.email(), 'x', '', 'invalid_email', undefined],
  ['UUID', z.uuid(), 'x', '', 'invalid_uuid', undefined],
  ['moment', z.iso.datetime(), 'x', '', 'invalid_moment', undefined],
  ['day', z.iso.date(), '2026-02-30', '', 'invalid_day', undefined],
  [
    'alternatives',
    z.union([z.object({ a: z.object({ b: z.string() }) }), z.literal('')]),
    { a: { b: 1 } },
    'a.b',
    'not_a_text',
    undefined,
  ],
  ['own rule', z.string().refine(() => false, refusedAs('invalid_slug')), 'x', '', 'invalid_slug', undefined],
  [
    'own rule with params',
    z.string().refine(() => false, refusedAs('too_long', { max: 3 })),
    'x',
    '',
    'too_long',
    { max: 3 },
  ],
])('%s', (_, schema, value, path, code, params) => {
  expect(refusalsOf(schema, value)).toEqual([[path, code, params]]);
});

test('a text that is far too long is told the limit that holds, once', () => {
  expect(refusalsOf(trimmedText(1, 20), 'x'.repeat(21))).toEqual([['', 'too_long', { max: 20 }]]);
  expect(refusalsOf(trimmedText(1, 20), 'x'.repeat(100_000))).toEqual([['', 'too_long', { max: 20 }]]);
});

test('what an answer repeats of a request is short', () => {
  const keys = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`${i}${'x'.repeat(1000)}`, 1]));
  const { refusals = [] } = checkWith(z.strictObject({}), keys);
  expect(JSON.stringify(refusals[0]?.params).length).toBeLessThan(2000);
});

test('the sentence of a refusal names its params', () => {
  expect(refusal('same_id', { id: 'a', index: 3 })).toEqual({
    code: 'same_id',
    params: { id: 'a', index: 3 },
    message: "Has the same id 'a' as the company at index 3",
  });
  expect(refusal('required')).toEqual({ code: 'required', message: 'Is required' });
  for (const code of REFUSAL_CODES)
    for (const name of paramsOf(code)) expect(PARAM_KINDS[name]).toBeDefined();
});
