import { expect, test } from 'vitest';
import { changeLine } from './text.ts';

const texts = {
  text: (key: string) => `<${key}>`,
  anonymous: 'Nobody',
  labelled: (label: string, value: string) => `${label}= ${value}`,
  category: (id: string) => `[${id}]`,
};
const change = (
  field: string,
  from: unknown,
  to: unknown,
  year: number | null = null,
  comment: object | null = null,
) =>
  ({
    id: '1',
    at: '',
    company: { id: 'a', name: 'A' },
    field,
    from,
    to,
    year,
    source: null,
    comment,
  }) as never;
const by = (author: string, person: number | null = null) => ({ id: 'c', author, person, path: '' });

test.each([
  [change('created', null, null), '<change_created>'],
  [change('revenue', '$1M', '$2M', 2025), '<revenue>= $1M → $2M (2025)'],
  [change('employees', null, 7), '<employees>= 7'],
  [change('employees', 7, null), '<employees>= 7 → –'],
  [change('category', 'no-seed', 'gone'), '<change_category>= [no-seed] → [gone]'],
  [change('country', 'KR', 'JP'), '<filter_country>= 대한민국 → 일본'],
  [change('status', null, 'closed'), '<status>= <status_closed>'],
  [change('comment', null, 1, null, by('Anonymous User', 3)), '<change_comment>= Nobody 3'],
  [change('comment', null, 1, null, by('Ada')), '<change_comment>= Ada'],
  [change('comment', null, 4, null, by('Ada')), '<change_comments>= 4'],
])('a change is one line: %#', (given, line) => {
  expect(changeLine(given, 'ko', texts)).toBe(line);
});
