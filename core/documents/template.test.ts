import { expect, test } from 'vitest';
import { parseRuns } from './markdown.ts';
import { fillTemplate } from './template.ts';

test('facts are put in, sections stand by them, and what is no fact stays', () => {
  const text =
    '{{site}}{{#contact}}\nWrite to {{contact}}.\n{{/contact}}{{^contact}}\nNobody.\n{{/contact}}{{other}}';
  expect(fillTemplate(text, { site: 'A', contact: 'a@b.example' })).toBe('AWrite to a@b.example.\n{{other}}');
  expect(fillTemplate(text, { site: 'A', contact: undefined })).toBe('ANobody.\n{{other}}');
});

test('a fact is text, whatever signs are in it', () => {
  expect(parseRuns(fillTemplate('**{{site}}**', { site: 'a*b[c](/d)`e' }))).toEqual([
    { text: 'a*b[c](/d)`e', bold: true },
  ]);
});

test.each([
  ['작은 거인들', '작은 거인들은 작은 거인들이 작은 거인들을'],
  ['회사', '회사는 회사가 회사를'],
  ['Loom', 'Loom은(는) Loom이(가) Loom을(를)'],
])('behind %s the right Korean particle is chosen', (site, filled) => {
  expect(fillTemplate('{{site}}은(는) {{site}}이(가) {{site}}을(를)', { site })).toBe(filled);
});
