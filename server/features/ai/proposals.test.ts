import { expect, test } from 'vitest';
import type { AdminCompany } from '../../../core/companies/admin-calls.ts';
import type { CompanyFigure } from '../../../core/companies/facts.ts';
import type { HistoryEntry } from '../../../core/companies/history-calls.ts';
import type { AiAnswer } from './ai.ts';
import { fieldProposals, withCitations, withoutTakenOut } from './proposals.ts';

const PAGE = { url: 'https://news.example/acme', title: 'Acme grows' };
const figure = (year: number, amount: number): CompanyFigure => ({
  metric: 'employees',
  year,
  amount,
  certainty: 'exact',
  source: PAGE.url,
});
const company = (figures: CompanyFigure[]) =>
  ({ figures, sources: [], language: 'en' }) as unknown as AdminCompany;
const answer = (figures: CompanyFigure[]) =>
  ({ output: { figures }, sources: [PAGE] }) as unknown as AiAnswer;
const entry = (actor_kind: HistoryEntry['actor_kind'], before: CompanyFigure[], after: CompanyFigure[]) =>
  ({ actor_kind, changes: [{ field: 'figures', language: null, before, after }] }) as unknown as HistoryEntry;

test('a figure that a person took out is not proposed again, one that a machine took out is', () => {
  const there = company([figure(2020, 3)]);
  const proposals = fieldProposals(there, answer([figure(2020, 9), figure(2021, 4), figure(2022, 5)]));
  const history = [
    entry('person', [figure(2020, 3), figure(2021, 4)], [figure(2020, 3)]),
    entry('ai', [figure(2022, 5)], []),
  ];
  expect(withoutTakenOut(proposals, history).map(({ old, proposed }) => [old, proposed])).toEqual([
    [figure(2020, 3), figure(2020, 9)],
    [null, figure(2022, 5)],
  ]);
});

test('what supported a figure that changes is no source of the new one', () => {
  const old = { url: 'https://old.example/acme', supports: ['revenue', 'founded'] };
  const there = { ...company([]), revenue: '$1M', sources: [old] } as unknown as AdminCompany;
  const proposal = {
    field: 'revenue',
    language: null,
    old: '$1M',
    proposed: '$2M',
    sources: [PAGE],
    cited: true,
  };
  expect(withCitations(there, [proposal]).find(({ field }) => field === 'sources')?.proposed).toEqual([
    { url: old.url, supports: ['founded'] },
    { url: PAGE.url, supports: ['revenue'] },
  ]);
});
