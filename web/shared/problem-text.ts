import {
  type FailureCode,
  PROBLEM_REASONS,
  PROBLEM_STATUS,
  type ProblemCode,
  type ProblemReason,
} from '../../core/problem.ts';
import type { Translate } from '../i18n/translate.ts';
import { CallError } from './api.ts';
import { waitText } from './wait-text.ts';

function isProblemCode(code: string | undefined): code is ProblemCode {
  return code !== undefined && Object.hasOwn(PROBLEM_STATUS, code);
}

function isReason(reason: unknown): reason is ProblemReason {
  return PROBLEM_REASONS.some((known) => known === reason);
}

/** The text of a failure that an answer names. Needs the texts of `problems`. */
export function failureText(t: Translate<'problems'>, code: FailureCode): string {
  return isReason(code) ? t(`problems:reason.${code}`) : t(`problems:problem.${code}`);
}

/**
 * What failed, in the visitor's words: the translated text of a known code, else the server's
 * message, else `fallback`. Needs the texts of `problems`.
 */
export function problemText(t: Translate<'problems' | 'common'>, error: unknown, fallback: string): string {
  if (!(error instanceof CallError)) return fallback;
  if (error.status === 0) return t('common:network');
  const wait = waitText(t, error);
  if (wait !== null) return wait;
  const { message, error: words, reason } = error.body;
  if (isReason(reason)) return failureText(t, reason);
  if (isProblemCode(error.code)) return failureText(t, error.code);
  const text = message ?? words;
  return typeof text === 'string' && text !== '' ? text : fallback;
}
