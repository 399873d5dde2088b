import { equalJson } from '../equal-json.ts';
import { LANGUAGES, type Language } from '../languages.ts';
import { type CompanyFigure, FIGURES_MAX, FOUNDERS_MAX, type Founder, isOfSame } from './facts.ts';
import {
  KINDS_MAX,
  type SharedFields,
  SOURCES_MAX,
  sharedNames,
  TAGS_MAX,
  type TextFields,
  textNames,
} from './fields.ts';
import { FIGURE_FIELDS, FIGURES, topicsOf, withoutTopics } from './figures.ts';
import { flatValues, nestedValues } from './own-fields.ts';
import { mergedSources, type Source } from './sources.ts';

/** A company as a merge reads it. */
export interface MergeSide {
  shared: SharedFields;
  texts: { [L in Language]?: TextFields | undefined };
}

/** Outcome of a merge for one field. */
export interface MergedField {
  /** As a body of the call names it: `revenue`, `field.ID`, `content.ko.story`. */
  path: string;
  field: string;
  /** Null for a field that all languages share. */
  language: Language | null;
  /** What the two companies have. */
  target: unknown;
  merged: unknown;
  result: unknown;
  /** `filled`: the target has nothing; `joined`: a list of what both have; `choice`: one of two values. */
  how: 'same' | 'filled' | 'joined' | 'choice';
}

/** Joins two lists, the first before the second; `max` items at most. */
type Join = (first: readonly never[], second: readonly never[]) => unknown[];

const joinValues =
  (max: number): Join =>
  (first, second) =>
    [...new Set<unknown>([...first, ...second])].slice(0, max);

const JOINED: Readonly<Record<string, Join>> = {
  kinds: joinValues(KINDS_MAX),
  tags: joinValues(TAGS_MAX),
  founders: (first: readonly Founder[], second: readonly Founder[]) =>
    [...first, ...second.filter(({ id }) => !first.some((one) => one.id === id))].slice(0, FOUNDERS_MAX),
  figures: (first: readonly CompanyFigure[], second: readonly CompanyFigure[]) =>
    [...first, ...second.filter((figure) => !first.some((one) => isOfSame(one, figure)))].slice(
      0,
      FIGURES_MAX,
    ),
  sources: (first: readonly Source[], second: readonly Source[]) =>
    mergedSources([...first, ...second]).slice(0, SOURCES_MAX),
};

const hasNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The figure that a field says something about: year and basis go with it. */
const COMPANIONS = new Map<string, string>(
  FIGURE_FIELDS.flatMap((figure) => FIGURES[figure].map((companion) => [companion, figure] as const)),
);

/** Fields that say how the target itself is kept: the merged company's fill nothing. */
const OF_TARGET: readonly string[] = ['show_on_site', 'score', 'revenue_follows', 'employees_follows'];

function mergeField(
  { path, field, language }: Pick<MergedField, 'path' | 'field' | 'language'>,
  [target, merged]: [unknown, unknown],
  isTaken: boolean,
): MergedField {
  const own = { path, field, language, target, merged };
  if (equalJson(target ?? null, merged ?? null) || hasNothing(merged))
    return { ...own, result: target, how: 'same' };
  if (hasNothing(target) && !OF_TARGET.includes(field)) return { ...own, result: merged, how: 'filled' };
  const join =
    language === null
      ? (JOINED[field] ?? (Array.isArray(target) && Array.isArray(merged) ? joinValues(Infinity) : undefined))
      : undefined;
  if (!join) return { ...own, result: isTaken ? merged : target, how: 'choice' };
  const lists = [target, merged] as [never[], never[]];
  const result = isTaken ? join(lists[1], lists[0]) : join(...lists);
  return { ...own, result, how: equalJson(result, target) ? 'same' : 'joined' };
}

