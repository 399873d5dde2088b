import type { Selectable } from 'kysely';
import type { SearchDocument } from '#engine/search';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../../core/languages.ts';
import { textIn } from '../../../core/localized.ts';
import { readTextFields, sharedOf } from '../../platform/database/company-columns.ts';
import type { CompanyTable, CompanyTextTable } from '../../platform/database/schema.ts';
import { websiteKeys } from './addresses.ts';
import { LABEL_NAMES } from './labels.ts';

const nonEmpty = (values: readonly (string | null | undefined)[]) =>
  values.filter((value): value is string => Boolean(value));

/** The search document of a company: all texts of the company's page. */
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
        fact: nonEmpty([...labels, text?.city, english?.city]),
        summary: nonEmpty([text?.description, english?.description, ...(text?.highlights ?? [])]),
        body: nonEmpty([
          text?.story,
          ...(text?.timeline ?? []).map((event) => event.text),
          text?.money,
          text?.first_customers,
          text?.lesson,
        ]),
      };
    }),
  };
}

/** Whether two versions of a company are indexed the same. */
export const sameSearchDocument = (before: SearchDocument, after: SearchDocument): boolean =>
  JSON.stringify(before) === JSON.stringify(after);
