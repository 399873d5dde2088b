import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEARCH_FIELDS, UPDATE_FIELDS } from '../companies/fields.ts';
import { readAttributions, readProposal } from './proposal.ts';

test('values that an administrator could save are taken, revenue in its normal form', () => {
  const output = {
    name: ' Acme ',
    revenue: '10 million USD per year',
    employees: 12,
    founded: 2004,
    website: 'https://acme.example',
    category: 'small-teams',
    highlights: ['One'],
  };
  expect(readProposal(output, SEARCH_FIELDS)).toEqual({ ...output, name: 'Acme', revenue: '$10M' });
});

test.each([
  ['employees', 0],
  ['employees', '12'],
  ['employees', null],
  ['founded', 1800],
  ['website', 'javascript:alert(1)'],
  ['website', ''],
  ['category', 'all'],
  ['revenue', 'Not disclosed'],
  ['revenue', '€5M'],
  ['description', ''],
  ['description', ['text']],
  ['highlights', []],
  ['highlights', 'One'],
  ['founder', 'x'.repeat(301)],
])('%s %j is dropped', (field, value) => {
  expect(readProposal({ [field]: value }, SEARCH_FIELDS)).toEqual({});
});

test('an update proposes neither name nor category', () => {
  expect(readProposal({ name: 'Other', category: 'no-seed', employees: 3 }, UPDATE_FIELDS)).toEqual({
    employees: 3,
  });
});

test('sources need a web address and a topic of the directory', () => {
  expect(
    readAttributions([
      { url: 'https://a.example', supports: ['revenue', 'weather'] },
      { url: 'https://b.example', supports: ['weather'] },
      { url: 'data:text/html,x', supports: ['revenue'] },
      'https://c.example',
    ]),
  ).toEqual([{ url: 'https://a.example', supports: ['revenue'] }]);
});

test('whatever a model says is read without an error', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...SEARCH_FIELDS, 'sources'), fc.anything()), (output) => {
      readProposal(output, SEARCH_FIELDS);
      readAttributions(output['sources']);
    }),
  );
});
