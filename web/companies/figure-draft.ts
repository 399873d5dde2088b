import type { REVENUE_BASES, SOURCE_TOPICS } from '../../core/companies/calls.ts';
import {
  FIGURE_FIELDS,
  FIGURES,
  type Figure,
  type Sources,
  topicsOf,
  withoutTopics,
} from '../../core/companies/figures.ts';
import { formatRevenue } from '../../core/companies/revenue.ts';

export type SourceTopic = (typeof SOURCE_TOPICS)[number];
/** A source as its controls hold it; an address that is still empty is not saved. */
export interface SourceDraft {
  url: string;
  supports: SourceTopic[];
}

/** A company's figures, with when and how each was true, as their controls hold them. */
export interface FigureDraft {
  revenue: string;
  revenue_as_of: string;
  revenue_basis: (typeof REVENUE_BASES)[number] | '';
  employees: string;
  employees_as_of: string;
  founded: string;
  sources: SourceDraft[];
}

/** A whole number as people type it, in full-width digits too; NaN where it is none. */
export function wholeNumber(text: string): number | null {
  const digits = text.normalize('NFKC').replace(/[\s,]/g, '');
  if (digits === '') return null;
  return /^-?\d+$/.test(digits) ? Number(digits) : Number.NaN;
}

/** What is saved of the sources: an address stands there once, with all that it supports. */
export function sourceValues(sources: readonly SourceDraft[]): SourceDraft[] {
  const byUrl = new Map<string, SourceDraft>();
  for (const source of sources) {
    const url = source.url.trim();
    if (url === '') continue;
    const there = byUrl.get(url);
    const supports = there ? union(there.supports, source.supports) : source.supports;
    byUrl.set(url, { ...source, ...there, url, supports });
  }
  return [...byUrl.values()];
}

const union = (some: readonly SourceTopic[], more: readonly SourceTopic[]) => [
  ...new Set([...some, ...more]),
];

function isFigureChanged(stored: FigureDraft, draft: FigureDraft, figure: Figure): boolean {
  if (figure === 'revenue') return formatRevenue(stored.revenue) !== formatRevenue(draft.revenue);
  return !Object.is(wholeNumber(stored[figure]), wholeNumber(draft[figure]));
}

/** The draft without what was said of the stored figure. */
function endClaims<D extends FigureDraft>(stored: FigureDraft, draft: D, figure: Figure): D {
  const ended = { ...draft, sources: withoutTopics(draft.sources, topicsOf(figure, stored)) };
  for (const field of FIGURES[figure])
    if (ended[field] === stored[field]) Object.assign(ended, { [field]: '' });
  return ended;
}

/** The draft with what was said of the stored figure, where nothing else is said yet. */
export function keepClaims<D extends FigureDraft>(stored: FigureDraft, draft: D, figure: Figure): D {
  const topics = topicsOf(figure, stored);
  const sources = [...draft.sources];
  for (const [at, source] of stored.sources.entries()) {
    const supports = source.supports.filter((topic) => topics.includes(topic));
    if (supports.length === 0) continue;
    const there = sources.findIndex(({ url }) => url === source.url);
    const row = sources[there];
    if (row) {
      // In the stored order, so that what is as it was is no change.
      const all = union(row.supports, supports);
      const known = source.supports.filter((topic) => all.includes(topic));
      sources[there] = { ...row, supports: union(known, all) };
    } else sources.splice(at, 0, { ...source, supports });
  }
  const kept = { ...draft, sources };
  for (const field of FIGURES[figure])
    if (kept[field] === '') Object.assign(kept, { [field]: stored[field] });
  return kept;
}

/**
 * The draft after an edit: a figure that was changed loses what was said of the stored one, and gets
 * it back with the stored figure.
 */
export function followFigures<D extends FigureDraft>(stored: FigureDraft, before: D, after: D): D {
  let draft = after;
  for (const figure of FIGURE_FIELDS) {
    const was = isFigureChanged(stored, before, figure);
    const is = isFigureChanged(stored, after, figure);
    if (!was && is) draft = endClaims(stored, draft, figure);
    if (was && !is) draft = keepClaims(stored, draft, figure);
  }
  return draft;
}

/** Whether a figure is a new one of which something is not said yet, and whether what was said of the old one can stay. */
export function openClaims(
  stored: FigureDraft,
  draft: FigureDraft,
  figure: Figure,
): { isOpen: boolean; canKeep: boolean } {
  if (!isFigureChanged(stored, draft, figure) || draft[figure].trim() === '')
    return { isOpen: false, canKeep: false };
  const supports = (sources: Sources) =>
    sources.some((source) => topicsOf(figure, stored).some((topic) => source.supports.includes(topic)));
  const isOpen = FIGURES[figure].some((field) => draft[field] === '') || !supports(draft.sources);
  const canKeep =
    FIGURES[figure].some((field) => draft[field] === '' && stored[field] !== '') ||
    (supports(stored.sources) && !supports(draft.sources));
  return { isOpen, canKeep };
}
