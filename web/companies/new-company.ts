import type { aiSearchCompany } from '../../core/ai/calls.ts';
import type { Answer } from '../../core/call.ts';
import { type CompanyCategory, DEFAULT_CATEGORY, isCompanyCategory } from '../../core/categories.ts';
import type { NewCompany } from '../../core/companies/admin-calls.ts';
import { EMPLOYEES_MIN, FOUNDED_MIN } from '../../core/companies/content.ts';
import { commonFields, textFields } from '../../core/companies/fields.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../core/languages.ts';
import { textValues } from './company-draft.ts';
import { type FigureDraft, sourceValues, wholeNumber } from './figure-draft.ts';

type Found = Answer<typeof aiSearchCompany>;
export type FoundData = Found['data'];
export type FoundField = keyof FoundData;

/** A company that is being made, as its controls hold it. The texts are in one language. */
export interface NewCompanyDraft extends FigureDraft {
  name: string;
  description: string;
  category: CompanyCategory;
  founder: string;
  country: string;
  website: string;
  story: string;
  highlights: string[];
  /** A highlight that is typed but not added yet; it is saved with the others. */
  newHighlight: string;
  /** What a search of the web found, while it is in sight. */
  found: { asked: string; answer: Found } | null;
  /** What was accepted of it, and from which model. */
  taken: { model: string; values: FoundData } | null;
}

/** The defaults of the specification's section 9. */
export function emptyDraft(year: number): NewCompanyDraft {
  return {
    name: '',
    description: '',
    category: DEFAULT_CATEGORY,
    founder: '',
    revenue: '',
    revenue_as_of: '',
    revenue_basis: '',
    employees: String(EMPLOYEES_MIN),
    employees_as_of: '',
    founded: String(year),
    country: '',
    website: '',
    story: '',
    highlights: [],
    newHighlight: '',
    sources: [],
    found: null,
    taken: null,
  };
}

export function isFilledIn(draft: NewCompanyDraft, year: number): boolean {
  return JSON.stringify(draft) !== JSON.stringify(emptyDraft(year));
}

/** What a found value does to the form. */
function changesBy(field: FoundField, found: FoundData): Partial<NewCompanyDraft> {
  if (field === 'highlights') return { highlights: found.highlights ?? [], newHighlight: '' };
  if (field === 'category') return isCompanyCategory(found.category) ? { category: found.category } : {};
  return { [field]: String(found[field] ?? '') };
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The draft with found values in it, and with the pages that they are from. */
export function takeFound(draft: NewCompanyDraft, fields: readonly FoundField[]): NewCompanyDraft {
  if (!draft.found) return draft;
  const { data, sources, model } = draft.found.answer;
  const accepted = Object.fromEntries(fields.map((field) => [field, data[field]]));
  const values: FoundData = { ...draft.taken?.values, ...accepted };
  // A page is no source of what the form does not have from it.
  const isLeft = (topic: string) => {
    const field = (Object.keys(data) as FoundField[]).find((one) => one === topic);
    return field !== undefined && !same(values[field], data[field]);
  };
  const pages = sources.map(({ url, supports = [] }) => ({
    url,
    supports: supports.filter((topic) => !isLeft(topic)),
  }));
  return {
    ...draft,
    ...Object.assign({}, ...fields.map((field) => changesBy(field, data))),
    sources: sourceValues([...draft.sources, ...pages]),
    taken: { model, values },
  };
}

/** The model whose values a draft has, and in which fields: not where somebody wrote something else. */
function filledBy({ taken }: NewCompanyDraft, body: NewCompany): Pick<NewCompany, 'model' | 'model_fields'> {
  const model_fields = (Object.keys(taken?.values ?? {}) as FoundField[]).filter((field) =>
    same(body[field], taken?.values[field]),
  );
  return taken && model_fields.length > 0 ? { model: taken.model, model_fields } : {};
}

/** What is sent for a draft. */
export function bodyOf(draft: NewCompanyDraft, language: Language): NewCompany {
  const values = valuesOf(draft, language);
  return { ...values, ...filledBy(draft, values) };
}

function valuesOf(draft: NewCompanyDraft, language: Language): NewCompany {
  const { name, description, story, highlights } = textValues({ ...draft, founder: '' });
  return {
    language,
    name,
    description,
    story,
    highlights,
    category: draft.category,
    founder: draft.founder.trim(),
    revenue: draft.revenue.trim(),
    revenue_as_of: wholeNumber(draft.revenue_as_of),
    revenue_basis: draft.revenue_basis || null,
    employees: wholeNumber(draft.employees),
    employees_as_of: wholeNumber(draft.employees_as_of),
    founded: wholeNumber(draft.founded),
    country: draft.country || null,
    sources: sourceValues(draft.sources),
    website: draft.website.trim() || null,
  };
}

/** The fields that can be wrong, in the order of the form. */
const CHECKED = [
  'name',
  'description',
  'founder',
  'revenue',
  'revenue_as_of',
  'employees',
  'employees_as_of',
  'founded',
  'website',
  'story',
  'highlights',
  'sources',
] as const;
/** Fields that may stay empty. */
const OPTIONAL: readonly string[] = ['revenue_as_of', 'employees_as_of', 'highlights', 'sources'];
export type CheckedField = (typeof CHECKED)[number];

export interface NewCompanyProblem {
  field: CheckedField;
  /** `missing`: has to be filled in (specification, section 5). `refused`: the server would not take it. */
  kind: 'missing' | 'refused';
}

/** What keeps a draft from being saved. @param year the current one: no company is from the future */
export function problemsOf(draft: NewCompanyDraft, year: number): NewCompanyProblem[] {
  const body = bodyOf(draft, DEFAULT_LANGUAGE);
  const { employees, founded } = body;
  return CHECKED.flatMap((field): NewCompanyProblem[] => {
    if (field === 'employees' || field === 'founded') {
      const isRight =
        field === 'employees'
          ? commonFields.shape.employees.safeParse(employees).success && employees !== null
          : typeof founded === 'number' && founded >= FOUNDED_MIN && founded <= year;
      return isRight ? [] : [{ field, kind: 'missing' }];
    }
    const value = body[field];
    if (!OPTIONAL.includes(field) && !value) return [{ field, kind: 'missing' }];
    const schema =
      field === 'name' || field === 'description' || field === 'story' || field === 'highlights'
        ? textFields.shape[field]
        : commonFields.shape[field];
    return schema.safeParse(value).success ? [] : [{ field, kind: 'refused' }];
  });
}