/** Sources of each side support only what is said after the merge. */
function sourcesOf(
  { target, merged }: { target: SharedFields; merged: SharedFields },
  after: Record<string, unknown>,
) {
  const supporting = (side: SharedFields) =>
    withoutTopics(
      side.sources,
      FIGURE_FIELDS.filter((figure) => !equalJson(side[figure], after[figure])).flatMap((figure) =>
        topicsOf(figure, side),
      ),
    );
  return [supporting(target), supporting(merged)] as const;
}

/**
 * What becomes of each field of a company into which another one is merged: its own value stays unless it is empty or
 * the other's is taken; lists of what all languages share are joined.
 * @param taken paths of what is taken from the merged company; of a list, which comes first
 */
export function planMerge(
  target: MergeSide,
  merged: MergeSide,
  taken: readonly string[] = [],
): MergedField[] {
  const isTaken = new Set(taken);
  const values = { target: flatValues(target.shared), merged: flatValues(merged.shared) };
  const planned = new Map<string, MergedField>();
  for (const field of sharedNames()) {
    if (field === 'sources' || COMPANIONS.has(field)) continue;
    const pair: [unknown, unknown] = [values.target[field], values.merged[field]];
    planned.set(field, mergeField({ path: field, field, language: null }, pair, isTaken.has(field)));
  }
  for (const [field, figure] of COMPANIONS) {
    const of = planned.get(figure);
    const pair: [unknown, unknown] = [values.target[field], values.merged[field]];
    const whole = mergeField({ path: field, field, language: null }, pair, isTaken.has(field));
    const isOther = of !== undefined && !equalJson(of.target, of.merged);
    // Year and basis come with the chosen figure.
    const follows = isOther && !isTaken.has(field);
    const result = equalJson(of?.result, of?.target) ? whole.target : whole.merged;
    planned.set(field, follows ? { ...whole, result, how: 'same' } : whole);
  }
  const after = Object.fromEntries([...planned].map(([field, { result }]) => [field, result]));
  const [own, other] = sourcesOf({ target: target.shared, merged: merged.shared }, after);
  const joined = isTaken.has('sources')
    ? JOINED['sources']?.(other as never[], own as never[])
    : JOINED['sources']?.(own as never[], other as never[]);
  planned.set('sources', {
    path: 'sources',
    field: 'sources',
    language: null,
    target: target.shared.sources,
    merged: merged.shared.sources,
    result: joined,
    how: equalJson(joined, target.shared.sources) ? 'same' : 'joined',
  });
  const texts = LANGUAGES.flatMap((language) => {
    const [there, others] = [target.texts[language], merged.texts[language]];
    if (!others) return [];
    const [known, given] = [flatValues(there ?? {}), flatValues(others)];
    return textNames().flatMap((field) => {
      // A local spelling of other founders.
      if (field === 'founder' && after['founder'] !== merged.shared.founder) return [];
      const path = `content.${language}.${field}`;
      return mergeField({ path, field, language }, [known[field], given[field]], isTaken.has(path));
    });
  });
  return [...sharedNames().flatMap((field) => planned.get(field) ?? []), ...texts];
}

/** The save that a plan asks of the target. */
export function saveOfPlan(plan: readonly MergedField[]): {
  shared: Partial<SharedFields>;
  texts: { [L in Language]?: Partial<TextFields> };
} {
  const changed = plan.filter(({ target, result }) => !equalJson(target ?? null, result ?? null));
  const of = (wanted: Language | null) =>
    nestedValues(
      Object.fromEntries(
        changed.flatMap(({ field, language, result }) =>
          language === wanted ? [[field, result ?? null]] : [],
        ),
      ),
    );
  const texts = LANGUAGES.map((language) => [language, of(language)] as const);
  return {
    shared: of(null) as Partial<SharedFields>,
    texts: Object.fromEntries(texts.filter(([, text]) => Object.keys(text).length > 0)),
  };
}

/** Field paths that a merge can take, in the current configuration. */
export const mergePaths = (): ReadonlySet<string> =>
  new Set<string>([
    ...sharedNames(),
    ...LANGUAGES.flatMap((language) => textNames().map((field) => `content.${language}.${field}`)),
  ]);
