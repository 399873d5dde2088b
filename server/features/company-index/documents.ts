import type { Selectable } from 'kysely';
import type { SearchDocument } from '#engine/search';
import { isLocal, type OwnValues, ownField, pickedValues } from '../../../core/companies/own-fields.ts';
import { directory } from '../../../core/directory/current.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../../core/languages.ts';
import { textIn } from '../../../core/localized.ts';
import { readTextFields, sharedOf } from '../../platform/database/company-columns.ts';
import type { CompanyTable, CompanyTextTable } from '../../platform/database/schema.ts';
import { websiteKeys } from './addresses.ts';
import { LABEL_NAMES } from './labels.ts';

const nonEmpty = (values: readonly (string | null | undefined)[]) =>
  values.filter((value): value is string => Boolean(value));

/** Sections of a company's page beside its story. */
const SEPARATE_SECTIONS = ['money', 'first_customers', 'lesson'] as const;

/** The search document of a company: all texts of the company's page, without fields that readers are not shown. */
export function toSearchDocument(
  company: Selectable<CompanyTable>,
  rows: readonly Selectable<CompanyTextTable>[],
): SearchDocument {
  const shared = sharedOf(company);
  const texts = rows.map((row) => ({ ...readTextFields(row), language: row.language }));
  const founderIn = Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      texts.find((text) => text.language === language)?.founder ?? shared.founder,
    ]),
  );
  const english = textIn(texts, DEFAULT_LANGUAGE);
  const hidden = new Set<string>(directory().fields.hidden);
  const own = ownWordsOf(shared.fields);
  const labels = [
    ...LABEL_NAMES.category(company.category),
    ...shared.kinds.flatMap(LABEL_NAMES.kind),
    ...(shared.country ? LABEL_NAMES.country(shared.country) : []),
    ...shared.tags.flatMap(LABEL_NAMES.tag),
  ];
  return {
    id: company.id,
    isHidden: !shared.show_on_site,
    group: company.category,
    names: Object.fromEntries(texts.map(({ language, name }) => [language, name])),
    persons: [...shared.founders.map(({ name }) => name), founderIn, { [DEFAULT_LANGUAGE]: shared.founder }],
    keys: websiteKeys(shared.website),
    texts: LANGUAGES.map((language) => {
      const text = textIn(texts, language);
      return {
        fact: nonEmpty([...labels, ...(hidden.has('city') ? [] : [text?.city, english?.city]), ...own.names]),
        summary: nonEmpty([text?.description, english?.description, ...(text?.highlights ?? [])]),
        body: nonEmpty([
          text?.story,
          ...(hidden.has('timeline') ? [] : (text?.timeline ?? []).map((event) => event.text)),
          ...SEPARATE_SECTIONS.filter((field) => !hidden.has(field)).map((field) => text?.[field]),
          ...own.texts,
          ...ownTextsIn(text?.fields ?? english?.fields),
        ]),
      };
    }),
  };
}

/** What readers see of the own fields that all languages share: names of what is chosen, in every language, and texts. */
function ownWordsOf(values: OwnValues | null): { names: string[]; texts: string[] } {
  const words: { names: string[]; texts: string[] } = { names: [], texts: [] };
  for (const [id, value] of Object.entries(values ?? {})) {
    const field = ownField(id);
    if (field?.access !== 'public') continue;
    if (field.type === 'text') words.texts.push(String(value));
    else if (field.type === 'country') words.names.push(...LABEL_NAMES.country(String(value)));
    else if (field.type === 'choice' || field.type === 'choices')
      for (const option of field.options)
        if ([value].flat().includes(option.id)) words.names.push(...nonEmpty(Object.values(option.names)));
  }
  return words;
}

/** Own texts of a language that readers see. */
export const ownTextsIn = (values: OwnValues | null | undefined): string[] =>
  Object.values(pickedValues(values, (field) => isLocal(field) && field.access === 'public') ?? {}).map(
    String,
  );

/** Whether two versions of a company are indexed the same. */
export const sameSearchDocument = (before: SearchDocument, after: SearchDocument): boolean =>
  JSON.stringify(before) === JSON.stringify(after);
