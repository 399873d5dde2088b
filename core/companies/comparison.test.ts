import { expect, test } from 'vitest';
import { extremes, parseComparison } from './comparison.ts';

test.each([
  [null, { ids: [], doubled: [], over: [] }],
  ['', { ids: [], doubled: [], over: [] }],
  ['b, a,,', { ids: ['b', 'a'], doubled: [], over: [] }],
  ['a,b,a,a', { ids: ['a', 'b'], doubled: ['a'], over: [] }],
  ['핀\u0000,\ud800', { ids: ['핀', '\ufffd'], doubled: [], over: [] }],
])('%s asks for companies in its order, each once', (text, asked) => {
  expect(parseComparison(text)).toEqual(asked);
});

test('however long an address is, few are looked up and named', () => {
  const many = Array.from({ length: 3000 }, (_, i) => `${'x'.repeat(100)}${i % 2000}`).join(',');
  const { ids, over } = parseComparison(many);
  expect([ids.length, over.length]).toEqual([8, 8]);
  expect(over[0]).toHaveLength(61);
});

test.each([
  [[1, 3, null, 2], { highest: 3, lowest: 1 }],
  [[2, 2], null],
  [[5, null], null],
  [[null, null], null],
  [[], null],
])('of %j the extremes are %j', (values, expected) => {
  expect(extremes(values)).toEqual(expected);
});
