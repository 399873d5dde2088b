import { expect, test } from 'vitest';
import { costOf } from './prices.ts';

const MILLION = { input_tokens: 1_000_000, output_tokens: 500_000 };

test('tokens cost what the list says, whatever the date of the release, and nobody knows what others cost', () => {
  expect(costOf('claude-sonnet-5-5', MILLION)).toBe(7);
  expect(costOf('claude-haiku-4-5-20251001', MILLION)).toBe(3.5);
  expect(costOf('gemini-3.8-flash', { input_tokens: 0, output_tokens: 0 })).toBe(0);
  expect(costOf('a-gateway-of-ours', MILLION)).toBeNull();
  expect(costOf('claude-sonnet-5-5-large', MILLION)).toBeNull();
});
