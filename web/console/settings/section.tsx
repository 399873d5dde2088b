import { useEffect } from 'react';
import { readSettings } from '../../../core/settings/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ADMIN_TOKEN_KEY, storage } from '../../shared/api.ts';
import { useCall } from '../shared/api.ts';
import { LoadFailed, Loading, Section } from '../shared/section.tsx';
import { SettingsForm } from './settings-form.tsx';

export default function SettingsSection() {
  return (
    <Section id="settings" features={['settings', 'documents']}>
      <LoadedSettings />
    </Section>
  );
}

function LoadedSettings() {
  const { t } = useTranslation('settings');
  const hasToken = storage.get(ADMIN_TOKEN_KEY) !== null;
  // Always fresh when the section opens, and never exchanged under what is being edited.
  const { data, error, refetch } = useCall(
    readSettings,
    {},
    { enabled: hasToken, gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  );
  useEffect(() => {
    if (!hasToken) console.warn('No admin session token found: the settings are not loaded.');
  }, [hasToken]);
  if (!hasToken) return <p role="alert">{t('noToken')}</p>;
  if (data) return <SettingsForm initial={data} />;
  if (error) return <LoadFailed error={error} text={t('loadFailed')} onRetry={() => void refetch()} />;
  return <Loading />;
}
