import type { aiSearchCompany } from '../../../core/ai/calls.ts';
import type { Answer } from '../../../core/call.ts';
import type { NewCompany } from '../../../core/companies/admin-calls.ts';
import type { Field } from '../../../core/companies/field-kinds.ts';
import {
  type AiSearchField,
  EMPLOYEES_MIN,
  type NewField,
  type NewName,
  newDescriptors,
  newNames,
  type SharedFields,
  type TextFields,
} from '../../../core/companies/fields.ts';
import { flatValues, nestedValues, type OwnName } from '../../../core/companies/own-fields.ts';
import { equalJson } from '../../../core/equal-json.ts';
import type { Language } from '../../../core/languages.ts';
import {
  type Drafted,
  draftedValue,
  draftOfFields,
  sourceValues,
  valuesOfDraft,
} from '../fields/field-draft.ts';

type NewFields = Pick<Omit<TextFields, 'founder'> & SharedFields, Exclude<NewField, 'fields'>>;

/** Values that a search found, by the names of their fields, own fields among them. */
export type FoundData = Record<string, unknown>;
type FoundByAi = Omit<Answer<typeof aiSearchCompany>, 'data'> & { data: FoundData };
export type FoundField = AiSearchField | OwnName;

/** Draft of a new company: the values of its controls, with texts in one language. */
export interface NewCompanyDraft extends Drafted<NewFields> {
  /** What a search of the web found, while it is in sight. */
  found: { asked: string; answer: FoundByAi } | null;
  /** Accepted values, and the proposing model. */
  taken: { model: string; values: FoundData } | null;
}

/** The defaults of the specification's section 9. */
export function emptyDraft(year: number): NewCompanyDraft {
  const fields = draftOfFields<NewFields>(newDescriptors(), { employees: EMPLOYEES_MIN, founded: year });
  return { ...fields, found: null, taken: null };
}

export function isFilledIn(draft: NewCompanyDraft, year: number): boolean {
  return JSON.stringify(draft) !== JSON.stringify(emptyDraft(year));
}

/** The draft with the found values of some fields and the source pages of these values. */
export function takeFound(draft: NewCompanyDraft, fields: readonly FoundField[]): NewCompanyDraft {
  if (!draft.found) return draft;
  const { data, sources, model } = draft.found.answer;
  const accepted = Object.fromEntries(fields.map((field) => [field, data[field]]));
  const values: FoundData = { ...draft.taken?.values, ...accepted };
  // A page is no source of what the form does not have from it.
  const isLeft = (topic: string) => data[topic] !== undefined && !equalJson(values[topic], data[topic]);
  const pages = sources.map(({ url, supports = [] }) => ({
    url,
    supports: supports.filter((topic) => !isLeft(topic)),
  }));
  return {
    ...draft,
    ...Object.fromEntries(
      fields.map((field) => [field, draftedValue(newDescriptors()[field] as Field, data[field])]),
    ),
    sources: sourceValues([...draft.sources, ...pages]),
    taken: { model, values },
  };
}

/** The model whose values a draft has, and in which fields: not where somebody wrote something else. */
function filledBy({ taken }: NewCompanyDraft, body: NewCompany): Pick<NewCompany, 'model' | 'model_fields'> {
  const sent = flatValues(body);
  const model_fields = (Object.keys(taken?.values ?? {}) as NonNullable<NewCompany['model_fields']>).filter(
    (field) => equalJson(sent[field], taken?.values[field]),
  );
  return taken && model_fields.length > 0 ? { model: taken.model, model_fields } : {};
}

/** What is sent for a draft. */
export function bodyOf(draft: NewCompanyDraft, language: Language): NewCompany {
  const values: NewCompany = { language, ...nestedValues(valuesOfDraft<NewFields>(newDescriptors(), draft)) };
  return { ...values, ...filledBy(draft, values) };
}

export interface NewCompanyProblem {
  field: NewName;
  /** `missing`: has to be filled in (specification, section 5). `refused`: the server would not take it. */
  kind: 'missing' | 'refused';
}

/** What keeps a draft from being saved. @param year the current one: no company is from the future */
export function newCompanyProblems(draft: NewCompanyDraft, year: number): NewCompanyProblem[] {
  const values = valuesOfDraft<Record<string, unknown>>(newDescriptors(), draft);
  return newNames().flatMap((field): NewCompanyProblem[] => {
    const value = values[field];
    const { control, required, schema } = newDescriptors()[field] as Field;
    const isAsked = required === 'always' || required === 'new';
    const isNone = value === '' || value === null || (Array.isArray(value) && value.length === 0);
    if (isAsked && isNone) return [{ field, kind: 'missing' }];
    if (schema.safeParse(value).success && !(field === 'founded' && Number(value) > year)) return [];
    const isFigure = control === 'number' || control === 'year';
    return [{ field, kind: isAsked && isFigure ? 'missing' : 'refused' }];
  });
}
