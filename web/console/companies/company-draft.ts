import type { AdminCompany, CompanyChanges } from '../../../core/companies/admin-calls.ts';
import type { Field } from '../../../core/companies/field-kinds.ts';
import {
  type LocalName,
  type SharedFields,
  type SharedName,
  sharedDescriptors,
  sharedNames,
  type TextFields,
  textDescriptors,
  textNames,
} from '../../../core/companies/fields.ts';
import { outdatedClaims } from '../../../core/companies/figures.ts';
import { flatValues, nestedValues, ownIdOf } from '../../../core/companies/own-fields.ts';
import { equalJson } from '../../../core/equal-json.ts';
import { LANGUAGES, type Language } from '../../../core/languages.ts';
import { type Drafted, draftOfFields, valuesOfDraft } from '../fields/field-draft.ts';

/** The shared fields as their controls hold them; own fields stand beside them under their names. */
export type SharedDraft = Drafted<Omit<SharedFields, 'fields'>>;
/** A text as its controls hold it. `founder` is empty where the language has no spelling of its own. */
export type TextDraft = Drafted<Omit<TextFields, 'fields'>>;

/** A company in the editor. */
export interface CompanyDraft {
  shared: SharedDraft;
  texts: Partial<Record<Language, TextDraft>>;
  /** Languages whose text an editor confirmed as up to date without a change. */
  checked: Language[];
}

export const emptyText = (): TextDraft => draftOfFields(textDescriptors(), {});

export function companyDraftOf(company: AdminCompany): CompanyDraft {
  const { common_founder } = company;
  const texts: CompanyDraft['texts'] = {};
  for (const language of LANGUAGES) {
    const text = company.content[language];
    if (!text) continue;
    const founder = text.founder === common_founder ? null : text.founder;
    texts[language] = draftOfFields(textDescriptors(), flatValues({ ...text, founder }));
  }
  const shared = draftOfFields<Omit<SharedFields, 'fields'>>(
    sharedDescriptors(),
    flatValues({ ...company, founder: common_founder }),
  );
  return { shared, texts, checked: [] };
}

/** The draft with other words in a language, which it may not have had. */
export const withText = (
  draft: CompanyDraft,
  language: Language,
  changes: Partial<TextDraft>,
): CompanyDraft => ({
  ...draft,
  texts: { ...draft.texts, [language]: { ...(draft.texts[language] ?? emptyText()), ...changes } },
});

/** The draft with a language found to be up to date as it is, or not. */
export const withChecked = (draft: CompanyDraft, language: Language, checked: boolean): CompanyDraft => ({
  ...draft,
  checked: [...draft.checked.filter((other) => other !== language), ...(checked ? [language] : [])],
});

const sharedValues = (shared: SharedDraft) => valuesOfDraft<SharedFields>(sharedDescriptors(), shared);

/** A text as it is saved; without one, all is empty. */
const textValues = (text: TextDraft = emptyText()) => valuesOfDraft<TextFields>(textDescriptors(), text);

/** The members of `after` that differ from `before`. */
function changedValues<T extends object>(before: T, after: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => {
      // A number that cannot be read is a change, though JSON has no word for it.
      if (Number.isNaN(value)) return true;
      return !equalJson(before[field as keyof T], value);
    }),
  ) as Partial<T>;
}

/**
 * Body of a draft save: changed fields only. Year, basis and sources of a changed figure are sent as the form
 * shows them, because the server would clear them. A text confirmed without a change sends its name.
 */
export function companyChangesOf(company: AdminCompany, draft: CompanyDraft): DraftChanges {
  const { content, ...shared } = flatChangesOf(company, draft);
  const texts = Object.entries(content ?? {}).map(([language, text]) => [language, nestedValues(text)]);
  return { ...nestedValues(shared), ...(content ? { content: Object.fromEntries(texts) } : {}) };
}

type DraftChanges = Omit<CompanyChanges, 'content'> & {
  content?: Partial<Record<Language, Partial<TextFields>>>;
};

/** The same, with own fields beside the others by their names. */
function flatChangesOf(company: AdminCompany, draft: CompanyDraft): DraftChanges {
  const base = companyDraftOf(company);
  const content: Partial<Record<Language, Partial<TextFields>>> = {};
  for (const language of LANGUAGES) {
    const text = changedValues(textValues(base.texts[language]), textValues(draft.texts[language]));
    if (Object.keys(text).length > 0) content[language] = text;
    else if (draft.checked.includes(language) && company.content[language])
      content[language] = { name: company.content[language].name };
  }
  const before = sharedValues(base.shared);
  const after = sharedValues(draft.shared);
  const shared = changedValues(before, after);
  const ended = outdatedClaims(before, shared);
  const kept = Object.fromEntries(
    Object.entries(ended).flatMap(([field, value]) => {
      const shown = after[field as keyof typeof ended];
      return equalJson(shown, value) ? [] : [[field, shown]];
    }),
  );
  return {
    ...shared,
    ...kept,
    ...(Object.keys(content).length > 0 ? { content } : {}),
  };
}

