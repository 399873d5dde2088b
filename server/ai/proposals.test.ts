import { expect, test } from 'vitest';
import type { AdminCompany, HistoryEntry } from '../../core/companies/admin-calls.ts';
import type { CompanyFigure } from '../../core/companies/facts.ts';
import type { AiAnswer } from './ai.ts';
import { fieldProposals, sparingPeople, toSave } from './proposals.ts';

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

test('nobody looking, figures are only added: none is replaced, and none that a person took out comes back', () => {
  const there = company([figure(2020, 3)]);
  const proposals = fieldProposals(there, answer([figure(2020, 9), figure(2021, 4), figure(2022, 5)]));
  const history = [
    // The list is a person's, as a whole: a figure more takes nothing from him.
    entry('person', [figure(2020, 3), figure(2021, 4)], [figure(2020, 3)]),
    entry('ai', [figure(2022, 5)], []),
  ];
  const { free, spared } = sparingPeople(proposals, history);
  expect(free.map(({ proposed }) => proposed)).toEqual([figure(2022, 5)]);
  expect(spared.map(({ old, proposed }) => [old, proposed])).toEqual([
    [figure(2020, 3), figure(2020, 9)],
    [null, figure(2021, 4)],
  ]);
  expect(toSave(there, free).shared).toEqual({ figures: [figure(2020, 3), figure(2022, 5)] });
});

test('a list that is full takes no more', () => {
  const full = company(Array.from({ length: 60 }, (_, i) => figure(1900 + i, 1)));
  const proposals = fieldProposals(full, answer([figure(2022, 5)]));
  expect(toSave(full, proposals).shared?.figures).toHaveLength(60);
});
