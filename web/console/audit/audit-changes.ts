import type { Language } from '../../../core/languages.ts';

export interface AuditChange {
  field: string;
  /** Null for what all languages share. */
  language: Language | null;
  before: unknown;
  after: unknown;
}

interface FieldValue {
  field: string;
  language: Language | null;
  value: unknown;
}

function isFieldValue(value: unknown): value is FieldValue {
  return typeof (value as FieldValue | null)?.field === 'string';
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * What an entry of the audit log says has changed: of a company the fields by language, of anything
 * else the members that differ. Empty where it logs no change, such as a log-in.
 */
export function auditChanges({ before, after }: { before: unknown; after: unknown }): AuditChange[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    const later = after.filter(isFieldValue);
    return before.filter(isFieldValue).map(({ field, language, value }) => ({
      field,
      language,
      before: value,
      after: later.find((one) => one.field === field && one.language === language)?.value,
    }));
  }
  if (!isFields(before) || !isFields(after)) return [];
  return Object.keys(after)
    .filter((field) => !isSame(before[field], after[field]))
    .map((field) => ({ field, language: null, before: before[field], after: after[field] }));
}
