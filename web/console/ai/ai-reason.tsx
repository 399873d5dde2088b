import { Link } from 'react-router';
import type { FailureCode } from '../../../core/problem.ts';
import { readSettings } from '../../../core/settings/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CallError } from '../../shared/api.ts';
import { paths } from '../../shared/paths.ts';
import { failureText, problemText } from '../../shared/problem-text.ts';
import { useCall } from '../shared/api.ts';

/** What is mended in the settings, by code or reason. */
const IN_SETTINGS = new Set<unknown>([
  'ai_not_configured',
  'ai_limit_spent',
  'ai_key_refused',
  'ai_model_unknown',
]);

/** Why an AI did not do what it was asked, and the way to where that is mended. Needs the texts of `ai`. */
export function AiReason({ error }: { error: unknown }) {
  const { t } = useTranslation(['ai', 'problems', 'common']);
  const known = error instanceof CallError ? error : undefined;
  const reason = known?.body['reason'];
  return (
    <p className="text-soft text-sm">
      {problemText(t, error, '')}{' '}
      {known && IN_SETTINGS.has(known.code === 'ai_failed' ? reason : known.code) ? (
        <Link to={paths.admin('settings')} className="link text-accent">
          {t('ai:openSettings')}
        </Link>
      ) : null}
      {known && reason === 'ai_request_refused' ? <FailureDetail>{known.message}</FailureDetail> : null}
    </p>
  );
}

/** A failure that an answer names, in the language of the page. Needs the texts of `problems`. */
export function NamedFailure({ code, detail }: { code: FailureCode | null; detail: string }) {
  const { t } = useTranslation(['problems']);
  return (
    <>
      {code ? failureText(t, code) : null}{' '}
      {code === null || code === 'ai_request_refused' ? <FailureDetail>{detail}</FailureDetail> : null}
    </>
  );
}

/** The server's sentence, where it says more than any text of ours: a provider's own words. */
function FailureDetail({ children }: { children: string }) {
  return (
    <span lang="en" className="break-words">
      {children}
    </span>
  );
}

/** The month's limit of tokens is spent: the settings have it. Needs the texts of `ai`. */
export function LimitSpent() {
  const { t } = useTranslation(['ai', 'problems']);
  return (
    <p className="mt-2 text-sm text-warning">
      {t('problems:problem.ai_limit_spent')}{' '}
      <Link to={paths.admin('settings')} className="link text-accent">
        {t('ai:openSettings')}
      </Link>
    </p>
  );
}

/** There is no key, or AI is turned off: the settings have both. Needs the texts of `ai`. */
export function NotConfigured() {
  const { t } = useTranslation(['ai', 'problems']);
  const settings = useCall(readSettings, {});
  return (
    <p className="text-soft text-sm">
      {settings.data?.enableAiUpdates === false ? t('ai:turnedOff') : t('problems:problem.ai_not_configured')}{' '}
      <Link to={paths.admin('settings')} className="link text-accent">
        {t('ai:openSettings')}
      </Link>
    </p>
  );
}
