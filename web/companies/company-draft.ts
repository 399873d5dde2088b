import type { CompanyCategory } from '../../core/categories.ts';
import type { AdminCompany, CompanyChanges } from '../../core/companies/admin-calls.ts';
import {
  commonFields,
  REQUIRED_TEXTS,
  TEXT_FIELDS,
  type TextFields,
  textFields,
} from '../../core/companies/fields.ts';
import { LANGUAGES, type Language } from '../../core/languages.ts';

/** The common fields of the editor, in its order. */
export const SHARED_FIELDS = [
  'category',
  'founder',
  'revenue',
  'employees',
  'founded',
  'website',
  'logo',
  'show_on_site',
] as const;
export type SharedField = (typeof SHARED_FIELDS)[number];

export type TextField = keyof TextFields;

/** The common fields as their controls hold them. */
export interface SharedDraft {
  category: CompanyCategory;
  founder: string;
  revenue: string;
  employees: string;
  founded: string;
  website: string;
  logo: string;
  show_on_site: boolean;
}

/** A text as its controls hold it. `founder` is empty where the language has no spelling of its own. */
export interface TextDraft {
  name: string;
  founder: string;
  description: string;
  story: string;
  highlights: string[];
  /** A highlight that is typed but not added yet; it is saved with the others. */
  newHighlight: string;
}

/** A company in the editor. */
export interface CompanyDraft {
  shared: SharedDraft;
  texts: Partial<Record<Language, TextDraft>>;
  /** Languages that somebody looked at and found to be up to date as they are. */
  checked: Language[];
}

export const EMPTY_TEXT: TextDraft = {
  name: '',
  founder: '',
  description: '',
  story: '',
  highlights: [],
  newHighlight: '',
};

export function draftOf(company: AdminCompany): CompanyDraft {
  const texts: CompanyDraft['texts'] = {};
  for (const language of LANGUAGES) {
    const text = company.content[language];
    if (!text) continue;
    const { name, description, story, highlights } = text;
    const founder = text.founder === company.common_founder ? '' : text.founder;
    texts[language] = { name, founder, description, story, highlights, newHighlight: '' };
  }
  return {
    shared: {
      category: company.category,
      founder: company.common_founder,
      revenue: company.revenue,
      employees: company.employees === null ? '' : String(company.employees),
      founded: company.founded === null ? '' : String(company.founded),
      website: company.website ?? '',
      logo: company.logo ?? '',
      show_on_site: company.show_on_site,
    },
    texts,
    checked: [],
  };
}

/** A whole number as people type it, in full-width digits too; NaN where it is none. */
export function wholeNumber(text: string): number | null {
  const digits = text.normalize('NFKC').replace(/[\s,]/g, '');
  if (digits === '') return null;
  return /^-?\d+$/.test(digits) ? Number(digits) : Number.NaN;
}

function sharedValues(shared: SharedDraft) {
  return {
    category: shared.category,
    founder: shared.founder.trim(),
    revenue: shared.revenue.trim(),
    employees: wholeNumber(shared.employees),
    founded: wholeNumber(shared.founded),
    website: shared.website.trim() || null,
    logo: shared.logo.trim() || null,
    show_on_site: shared.show_on_site,
  };
}

/** A text as it is saved; without one, all is empty. */
export function textValues(text: TextDraft = EMPTY_TEXT) {
  return {
    name: text.name.trim(),
    founder: text.founder.trim(),
    description: text.description.trim(),
    story: text.story.trim(),
    highlights: [...text.highlights, text.newHighlight]
      .map((highlight) => highlight.trim())
      .filter((highlight) => highlight !== ''),
  };
}

const same = (a: unknown, b: unknown) => Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b);

/** The members of `after` that differ from those of `before`. */
function changedValues<T extends object>(before: T, after: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => {
      // A number that cannot be read is a change, though JSON has no word for it.
      if (Number.isNaN(value)) return true;
      return !same(before[field as keyof T], value);
    }),
  ) as Partial<T>;
}

/** What a save of the draft sends: only what changed. A text that was only looked at sends its name. */
export function changesOf(
  company: AdminCompany,
  draft: CompanyDraft,
): Omit<CompanyChanges, 'content'> & { content?: Partial<Record<Language, Partial<TextFields>>> } {
  const base = draftOf(company);
  const content: Partial<Record<Language, Partial<TextFields>>> = {};
  for (const language of LANGUAGES) {
    const text = changedValues(textValues(base.texts[language]), textValues(draft.texts[language]));
    if (Object.keys(text).length > 0) content[language] = text;
    else if (draft.checked.includes(language) && company.content[language])
      content[language] = { name: company.content[language].name };
  }
  return {
    ...changedValues(sharedValues(base.shared), sharedValues(draft.shared)),
    ...(Object.keys(content).length > 0 ? { content } : {}),
  };
}

