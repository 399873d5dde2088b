import type { CompanyFigure } from '../../../core/companies/facts.ts';
import { SHARED, type SharedFields } from '../../../core/companies/fields.ts';
import {
  FIGURE_FIELDS,
  FIGURES,
  type Figure,
  type FigureSources,
  topicsOf,
  withoutTopics,
} from '../../../core/companies/figures.ts';
import {
  FOLLOWING,
  figureAsHeadline,
  HEADLINES,
  type Headline,
  latestFigure,
} from '../../../core/companies/headline.ts';
import { readNumber } from '../../../core/companies/quantity.ts';
import { formatRevenue } from '../../../core/companies/revenue.ts';
import { controlText, type Drafted, unionOf, valuesOfDraft } from '../fields/field-draft.ts';

/** A company's figures, with when and how each was true, as their controls hold them. */
export type FigureDraft = Drafted<Pick<SharedFields, ClaimedField>>;
type ClaimedField = Figure | (typeof FIGURES)[Figure][number] | 'sources';

/** The same with the list of figures that a headline can follow. */
export type HeadlineDraft = FigureDraft &
  Drafted<Pick<SharedFields, 'figures' | (typeof FOLLOWING)[Headline]>>;

const FIGURE_LIST = { figures: SHARED.figures };
const figuresIn = ({ figures }: HeadlineDraft) =>
  valuesOfDraft<Pick<SharedFields, 'figures'>>(FIGURE_LIST, { figures }).figures;

/** The figure that a headline follows, or could follow. */
export const figureFor = (draft: HeadlineDraft, headline: Headline): CompanyFigure | undefined =>
  latestFigure(figuresIn(draft), headline);

/** The draft with headlines updated from figures, where headlines follow figures. */
export function withHeadlines<D extends HeadlineDraft>(draft: D): D {
  const after = { ...draft };
  for (const headline of HEADLINES.filter((one) => draft[FOLLOWING[one]])) {
    const figure = figureFor(draft, headline);
    const values = figure ? Object.entries(figureAsHeadline(figure, headline)) : [];
    for (const [name, value] of values) Object.assign(after, { [name]: controlText(value) });
  }
  return after;
}

function isFigureChanged(stored: FigureDraft, draft: FigureDraft, figure: Figure): boolean {
  if (figure === 'revenue') return formatRevenue(stored.revenue) !== formatRevenue(draft.revenue);
  return !Object.is(readNumber(stored[figure]), readNumber(draft[figure]));
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
      // Stored order, so that unchanged topics compare as equal.
      const all = unionOf(row.supports, supports);
      const known = source.supports.filter((topic) => all.includes(topic));
      sources[there] = { ...row, supports: unionOf(known, all) };
    } else sources.splice(at, 0, { ...source, supports });
  }
  const kept = { ...draft, sources };
  for (const field of FIGURES[figure])
    if (kept[field] === '') Object.assign(kept, { [field]: stored[field] });
  return kept;
}

/**
 * The draft after an edit: a headline that follows the figures is theirs, and one that was changed loses
 * what was said of the stored one, and gets it back with the stored one.
 */
export function followFigures<D extends HeadlineDraft>(stored: D, before: D, edited: D): D {
  const after = withHeadlines(edited);
  let draft = after;
  for (const figure of FIGURE_FIELDS) {
    const was = isFigureChanged(stored, before, figure);
    const is = isFigureChanged(stored, after, figure);
    if (!was && is) draft = endClaims(stored, draft, figure);
    if (was && !is) draft = keepClaims(stored, draft, figure);
  }
  return withHeadlines(draft);
}

/** Whether a figure is a new one of which something is not said yet, and whether what was said of the old one can stay. */
export function openClaims(
  stored: FigureDraft,
  draft: FigureDraft,
  figure: Figure,
): { isOpen: boolean; canKeep: boolean } {
  if (!isFigureChanged(stored, draft, figure) || draft[figure].trim() === '')
    return { isOpen: false, canKeep: false };
  const supports = (sources: FigureSources) =>
    sources.some((source) => topicsOf(figure, stored).some((topic) => source.supports.includes(topic)));
  const isOpen = FIGURES[figure].some((field) => draft[field] === '') || !supports(draft.sources);
  const canKeep =
    FIGURES[figure].some((field) => draft[field] === '' && stored[field] !== '') ||
    (supports(stored.sources) && !supports(draft.sources));
  return { isOpen, canKeep };
}
