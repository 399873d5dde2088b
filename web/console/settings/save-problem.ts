import type { Translate } from '../../i18n/translate.ts';
import { CallError } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';

/** There is nobody to save as: the session was forgotten in this browser. */
export class NoToken extends Error {}

/**
 * Why the settings were not saved (specification, section 8): the server's words, else its status,
 * else that it failed.
 */
export function saveProblem(t: Translate<'settings' | 'problems' | 'common'>, error: unknown): string {
  if (error instanceof NoToken) return t('settings:noToken');
  const failed = t('settings:failed');
  const text = problemText(t, error, '');
  if (text) return text;
  return error instanceof CallError ? `HTTP ${error.status}: ${failed}` : failed;
}