export function isChanged(company: AdminCompany, draft: CompanyDraft): boolean {
  return Object.keys(changesOf(company, draft)).length > 0;
}

/** Whether a language's text differs from what is stored. */
export function isTextChanged(company: AdminCompany, draft: CompanyDraft, language: Language): boolean {
  return changesOf(company, draft).content?.[language] !== undefined;
}

export interface DraftProblem {
  /** Null for a common field. */
  language: Language | null;
  field: SharedField | TextField;
  kind: 'required' | 'invalid';
}

/**
 * What keeps a draft from being saved: in each language that it changes a missing name, description
 * or story (specification, section 5), and any value that the server would refuse. Where it changes
 * nothing, all languages are looked at.
 */
export function problemsOf(company: AdminCompany, draft: CompanyDraft): DraftProblem[] {
  const { content = {}, ...changes } = changesOf(company, draft);
  const untouched = Object.keys(content).length + Object.keys(changes).length === 0;
  const problems: DraftProblem[] = [];
  for (const language of LANGUAGES) {
    if (!content[language] && !(untouched && draft.texts[language])) continue;
    const values = textValues(draft.texts[language]);
    for (const field of TEXT_FIELDS) {
      if (REQUIRED_TEXTS.some((required) => required === field) && values[field] === '')
        problems.push({ language, field, kind: 'required' });
      else if (!textFields.shape[field].safeParse(values[field]).success)
        problems.push({ language, field, kind: 'invalid' });
    }
  }
  for (const field of SHARED_FIELDS) {
    if (field in changes && !commonFields.shape[field].safeParse(changes[field]).success)
      problems.push({ language: null, field, kind: 'invalid' });
  }
  return problems;
}

/** A field that two saves disagree about. */
export interface Disagreement {
  key: string;
  language: Language | null;
  field: SharedField | TextField;
  mine: unknown;
  theirs: unknown;
  /** Only one side changed it, so that it is clear what is wanted. */
  changedBy: 'me' | 'them' | 'both';
}

type Values = Record<string, unknown>;

/**
 * Where a draft and a newer version of its company differ.
 * @param base the company that the draft started from
 */
export function disagreementsOf(
  base: AdminCompany,
  draft: CompanyDraft,
  newer: AdminCompany,
): Disagreement[] {
  const before = draftOf(base);
  const theirs = draftOf(newer);
  const compare = (
    language: Language | null,
    fields: readonly (SharedField | TextField)[],
    [was, mine, other]: [Values, Values, Values],
  ) =>
    fields.flatMap((field): Disagreement[] => {
      if (same(mine[field], other[field])) return [];
      const changedBy = same(was[field], mine[field])
        ? 'them'
        : same(was[field], other[field])
          ? 'me'
          : 'both';
      const key = `${language ?? 'shared'}.${field}`;
      return [{ key, language, field, mine: mine[field], theirs: other[field], changedBy }];
    });
  return [
    ...LANGUAGES.flatMap((language) =>
      compare(language, TEXT_FIELDS, [
        textValues(before.texts[language]),
        textValues(draft.texts[language]),
        textValues(theirs.texts[language]),
      ]),
    ),
    ...compare(null, SHARED_FIELDS, [
      sharedValues(before.shared),
      sharedValues(draft.shared),
      sharedValues(theirs.shared),
    ]),
  ];
}

/** A draft on the newer version, with the chosen fields as they were in the older draft. */
export function draftOn(newer: AdminCompany, draft: CompanyDraft, mine: ReadonlySet<string>): CompanyDraft {
  const result = draftOf(newer);
  for (const field of SHARED_FIELDS) {
    if (mine.has(`shared.${field}`)) Object.assign(result.shared, { [field]: draft.shared[field] });
  }
  for (const language of LANGUAGES) {
    const text = draft.texts[language];
    const fields = TEXT_FIELDS.filter((field) => mine.has(`${language}.${field}`));
    if (!text || fields.length === 0) continue;
    const kept = Object.fromEntries(fields.map((field) => [field, textValues(text)[field]]));
    result.texts[language] = { ...(result.texts[language] ?? EMPTY_TEXT), ...kept };
  }
  return result;
}
