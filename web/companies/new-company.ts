import { type CompanyCategory, DEFAULT_CATEGORY } from '../../core/categories.ts';
import type { NewCompany } from '../../core/companies/admin-calls.ts';
import { EMPLOYEES_MIN, FOUNDED_MIN } from '../../core/companies/content.ts';
import { commonFields, textFields } from '../../core/companies/fields.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../core/languages.ts';
import { textValues, wholeNumber } from './company-draft.ts';

/** A company that is being made, as its controls hold it. The texts are in one language. */
export interface NewCompanyDraft {
  name: string;
  description: string;
  category: CompanyCategory;
  founder: string;
  revenue: string;
  employees: string;
  founded: string;
  website: string;
  story: string;
  highlights: string[];
  /** A highlight that is typed but not added yet; it is saved with the others. */
  newHighlight: string;
}

/** The defaults of the specification's section 9. */
export function emptyDraft(year: number): NewCompanyDraft {
  return {
    name: '',
    description: '',
    category: DEFAULT_CATEGORY,
    founder: '',
    revenue: '',
    employees: String(EMPLOYEES_MIN),
    founded: String(year),
    website: '',
    story: '',
    highlights: [],
    newHighlight: '',
  };
}

export function isFilledIn(draft: NewCompanyDraft, year: number): boolean {
  return JSON.stringify(draft) !== JSON.stringify(emptyDraft(year));
}

/** What is sent for a draft. */
export function bodyOf(draft: NewCompanyDraft, language: Language): NewCompany {
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
    employees: wholeNumber(draft.employees),
    founded: wholeNumber(draft.founded),
    website: draft.website.trim() || null,
  };
}

/** The fields that can be wrong, in the order of the form. */
const CHECKED = [
  'name',
  'description',
  'founder',
  'revenue',
  'employees',
  'founded',
  'website',
  'story',
  'highlights',
] as const;
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
    if (field !== 'highlights' && !value) return [{ field, kind: 'missing' }];
    const schema =
      field === 'founder' || field === 'revenue' || field === 'website'
        ? commonFields.shape[field]
        : textFields.shape[field];
    return schema.safeParse(value).success ? [] : [{ field, kind: 'refused' }];
  });
}
