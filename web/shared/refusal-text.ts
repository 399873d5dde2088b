import { namedField, type ProblemDetail, type Refusal } from '../../core/refusal.ts';
import type { Translate } from '../i18n/translate.ts';
import { CallError } from './api.ts';

/**
 * Why a value or a file was refused, in the language of the page; a code that this page does not know
 * yet is told in the server's words. Needs the texts of `refusals`.
 */
export function refusalText(t: Translate<'refusals'>, { code, params = {}, message }: Refusal): string {
  // The number that the plural goes by.
  const count = params['count'] ?? params['min'] ?? params['max'] ?? params['cells'];
  return t(`refusals:${code}`, {
    defaultValue: message,
    ...params,
    ...(count === undefined ? {} : { count }),
  });
}

function isDetail(value: unknown): value is ProblemDetail {
  const detail = value as Partial<ProblemDetail> | null;
  return (
    typeof detail?.path === 'string' && typeof detail.code === 'string' && typeof detail.message === 'string'
  );
}

/** Validation errors of a failed call; empty for other errors. */
export function detailsOf(error: unknown): ProblemDetail[] {
  const details = error instanceof CallError ? error.body['details'] : undefined;
  return Array.isArray(details) ? details.filter(isDetail) : [];
}

/** A form's errors by field before there are any: one object, so that a comparison tells whether there are. */
export const NO_ERRORS: Record<string, string> = {};

/**
 * What is wrong with each field of a refused body, by the field's name: `body.social_urls.0` belongs
 * to `social_urls`. Needs the texts of `refusals`.
 */
export function problemFields(t: Translate<'refusals'>, error: unknown): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const detail of detailsOf(error)) {
    const [part, name] = detail.path.split('.');
    if (part === 'body' && name !== undefined) fields[name] ??= refusalText(t, detail);
  }
  return fields;
}

/** A text that goes on after a colon or into a sentence with a full stop of its own. */
export function withoutStop(text: string): string {
  return text.endsWith('.') || text.endsWith('。') ? text.slice(0, -1) : text;
}

/** Refusals in one line, each with the field it is of. Needs the texts of `refusals`. */
export function refusalLine(t: Translate<'refusals'>, details: readonly ProblemDetail[]): string {
  return details
    .map((detail) => {
      const text = refusalText(t, detail);
      const field = namedField(detail);
      return field ? `${field}: ${withoutStop(text)}` : text;
    })
    .join('; ');
}
