import type { TFunction } from 'i18next';
import {
  type FailureCode,
  PROBLEM_STATUS,
  type ProblemCode,
  type ProblemDetail,
  REASONS,
  type Reason,
} from '../core/problem.ts';
import { CallError } from './api.ts';
import { waitText } from './wait-text.ts';

function isProblemCode(code: string | undefined): code is ProblemCode {
  return code !== undefined && Object.hasOwn(PROBLEM_STATUS, code);
}

function isReason(reason: unknown): reason is Reason {
  return REASONS.some((known) => known === reason);
}

/** The text of a failure that an answer names. Needs the texts of `problems`. */
export function failureText(t: TFunction, code: FailureCode): string {
  return isReason(code) ? t(`problems:reason.${code}`) : t(`problems:problem.${code}`);
}

/**
 * What failed, in the visitor's words: the translated text of a known code, else the server's
 * message, else `fallback`. Needs the texts of `problems`.
 */
export function problemText(t: TFunction, error: unknown, fallback: string): string {
  if (!(error instanceof CallError)) return fallback;
  if (error.status === 0) return t('common:network');
  const wait = waitText(t, error);
  if (wait !== null) return wait;
  const { message, error: words, reason } = error.body;
  if (isReason(reason)) return failureText(t, reason);
  if (isProblemCode(error.code)) return failureText(t, error.code);
  const said = message ?? words;
  return typeof said === 'string' && said !== '' ? said : fallback;
}

/** The sentences in which the API refuses a field (the schemas of core, and Zod's own). */
const SENTENCES: [pattern: RegExp, text: string, value?: string][] = [
  [
    /^Is required$|^Must not be empty$|^Company name is required$|expected string to have >=1 characters$/,
    'required',
  ],
  [/^Must be an e-mail address$/, 'email'],
  [/^Must be an http or https address$/, 'url'],
  [/^Must be an http or https address, or a path of this site$/, 'urlOrPath'],
  [/^Must have at least (\d+) characters$|expected string to have >=(\d+) characters$/, 'tooShort', 'min'],
  [
    /^Must (?:be|have) at most (\d+) characters$|expected string to have <=(\d+) characters$/,
    'tooLong',
    'max',
  ],
  [/expected array to have <=(\d+) items$/, 'tooMany', 'max'],
  [/expected number to be >=(-?\d+)$/, 'tooSmall', 'min'],
  [/expected number to be <=(-?\d+)$/, 'tooLarge', 'max'],
  [/^Must be one of (.+)$/, 'oneOf', 'values'],
  [/^Must be made of lower-case letters, digits and single hyphens$/, 'slug'],
  [/^Is too common; choose another one$/, 'tooCommon'],
  [/^Invalid (?:input|option)|^Must be an (?:object|ISO 3166 country code)$|^Is no field$/, 'invalid'],
];

/** Why a value was refused, in the language of the page. Needs the texts of `ui`. */
export function refusalText(t: TFunction, sentence: string): string {
  for (const [pattern, text, value] of SENTENCES) {
    const match = pattern.exec(sentence);
    if (match) return t(`ui:field.${text}`, value ? { [value]: match[1] ?? match[2] } : {});
  }
  return sentence;
}

function isDetail(value: unknown): value is ProblemDetail {
  const detail = value as Partial<ProblemDetail> | null;
  return typeof detail?.path === 'string' && typeof detail.message === 'string';
}

/**
 * What is wrong with each field of a refused body, by the field's name: `body.social_urls.0` belongs
 * to `social_urls`. Needs the texts of `ui`.
 */
export function problemFields(t: TFunction, error: unknown): Record<string, string> {
  const details = error instanceof CallError ? error.body['details'] : undefined;
  const fields: Record<string, string> = {};
  for (const detail of Array.isArray(details) ? details.filter(isDetail) : []) {
    const [part, name] = detail.path.split('.');
    if (part === 'body' && name !== undefined) fields[name] ??= refusalText(t, detail.message);
  }
  return fields;
}
