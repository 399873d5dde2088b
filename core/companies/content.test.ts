import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contentFileSchema } from './content.ts';

const file = JSON.parse(
  readFileSync(new URL('../../content/companies/37signals.json', import.meta.url), 'utf8'),
);

test.each([
  ['37signals.com', 'https://37signals.com'],
  ['http://37signals.com/', 'http://37signals.com/'],
  ['https://37signals.com', 'https://37signals.com'],
])('the website %j of a file is read as %j', (website, read) => {
  expect(contentFileSchema.parse({ ...file, website }).website).toBe(read);
});

test.each(['javascript:alert(1)', '37signals', 'ftp://37signals.com', ''])('%j is no website', (website) => {
  expect(contentFileSchema.safeParse({ ...file, website }).success).toBe(false);
});
