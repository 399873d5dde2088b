import type { FieldProposal, WebSource } from '../../core/ai/calls.ts';
import type { AdminCompany, CompanyChanges } from '../../core/companies/admin-calls.ts';
import { figureOf } from '../../core/companies/figures.ts';
import type { Language } from '../../core/languages.ts';

/** Proposals that are accepted or rejected together: a figure, and what says when and how it was true. */
export interface ProposalGroup {
  key: string;
  field: string;
  /** Null for shared fields. */
  language: Language | null;
  /** What the company has now, and what is proposed instead. */
  members: { field: string; old: unknown; proposed: unknown }[];
  sources: WebSource[];
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function currentValue(company: AdminCompany, field: string, language: Language | null): unknown {
  if (language === null) {
    if (field === 'founder') return company.common_founder;
    return (company as Record<string, unknown>)[field] ?? null;
  }
  return (company.content[language] as Record<string, unknown> | undefined)?.[field] ?? null;
}

/** What proposals would change in a company as it is now, which can be another than they were made for. */
export function groupProposals(company: AdminCompany, proposals: readonly FieldProposal[]): ProposalGroup[] {
  const groups = new Map<string, ProposalGroup>();
  for (const { field, language, proposed, sources } of proposals) {
    const old = currentValue(company, field, language);
    if (same(old, proposed) || (language !== null && !company.content[language])) continue;
    const figure = figureOf(field);
    const key = `${language ?? 'shared'}.${figure}`;
    const group = groups.get(key) ?? { key, field: figure, language, members: [], sources: [] };
    group.members.push({ field, old, proposed });
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

/** What saving those of the groups sends that are not rejected. */
export function changesOfGroups(
  groups: readonly ProposalGroup[],
  rejected: ReadonlySet<string> = new Set(),
): CompanyChanges {
  const changes: Record<string, unknown> = {};
  const content: Partial<Record<Language, Record<string, unknown>>> = {};
  const rejectedFields = new Set(groups.filter(({ key }) => rejected.has(key)).map(({ field }) => field));
  for (const { language, members } of groups.filter(({ key }) => !rejected.has(key))) {
    for (const { field, old, proposed } of members) {
      if (field === 'sources')
        changes[field] = sourcesWithout(rejectedFields, old as SourceList, proposed as SourceList);
      else if (language === null) changes[field] = proposed;
      else content[language] = { ...content[language], [field]: proposed };
    }
  }
  return { ...changes, ...(Object.keys(content).length > 0 ? { content } : {}) } as CompanyChanges;
}
