import type { CompanyChanges, NewCompany } from '../../../core/companies/admin-calls.ts';
import { SHARED_FIELDS, TEXT_FIELDS } from '../../../core/companies/fields.ts';
import { splitValues } from '../../../core/companies/own-fields.ts';
import { DEFAULT_LANGUAGE } from '../../../core/languages.ts';
import { requestedLanguage } from '../../../core/schemas.ts';
import type { CompanySave } from './save-company.ts';

/**
 * The fields of a body, some of them in the body's language, as a save. `founder` is a shared field;
 * a change in another language than English is that language's spelling.
 */
export function toSave(body: CompanyChanges | NewCompany, { isNew = false } = {}): CompanySave {
  const language = requestedLanguage(body);
  const { content = {} } = body;
  const pick = (fields: readonly string[]) =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const value = (body as Record<string, unknown>)[field];
        return value === undefined ? [] : [[field, value]];
      }),
    );
  const local = language !== DEFAULT_LANGUAGE && !isNew;
  const shared = pick(SHARED_FIELDS.filter((field) => field !== 'fields' && (field !== 'founder' || !local)));
  const text = pick(TEXT_FIELDS.filter((field) => field !== 'fields' && (field !== 'founder' || local)));
  if (body.fields) {
    const own = splitValues(body.fields);
    if (own.shared) shared['fields'] = own.shared;
    if (own.text) text['fields'] = own.text;
  }
  const texts = { ...content };
  if (Object.keys(text).length > 0) texts[language] = { ...text, ...content[language] };
  return { shared, texts };
}
