import { expect, test } from 'vitest';
import { queryOf, withoutAddress } from './query.ts';

test.each([
  ['https://www.zoho.com', 'zoho'],
  ['HTTPS://www.Zoho.com/crm/?a=1#top', 'zoho'],
  [' http://zoho.com ', 'zoho'],
  ['https://blog.example.co.kr/a', 'example'],
  ['https://plausible.io', 'plausible'],
  ['zoho.com', 'zoho.com'],
  ['https://', 'https://'],
  ['https://zoho.com is nice', 'https://zoho.com is nice'],
  ['zoho', 'zoho'],
])('%j is searched for as %j', (q, name) => {
  expect(withoutAddress(q)).toBe(name);
  expect(queryOf(q).words).toEqual(queryOf(name).words);
});
