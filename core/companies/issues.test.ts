import { expect, test } from 'vitest';
import { annualRevenue } from '../testing/figures.ts';
import { emptyShared, type SharedFields } from './fields.ts';
import { findingsOf, reasonsFor } from './issues.ts';

const annual = (year: number, amount: number) =>
  annualRevenue(year, amount, { source: 'https://a.example/' });
const find = (company: Partial<SharedFields>) => findingsOf({ ...emptyShared(), ...company });
const all = { url: 'https://a.example/', supports: ['revenue' as const, 'employees' as const] };

test('the newest year is that of the head or of a figure, and what was closed or sold gets no older', () => {
  const company = {
    revenue: '$1M',
    revenue_as_of: 2020,
    figures: [annual(2022, 1e6)],
    employees_as_of: 2019,
  };
  expect(find(company).years).toEqual({ revenue: 2022, employees: 2019 });
  expect(find({ ...company, status: { kind: 'acquired', year: 2020 } }).years).toEqual({});
  expect(find({ ...company, status: { kind: 'listed' } }).years).toEqual({ revenue: 2022, employees: 2019 });
  expect(find({}).years).toEqual({});
  const findings = find(company);
  const reasons = (year: number) => reasonsFor('old', findings, { checked_at: null, year });
  expect(reasons(2020)).toEqual([{ kind: 'old', field: 'employees', year: 2019 }]);
  expect(reasons(2019)).toEqual([]);
});

test('what is said without a source is named, and figures are counted', () => {
  const { source: _, ...unsourced } = annual(2020, 1);
  expect(
    find({ revenue: '$1M', employees: 3, founded: 2001, figures: [unsourced], sources: [all] }).unsourced,
  ).toEqual({ fields: ['founded'], figures: 1 });
  expect(find({ figures: [annual(2020, 1)] }).unsourced).toEqual({ fields: [], figures: 0 });
});

test.each<[Partial<SharedFields>, unknown[]]>([
  [{ revenue: '$5M', revenue_as_of: 2024 }, [{ field: 'revenue', said: '$5M', latest: '$4M', year: 2024 }]],
  [{ revenue: '$5M', revenue_as_of: 2023 }, [{ field: 'revenue', said: '$5M', latest: '$4M', year: 2024 }]],
  [{ revenue: '$5M' }, [{ field: 'revenue', said: '$5M', latest: '$4M', year: 2024 }]],
  // Rounded, newer, of another kind, following, or unknown.
  [{ revenue: '$4.1M', revenue_as_of: 2024 }, []],
  [{ revenue: '$5M', revenue_as_of: 2025 }, []],
  [{ revenue: '$90M', revenue_basis: 'acquisition' }, []],
  [{ revenue: '$5M', revenue_follows: true }, []],
  [{ revenue: '', employees: null }, []],
  [
    { employees: 12, figures: [{ metric: 'employees', year: 2024, amount: 13, certainty: 'exact' }] },
    [{ field: 'employees', said: '12', latest: '13', year: 2024 }],
  ],
])('%j contradicts %j', (company, contradictions) => {
  expect(find({ figures: [annual(2024, 4e6)], ...company }).contradictions).toEqual(contradictions);
});