export function isChanged(company: AdminCompany, draft: CompanyDraft): boolean {
  return Object.keys(companyChangesOf(company, draft)).length > 0;
}

/** Whether a language's text differs from what is stored. */
export function isTextChanged(company: AdminCompany, draft: CompanyDraft, language: Language): boolean {
  return companyChangesOf(company, draft).content?.[language] !== undefined;
}

export interface DraftProblem {
  /** Null for a shared field. */
  language: Language | null;
  field: SharedName | LocalName;
  kind: 'required' | 'invalid';
}

/**
 * What keeps a draft from being saved: in each language that it changes a missing name, description
 * or story (specification, section 5), and any value that the server would refuse. Where it changes
 * nothing, all languages are looked at.
 */
export function draftProblems(company: AdminCompany, draft: CompanyDraft): DraftProblem[] {
  const { content = {}, ...changes } = flatChangesOf(company, draft);
  const untouched = Object.keys(content).length + Object.keys(changes).length === 0;
  const problems: DraftProblem[] = [];
  for (const language of LANGUAGES) {
    if (!content[language] && !(untouched && draft.texts[language])) continue;
    const values: Values = { ...textValues(draft.texts[language]) };
    for (const field of textNames()) {
      const { required, schema } = textDescriptors()[field] as Field;
      if (required === 'always' && values[field] === '') problems.push({ language, field, kind: 'required' });
      else if (!schema.safeParse(values[field]).success) problems.push({ language, field, kind: 'invalid' });
    }
  }
  const changed: Values = changes;
  for (const field of sharedNames()) {
    const { schema } = sharedDescriptors()[field] as Field;
    if (!(field in changed) || schema.safeParse(changed[field]).success) continue;
    problems.push({
      language: null,
      field,
      kind: changed[field] === null && ownIdOf(field) !== undefined ? 'required' : 'invalid',
    });
  }
  return problems;
}

/** A field that two saves disagree about. */
export interface Disagreement {
  key: string;
  language: Language | null;
  field: SharedName | LocalName;
  mine: unknown;
  theirs: unknown;
  /** With only one side the wanted value is clear. */
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
  const before = companyDraftOf(base);
  const theirs = companyDraftOf(newer);
  const compare = (
    language: Language | null,
    fields: readonly (SharedName | LocalName)[],
    [was, mine, other]: [Values, Values, Values],
  ) =>
    fields.flatMap((field): Disagreement[] => {
      if (equalJson(mine[field], other[field])) return [];
      const changedBy = equalJson(was[field], mine[field])
        ? 'them'
        : equalJson(was[field], other[field])
          ? 'me'
          : 'both';
      const key = `${language ?? 'shared'}.${field}`;
      return [{ key, language, field, mine: mine[field], theirs: other[field], changedBy }];
    });
  return [
    ...LANGUAGES.flatMap((language) =>
      compare(language, textNames(), [
        { ...textValues(before.texts[language]) },
        { ...textValues(draft.texts[language]) },
        { ...textValues(theirs.texts[language]) },
      ]),
    ),
    ...compare(null, sharedNames(), [
      { ...sharedValues(before.shared) },
      { ...sharedValues(draft.shared) },
      { ...sharedValues(theirs.shared) },
    ]),
  ];
}

/** A draft on the newer version, with the chosen fields as they were in the older draft. */
export function draftOn(newer: AdminCompany, draft: CompanyDraft, mine: ReadonlySet<string>): CompanyDraft {
  const result = companyDraftOf(newer);
  const shared: Values = { ...draft.shared };
  for (const field of sharedNames()) {
    if (mine.has(`shared.${field}`)) Object.assign(result.shared, { [field]: shared[field] });
  }
  for (const language of LANGUAGES) {
    const text: Values | undefined = draft.texts[language] && { ...draft.texts[language] };
    const fields = textNames().filter((field) => mine.has(`${language}.${field}`));
    if (!text || fields.length === 0) continue;
    const kept = Object.fromEntries(fields.map((field) => [field, text[field]]));
    result.texts[language] = { ...(result.texts[language] ?? emptyText()), ...kept };
  }
  return result;
}
