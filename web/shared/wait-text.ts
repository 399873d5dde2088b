import type { Translate } from '../i18n/translate.ts';
import { CallError } from './api.ts';

const SECONDS_PER_MINUTE = 60;

/** Where a call was refused because there were too many: how long to wait, in words, else null. */
export function waitText(t: Translate<'common'>, error: unknown): string | null {
  if (!(error instanceof CallError) || error.code !== 'rate_limited') return null;
  const { retryAfter } = error;
  if (retryAfter === undefined) return t('common:tooMany');
  return retryAfter < SECONDS_PER_MINUTE
    ? t('common:tooManySeconds', { wait: retryAfter })
    : t('common:tooManyMinutes', { wait: Math.ceil(retryAfter / SECONDS_PER_MINUTE) });
}
