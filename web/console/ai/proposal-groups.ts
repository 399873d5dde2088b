import type { FieldProposal, WebSource } from '../../../core/ai/calls.ts';
import type { AdminCompany, CompanyChanges } from '../../../core/companies/admin-calls.ts';
import { type CompanyFigure, isOfSame, isSameAmount, withFigures } from '../../../core/companies/facts.ts';
import { figureOf, METRIC_TOPICS } from '../../../core/companies/figures.ts';
import { flatValues, nestedValues } from '../../../core/companies/own-fields.ts';
import { equalJson } from '../../../core/equal-json.ts';
import type { Language } from '../../../core/languages.ts';

interface ProposedValue {
  field: string;
  old: unknown;
  proposed: unknown;
  /** The place of its proposal in the list. */
  place: number;
}

/** Proposals that are accepted or rejected together: a figure, and what says when and how it was true. */
export interface ProposalGroup {
  key: string;
  field: string;
  /** Null for shared fields. */
  language: Language | null;
  /** Current and proposed value of each field in the group. */
  members: ProposedValue[];
  sources: WebSource[];
  /** Stored figures to which an accepted figure is added; set only if the group proposes a figure. */
  figures?: readonly CompanyFigure[];
  /** Why the group is not accepted by default: the value changed since the model was asked, a person wrote it, or another figure of this year stands there. */
  doubt?: 'stale' | 'person' | 'figure';
}

/** A proposal, with the state of the value that it would replace. */
export type JudgedProposal = FieldProposal & { stale?: boolean; by_person?: boolean };

const doubtOf = ({ stale, by_person }: JudgedProposal) =>
  stale ? 'stale' : by_person ? 'person' : undefined;

/** Groups without a decision. */
export const undecided = (groups: readonly ProposalGroup[]): ReadonlySet<string> =>
  new Set(groups.filter(({ doubt }) => doubt).map(({ key }) => key));

function currentValue(company: AdminCompany, field: string, language: Language | null): unknown {
  if (language === null) {
    if (field === 'founder') return company.common_founder;
    return flatValues(company)[field] ?? null;
  }
  return flatValues(company.content[language] ?? {})[field] ?? null;
}

/** What proposals would change in a company as it is now, which can be another than they were made for. */
export function groupProposals(company: AdminCompany, proposals: readonly JudgedProposal[]): ProposalGroup[] {
  const groups = new Map<string, ProposalGroup>();
  for (const [place, proposal] of proposals.entries()) {
    const { field, language, proposed, sources } = proposal;
    const doubt = doubtOf(proposal);
    if (field === 'figures') {
      const figure = proposed as CompanyFigure;
      const there = company.figures.find((one) => isOfSame(one, figure)) ?? null;
      if (there && isSameAmount(there, figure)) continue;
      const { metric, year, month = '', basis = '' } = figure;
      const key = ['shared.figures', metric, year, month, basis].join('.');
      groups.set(key, {
        key,
        field,
        language,
        members: [{ field, old: there, proposed, place }],
        sources,
        figures: company.figures,
        ...(doubt || there ? { doubt: doubt ?? 'figure' } : {}),
      });
      continue;
    }
    const old = currentValue(company, field, language);
    if (equalJson(old, proposed) || (language !== null && !company.content[language])) continue;
    const figure = figureOf(field);
    const key = `${language ?? 'shared'}.${figure}`;
    const group = groups.get(key) ?? { key, field: figure, language, members: [], sources: [] };
    group.members.push({ field, old, proposed, place });
    if (doubt) group.doubt = group.doubt === 'stale' ? 'stale' : doubt;
    for (const source of sources) {
      if (!group.sources.some(({ url }) => url === source.url)) group.sources.push(source);
    }
    groups.set(key, group);
  }
  return [...groups.values()];
}

type SourceList = NonNullable<CompanyChanges['sources']>;

/**
 * The proposed sources, as they are where some of the values are rejected: a page found for a value
 * that is not taken supports nothing of the company, and what supports the old one still does.
 */
function sourcesWithout(rejected: ReadonlySet<string>, old: SourceList, proposed: SourceList): SourceList {
  const isRejected = (topic: string) => rejected.has(topic);
  const before = new Map(old.map((source) => [source.url, source]));
  const kept = proposed.flatMap((source) => {
    const was = before.get(source.url);
    const supports = [
      ...source.supports.filter((topic) => !isRejected(topic)),
      ...(was?.supports.filter(isRejected) ?? []),
    ];
    return supports.length > 0 || source.supports.length === 0 ? [{ ...source, supports }] : [];
  });
  const still = old.filter(
    ({ url, supports }) => supports.some(isRejected) && !kept.some((source) => source.url === url),
  );
  return [...kept, ...still.map((source) => ({ ...source, supports: source.supports.filter(isRejected) }))];
}

/** Request body of the accepted groups. */
export function changesOfGroups(
  groups: readonly ProposalGroup[],
  rejected: ReadonlySet<string> = new Set(),
): CompanyChanges {
  const changes: Record<string, unknown> = {};
  const content: Partial<Record<Language, Record<string, unknown>>> = {};
  const topics = (some: readonly ProposalGroup[]) =>
    some.flatMap(({ field, members }) =>
      field === 'figures'
        ? members.map(({ proposed }) => METRIC_TOPICS[(proposed as CompanyFigure).metric])
        : [field],
    );
  const isRejected = ({ key }: ProposalGroup) => rejected.has(key);
  const accepted = topics(groups.filter((group) => !isRejected(group)));
  // A topic with both accepted and rejected proposals is not rejected: one source may support both.
  const rejectedFields = new Set(
    topics(groups.filter(isRejected)).filter((one) => !(accepted as string[]).includes(one)),
  );
  const figures = groups.filter((group) => group.field === 'figures' && !isRejected(group));
  if (figures[0]?.figures)
    changes['figures'] = withFigures(
      figures[0].figures,
      figures.flatMap(({ members }) => members.map(({ proposed }) => proposed as CompanyFigure)),
    );
  for (const { language, members } of groups.filter(({ key }) => !rejected.has(key))) {
    for (const { field, old, proposed } of members) {
      if (field === 'figures') continue;
      if (field === 'sources')
        changes[field] = sourcesWithout(rejectedFields, old as SourceList, proposed as SourceList);
      else if (language === null) changes[field] = proposed;
      else content[language] = { ...content[language], [field]: proposed };
    }
  }
  const texts = Object.entries(content).map(([language, text]) => [language, nestedValues(text)]);
  return {
    ...nestedValues(changes),
    ...(texts.length > 0 ? { content: Object.fromEntries(texts) } : {}),
  } as CompanyChanges;
}
