import { z } from 'zod';
import type { AdminCompany, CompanyChanges } from '../../../core/companies/admin-calls.ts';
import {
  editedContentSchema,
  SHARED_FIELDS,
  type SharedFields,
  sharedFieldsSchema,
  TEXT_FIELDS,
  textFieldsSchema,
} from '../../../core/companies/fields.ts';
import { outdatedClaims } from '../../../core/companies/figures.ts';
import type { HistoryChange } from '../../../core/companies/history-calls.ts';
import { flatValues, type OwnValues, splitValues } from '../../../core/companies/own-fields.ts';
import { formatRevenue } from '../../../core/companies/revenue.ts';
import { equalJson } from '../../../core/equal-json.ts';
import { LANGUAGES } from '../../../core/languages.ts';
import { checkWith, ofWhole, type ProblemDetail, type Refusal, refusal } from '../../../core/refusal.ts';

/** What a save of a company sends: shared fields, and texts by language. */
export type Changes = Omit<CompanyChanges, 'version' | 'model' | 'language' | 'lang'>;

const pick = (names: readonly string[], values: object) =>
  Object.fromEntries(names.map((name) => [name, (values as Record<string, unknown>)[name]]));

/** Values of own fields as an editor of JSON sees them: nothing where the directory has none. */
const ownIn = (values: OwnValues | null | undefined, isWanted: 'shared' | 'text') => {
  const own = splitValues(values)[isWanted];
  return own ? { fields: own } : {};
};

const SHARED_KEYS = SHARED_FIELDS.filter((name) => name !== 'fields');
const TEXT_KEYS = TEXT_FIELDS.filter((name) => name !== 'fields');

/** The editable values of a company. */
function comparableValues(company: AdminCompany): { shared: Record<string, unknown>; content: Content } {
  const shared = { ...company, founder: company.common_founder };
  return {
    shared: { ...pick(SHARED_KEYS, shared), ...ownIn(company.fields, 'shared') },
    content: Object.fromEntries(
      LANGUAGES.flatMap((language) => {
        const text = company.content[language];
        if (!text) return [];
        return [[language, { ...pick(TEXT_KEYS, text), ...ownIn(text.fields, 'text') }]];
      }),
    ),
  };
}
type Content = Partial<Record<string, Record<string, unknown>>>;

/** A company with changes as a text to edit. */
export function writeCompany(company: AdminCompany, changes: Changes = {}): string {
  const { shared, content } = comparableValues(company);
  const { content: texts = {}, ...fields } = changes;
  const merged = Object.fromEntries(
    LANGUAGES.flatMap((language) =>
      content[language] || texts[language] ? [[language, { ...content[language], ...texts[language] }]] : [],
    ),
  );
  return JSON.stringify({ ...shared, ...fields, content: merged }, null, 2);
}

const companyTextSchema = z
  .strictObject({
    ...sharedFieldsSchema.shape,
    content: z.partialRecord(z.enum(LANGUAGES), z.strictObject(textFieldsSchema.shape).partial()),
  })
  .partial();

export type ReadChanges =
  | {
      changes: Changes;
      /** Whether a changed figure would lose its year, basis or sources; also true with `keepClaims`. */
      endsClaims: boolean;
      errors?: undefined;
    }
  | { changes?: undefined; endsClaims?: undefined; errors: ProblemDetail[] };

const refusedChanges = (refusals: readonly (Refusal & { path: string[] })[], ...above: string[]) => ({
  errors: refusals.map(({ path, ...rest }) => ({ path: [...above, ...path].join('.'), ...rest })),
});

/**
 * The changes that an edited JSON text makes in its company; fields that it does not name stay. Never throws.
 * @param keepClaims whether the unchanged year, basis and sources of a changed figure hold for the new figure too
 */
export function readChanges(company: AdminCompany, text: string, keepClaims = false): ReadChanges {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { errors: [ofWhole(refusal('not_json'))] };
  }
  const parsed = checkWith(companyTextSchema, data);
  if (!parsed.success) return refusedChanges(parsed.refusals);
  const { content = {}, ...fields } = parsed.data;
  const before = comparableValues(company);
  const differing = (values: object, known: Record<string, unknown> | undefined) =>
    Object.fromEntries(Object.entries(values).filter(([field, value]) => !equalJson(value, known?.[field])));
  const texts = Object.fromEntries(
    Object.entries(content).flatMap(([language, values]) => {
      const changed = differing(values, before.content[language]);
      return Object.keys(changed).length > 0 ? [[language, changed]] : [];
    }),
  );
  // Only changed texts are checked: a text may still be missing in some language.
  const edited = checkWith(editedContentSchema, texts);
  if (!edited.success) return refusedChanges(edited.refusals, 'content');
  const changed: Partial<SharedFields> = differing(fields, before.shared);
  const ended = outdatedClaims(before.shared as SharedFields, normal(changed));
  const ends = Object.entries(ended).filter(([field, value]) => !equalJson(value, before.shared[field]));
  const claims = ends.map(([field, value]) => [field, keepClaims ? before.shared[field] : value]);
  return {
    changes: {
      ...changed,
      ...Object.fromEntries(claims),
      ...(Object.keys(texts).length > 0 ? { content: texts } : {}),
    },
    endsClaims: ends.length > 0,
  };
}

/** With revenue as it is saved: other words for the same figure change nothing. */
const normal = (fields: Partial<SharedFields>) =>
  fields.revenue === undefined ? fields : { ...fields, revenue: formatRevenue(fields.revenue) };

/** What changes would make of a company, field by field. */
export function listChanges(company: AdminCompany, changes: Changes): HistoryChange[] {
  const { shared, content } = comparableValues(company);
  const { content: texts = {}, ...fields } = changes;
  const list = (
    language: HistoryChange['language'],
    values: object,
    known: Record<string, unknown> | undefined,
  ) =>
    Object.entries(values).map(([field, after]) => ({
      field,
      language,
      before: known?.[field] ?? null,
      after: after as unknown,
    }));
  return [
    ...LANGUAGES.flatMap((language) =>
      list(language, flatValues(texts[language] ?? {}), flatValues(content[language] ?? {})),
    ),
    ...list(null, flatValues(fields), flatValues(shared)),
  ].filter(({ before, after }) => !equalJson(before, after));
}
