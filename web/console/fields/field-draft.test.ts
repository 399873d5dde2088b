import { expect, test } from 'vitest';
import { FIGURE_PARTS, figureSchema } from '../../../core/companies/facts.ts';
import { SHARED, type SharedFields } from '../../../core/companies/fields.ts';
import { type Cells, cellsOf, refusedCells, valuesOfDraft } from './field-draft.ts';

const cells = (typed: Record<string, string>): Cells => ({
  ...cellsOf(FIGURE_PARTS, undefined),
  ...{ metric: 'revenue', year: '2024', certainty: 'exact', currency: 'USD' },
  ...typed,
});
const saved = (typed: Record<string, string>) =>
  valuesOfDraft<Pick<SharedFields, 'figures'>>({ figures: SHARED.figures }, { figures: [cells(typed)] })
    .figures[0];

test('a row of figures takes numbers as people write them, and a currency in any case', () => {
  expect(saved({ amount: '1.2M', currency: ' usd ' })).toMatchObject({ amount: 1.2e6, currency: 'USD' });
  expect(saved({ amount: '5백만', currency: 'ｋｒｗ' })).toMatchObject({ amount: 5e6, currency: 'KRW' });
  expect(saved({ amount: '(1,200.5)', year: '２０２３' })).toMatchObject({ amount: -1200.5, year: 2023 });
});

test.each([
  [{ amount: 'a lot' }, ['amount']],
  [{ amount: '' }, ['amount']],
  [{ amount: '5', currency: 'dollars' }, ['currency']],
  [{ amount: '5', year: '20x4', certainty: '' }, ['certainty', 'year']],
  [{ amount: '1.2M' }, []],
])('of the row %j the cells %j are marked', (typed, refused) => {
  expect([...refusedCells(figureSchema, FIGURE_PARTS, cells(typed))].sort()).toEqual(refused);
});

test('an empty row has nothing to mark', () => {
  expect(refusedCells(figureSchema, FIGURE_PARTS, cellsOf(FIGURE_PARTS, undefined)).size).toBe(0);
});
