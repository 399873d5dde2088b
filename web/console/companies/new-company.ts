import type { aiSearchCompany } from '../../../core/ai/calls.ts';
import type { Answer } from '../../../core/call.ts';
import type { NewCompany } from '../../../core/companies/admin-calls.ts';
import {
  EMPLOYEES_MIN,
  FIELDS,
  NEW_FIELDS,
  type NewField,
  type SharedFields,
  sharedFieldsSchema,
  type TextFields,
  textFieldsSchema,
} from '../../../core/companies/fields.ts';
import { equalJson } from '../../../core/equal-json.ts';
import type { Language } from '../../../core/languages.ts';
import {
  type Drafted,
  draftedValue,
  draftOfFields,
  sourceValues,
  valuesOfDraft,
} from '../fields/field-draft.ts';

type NewFields = Pick<Omit<TextFields, 'founder'> & SharedFields, NewField>;
const NEW = Object.fromEntries(NEW_FIELDS.map((name) => [name, FIELDS[name]])) as Pick<
  typeof FIELDS,
  NewField
>;

type FoundByAi = Answer<typeof aiSearchCompany>;
export type FoundData = FoundByAi['data'];
export type FoundField = keyof FoundData;

/** A company that is being made, as its controls hold it. The texts are in one language. */
export interface NewCompanyDraft extends Drafted<NewFields> {
  /** What a search of the web found, while it is in sight. */
  found: { asked: string; answer: FoundByAi } | null;
  /** What was accepted of it, and from which model. */
  taken: { model: string; values: FoundData } | null;
}

/** The defaults of the specification's section 9. */
export function emptyDraft(year: number): NewCompanyDraft {
  const fields = draftOfFields<NewFields>(NEW, { employees: EMPLOYEES_MIN, founded: year });
  return { ...fields, found: null, taken: null };
}

export function isFilledIn(draft: NewCompanyDraft, year: number): boolean {
  return JSON.stringify(draft) !== JSON.stringify(emptyDraft(year));
}

/** The draft with found values in it, and with the pages that they are from. */
export function takeFound(draft: NewCompanyDraft, fields: readonly FoundField[]): NewCompanyDraft {
  if (!draft.found) return draft;
  const { data, sources, model } = draft.found.answer;
  const accepted = Object.fromEntries(fields.map((field) => [field, data[field]]));
  const values: FoundData = { ...draft.taken?.values, ...accepted };
  // A page is no source of what the form does not have from it.
  const isLeft = (topic: string) => {
    const field = (Object.keys(data) as FoundField[]).find((one) => one === topic);
    return field !== undefined && !equalJson(values[field], data[field]);
  };
  const pages = sources.map(({ url, supports = [] }) => ({
    url,
    supports: supports.filter((topic) => !isLeft(topic)),
  }));
  return {
    ...draft,
    ...Object.fromEntries(fields.map((field) => [field, draftedValue(FIELDS[field], data[field])])),
    sources: sourceValues([...draft.sources, ...pages]),
    taken: { model, values },
  };
}

/** The model whose values a draft has, and in which fields: not where somebody wrote something else. */
function filledBy({ taken }: NewCompanyDraft, body: NewCompany): Pick<NewCompany, 'model' | 'model_fields'> {
  const model_fields = (Object.keys(taken?.values ?? {}) as FoundField[]).filter((field) =>
    equalJson(body[field], taken?.values[field]),
  );
  return taken && model_fields.length > 0 ? { model: taken.model, model_fields } : {};
}

/** What is sent for a draft. */
export function bodyOf(draft: NewCompanyDraft, language: Language): NewCompany {
  const values = { language, ...valuesOfDraft<NewFields>(NEW, draft) };
  return { ...values, ...filledBy(draft, values) };
}

export interface NewCompanyProblem {
  field: NewField;
  /** `missing`: has to be filled in (specification, section 5). `refused`: the server would not take it. */
  kind: 'missing' | 'refused';
}

const SCHEMAS = { ...textFieldsSchema.shape, ...sharedFieldsSchema.shape };

/** What keeps a draft from being saved. @param year the current one: no company is from the future */
export function newCompanyProblems(draft: NewCompanyDraft, year: number): NewCompanyProblem[] {
  const values = valuesOfDraft<NewFields>(NEW, draft);
  return NEW_FIELDS.flatMap((field): NewCompanyProblem[] => {
    const value = values[field];
    const { control, required } = FIELDS[field];
    const isAsked = required === 'always' || required === 'new';
    if (isAsked && (value === '' || value === null)) return [{ field, kind: 'missing' }];
    if (SCHEMAS[field].safeParse(value).success && !(field === 'founded' && Number(value) > year)) return [];
    const isFigure = control === 'number' || control === 'year';
    return [{ field, kind: isAsked && isFigure ? 'missing' : 'refused' }];
  });
}
