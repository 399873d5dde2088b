import type { FieldProposal, WebSource } from '../../../core/ai/calls.ts';
import { readAttributions, readProposal } from '../../../core/ai/proposal.ts';
import type { AdminCompany } from '../../../core/companies/admin-calls.ts';
import { type CompanyFigure, isOfSame, isSameAmount } from '../../../core/companies/facts.ts';
import { findField, ownUpdateFields, SOURCES_MAX, UPDATE_FIELDS } from '../../../core/companies/fields.ts';
import {
  FIGURE_FIELDS,
  FIGURES,
  figureOf,
  isFigure,
  METRIC_TOPICS,
  outdatedClaims,
} from '../../../core/companies/figures.ts';
import { FOLLOWING, HEADLINES } from '../../../core/companies/headline.ts';
import type { HistoryEntry } from '../../../core/companies/history-calls.ts';
import { flatValues } from '../../../core/companies/own-fields.ts';
import { SOURCE_TOPICS } from '../../../core/companies/sources.ts';
import { equalJson } from '../../../core/equal-json.ts';
import { DEFAULT_LANGUAGE } from '../../../core/languages.ts';
import type { AiAnswer } from './ai.ts';

/** Whether a field is saved with the text of the company's language: `founder` only beside English. */
const belongsToText = (field: string, company: AdminCompany) =>
  findField(field, company.language) !== undefined &&
  (field !== 'founder' || company.language !== DEFAULT_LANGUAGE);

/** The form in which two spellings of an address are the same page. */
function pageKey(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return origin + pathname.replace(/\/+$/, '') + search;
}

/** The pages of an answer, with what the model says that each states. */
export function attributedSources({ output, sources }: Pick<AiAnswer, 'output' | 'sources'>) {
  const attributions = readAttributions(output['sources']);
  return sources.map((page) => {
    const named = attributions.filter(({ url }) => pageKey(url) === pageKey(page.url));
    return { ...page, supports: [...new Set(named.flatMap(({ supports }) => supports))] };
  });
}

/** A proposal, and whether its sources are those the model named for it, and not all of the answer's. */
export type CitedProposal = FieldProposal & { cited: boolean };

/**
 * What an answer would change in a company, field by field, with the pages it is from. A page counts
 * only where the provider's own search found it: a model can make up an address.
 */
export function fieldProposals(company: AdminCompany, { output, sources }: AiAnswer): CitedProposal[] {
  const values: Record<string, unknown> = { ...readProposal(output, UPDATE_FIELDS, ownUpdateFields()) };
  const current = flatValues(company);
  const figures = figureProposals(company, (values['figures'] ?? []) as CompanyFigure[], sources);
  delete values['figures'];
  // A headline that follows the figures is none to propose: a newer figure is.
  for (const headline of HEADLINES.filter((one) => company[FOLLOWING[one]]))
    for (const field of [headline, ...FIGURES[headline]]) delete values[field];
  for (const figure of FIGURE_FIELDS) {
    const changes = values[figure] !== undefined && !equalJson(values[figure], current[figure]);
    if (changes) for (const qualifier of FIGURES[figure]) values[qualifier] ??= null;
  }
  const found = new Map(sources.map((source) => [pageKey(source.url), source]));
  const attributions = readAttributions(output['sources']);
  const citedFor = (field: string): WebSource[] =>
    attributions
      .filter(({ supports }) => (supports as string[]).includes(figureOf(field)))
      .flatMap(({ url }) => found.get(pageKey(url)) ?? []);
  const fields = Object.entries(values)
    .filter(([field, value]) => !equalJson(value, current[field]))
    .map(([field, proposed]) => {
      const cited = citedFor(field);
      return {
        field,
        language: belongsToText(field, company) ? company.language : null,
        old: current[field] ?? null,
        proposed,
        sources: cited.length > 0 ? cited : sources,
        cited: cited.length > 0,
      };
    });
  return [...fields, ...figures];
}

/** A figure with its source, if the provider's search found that page; else without a source. */
export function withFoundSource(
  { source, ...figure }: CompanyFigure,
  pages: readonly WebSource[],
): CompanyFigure {
  const page = source && pages.find(({ url }) => pageKey(url) === pageKey(source));
  return page ? { ...figure, source: page.url } : figure;
}

/** A proposal for each new figure with a source; figures without a source are dropped. */
function figureProposals(
  company: AdminCompany,
  said: readonly CompanyFigure[],
  pages: readonly WebSource[],
): CitedProposal[] {
  return said.flatMap((one): CitedProposal[] => {
    const figure = withFoundSource(one, pages);
    const page = pages.find(({ url }) => url === figure.source);
    const old = company.figures.find((known) => isOfSame(known, figure)) ?? null;
    if (!page || (old && isSameAmount(old, figure))) return [];
    return [{ field: 'figures', language: null, old, proposed: figure, sources: [page], cited: true }];
  });
}

/** What the source of a proposal supports. */
const topicOf = ({ field, proposed }: FieldProposal) =>
  field === 'figures'
    ? METRIC_TOPICS[(proposed as CompanyFigure).metric]
    : SOURCE_TOPICS.find((known) => known === field);

/**
 * The proposals, and one more for the company's list of sources: the pages cited for the others are
 * added to it, and none where the list would get too long. What supported a figure that changes is
 * no source of the new one.
 */
export function withCitations(company: AdminCompany, proposals: readonly CitedProposal[]): CitedProposal[] {
  const figures = Object.fromEntries(
    proposals.flatMap(({ field, proposed }) => (isFigure(field) ? [[field, proposed]] : [])),
  );
  const { sources = company.sources } = outdatedClaims(company, figures);
  const merged = sources.map((source) => ({ ...source }));
  const pages: WebSource[] = [];
  for (const proposal of proposals) {
    const { cited, sources } = proposal;
    const topic = topicOf(proposal);
    if (!topic || !cited) continue;
    for (const page of sources) {
      pages.push(page);
      const there = merged.find((source) => source.url === page.url);
      if (!there) merged.push({ url: page.url, supports: [topic] });
      else if (!there.supports.includes(topic)) there.supports = [...there.supports, topic];
    }
  }
  if (pages.length === 0 || equalJson(merged, company.sources) || merged.length > SOURCES_MAX)
    return [...proposals];
  const own = { field: 'sources', language: null, old: company.sources, proposed: merged };
  return [...proposals, { ...own, sources: pages, cited: true }];
}

/** Whether a person took such a figure out of the list: what is not wanted does not come back by itself. */
function isTakenOut(figure: CompanyFigure, history: readonly HistoryEntry[]): boolean {
  const has = (value: unknown) => ((value ?? []) as CompanyFigure[]).some((one) => isOfSame(one, figure));
  return history
    .filter(({ actor_kind }) => actor_kind === 'person')
    .flatMap(({ changes }) => changes)
    .some(({ field, before, after }) => field === 'figures' && has(before) && !has(after));
}

/**
 * The proposals without figures that a person took out.
 * @param history the newest first
 */
export function withoutTakenOut(
  proposals: readonly CitedProposal[],
  history: readonly HistoryEntry[],
): CitedProposal[] {
  return proposals.filter(
    ({ field, proposed }) => field !== 'figures' || !isTakenOut(proposed as CompanyFigure, history),
  );
}
