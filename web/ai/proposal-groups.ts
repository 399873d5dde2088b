import type { FieldProposal, WebSource } from '../../core/ai/calls.ts';
import type { AdminCompany, CompanyChanges } from '../../core/companies/admin-calls.ts';
import type { Language } from '../../core/languages.ts';

/** Proposals that are accepted or rejected together: a figure, and what says when and how it was true. */
export interface ProposalGroup {
  key: string;
  field: string;
  /** Null for common fields. */
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

/** The figure that a field says something about: `revenue` of `revenue_as_of`; else the field itself. */
export const figureOf = (field: string) => field.replace(/_as_of$|_basis$/, '');

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

/** What saving the groups sends. */
export function changesOfGroups(groups: readonly ProposalGroup[]): CompanyChanges {
  const changes: Record<string, unknown> = {};
  const content: Partial<Record<Language, Record<string, unknown>>> = {};
  for (const { language, members } of groups) {
    for (const { field, proposed } of members) {
      if (language === null) changes[field] = proposed;
      else content[language] = { ...content[language], [field]: proposed };
    }
  }
  return { ...changes, ...(Object.keys(content).length > 0 ? { content } : {}) } as CompanyChanges;
}
