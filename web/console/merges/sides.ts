import type { AdminCompany } from '../../../core/companies/admin-calls.ts';
import {
  SHARED_FIELDS,
  type SharedFields,
  TEXT_FIELDS,
  type TextFields,
} from '../../../core/companies/fields.ts';
import type { MergeSide } from '../../../core/companies/merge.ts';
import { splitValues } from '../../../core/companies/own-fields.ts';

const pickNamed = (values: object, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, (values as Record<string, unknown>)[name] ?? null]));

/** A company of the console as a merge reads it. */
export function sideOf(company: AdminCompany): MergeSide {
  const { shared = null } = splitValues(company.fields);
  const texts = Object.entries(company.content).map(([language, text]) => {
    const founder = text.founder === company.common_founder ? null : text.founder;
    return [language, pickNamed({ ...text, founder }, TEXT_FIELDS) as unknown as TextFields];
  });
  return {
    shared: {
      ...pickNamed(company, SHARED_FIELDS),
      founder: company.common_founder,
      fields: shared,
    } as unknown as SharedFields,
    texts: Object.fromEntries(texts),
  };
}
