import type { AdminCompany } from '../../../core/companies/admin-calls.ts';
import { EMPTY_TEXTS } from '../../../core/companies/fields.ts';
import { mergedValues } from '../../../core/companies/own-fields.ts';
import type { Draft } from '../../../core/drafts/calls.ts';
import { LANGUAGES } from '../../../core/languages.ts';
import type { Changes } from './company-changes.ts';

const NEW_TEXT = {
  ...EMPTY_TEXTS,
  updated_at: '',
  pending_since: null,
  pending_language: null,
  origin: 'person' as const,
  model: null,
  reviewed: true,
};

/** The company as a save of the changes would make it, as far as an editor shows it. */
export function withChanges(company: AdminCompany, { content = {}, ...shared }: Changes): AdminCompany {
  const common = shared.founder ?? company.common_founder;
  const texts = LANGUAGES.flatMap((language) => {
    const known = company.content[language];
    const given = content[language];
    if (!known && !given) return [];
    const own = known && known.founder !== company.common_founder ? known.founder : null;
    const founder = given?.founder === undefined ? own : given.founder;
    const fields = mergedValues(known?.fields, given?.fields) ?? undefined;
    return [[language, { ...NEW_TEXT, ...known, ...given, founder: founder ?? common, fields }]];
  });
  return {
    ...company,
    ...shared,
    founder: common,
    common_founder: common,
    fields: mergedValues(company.fields, shared.fields) ?? undefined,
    content: Object.fromEntries(texts),
  } as AdminCompany;
}

/** The company that a draft was made against. */
export const baseOfDraft = (company: AdminCompany, { before }: Draft): AdminCompany =>
  before ? withChanges(company, before as Changes) : company;
