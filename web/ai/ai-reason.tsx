import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { readSettings } from '../../core/settings/calls.ts';
import { CallError } from '../api.ts';
import { useCall } from '../console/api.ts';
import { paths } from '../paths.ts';
import { problemText } from '../problem-text.ts';

/** Why an AI did not do what it was asked, and the way to where that is mended. Needs the texts of `ai`. */
export function AiReason({ error }: { error: unknown }) {
  const { t } = useTranslation(['ai', 'problems', 'common']);
  return error instanceof CallError && error.code === 'ai_not_configured' ? (
    <NotConfigured />
  ) : (
    <p className="text-soft text-sm">{problemText(t, error, '')}</p>
  );
}

/** There is no key, or AI is turned off: the settings have both. Needs the texts of `ai`. */
export function NotConfigured() {
  const { t } = useTranslation(['ai', 'problems']);
  const settings = useCall(readSettings, {});
  return (
    <p className="text-soft text-sm">
      {settings.data?.enableAiUpdates === false ? t('ai:turnedOff') : t('problems:problem.ai_not_configured')}{' '}
      <Link to={paths.adminSettings()} className="link text-accent">
        {t('ai:openSettings')}
      </Link>
    </p>
  );
}
