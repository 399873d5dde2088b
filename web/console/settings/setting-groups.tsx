import type { ReactNode } from 'react';
import { isOffered, LANGUAGE_NAMES, LANGUAGES } from '../../../core/languages.ts';
import { SECURITY_LOG_DAYS } from '../../../core/security-log/rules.ts';
import {
  AI_PROVIDERS,
  AI_TOKENS_MAX,
  AI_WEEKLY_MAX,
  type AiProvider,
  MODERATION_MODES,
  SESSION_TIMEOUTS,
  type Settings,
} from '../../../core/settings/rules.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { CheckboxField, SelectField, TextAreaField, TextField } from '../../shared/ui/field.tsx';
import { useNamedPlace } from '../shared/named-place.ts';
import { DelayedMails } from '../shared/waiting.tsx';
import { AiUsageTotals } from './ai-usage.tsx';
import { ConnectionTest } from './connection-test.tsx';
import {
  blockedWordsProblem,
  isWholeNumber,
  PROVIDER_LABELS,
  synonymsField,
  synonymsProblem,
} from './form-values.ts';
import { KeyField } from './key-field.tsx';

interface AiSettingsProps {
  saved: Settings;
  /** What the fields begin with. */
  shown: Settings;
  /** What the fields have now. */
  typed: Settings;
}

/** Providers of AI, their keys and what their answers may cost. */
export function AiSettings({ saved, shown, typed }: AiSettingsProps) {
  const { t } = useTranslation('settings');
  return (
    <SettingGroup title={t('ai')} text={t('aiText')}>
      {AI_PROVIDERS.map((provider) => (
        <ProviderFields key={provider} provider={provider} saved={saved} shown={shown} typed={typed} />
      ))}
      <SelectField
        name="defaultAiProvider"
        label={t('fields.defaultAiProvider')}
        defaultValue={shown.defaultAiProvider}
        options={AI_PROVIDERS.map((value) => ({ value, label: PROVIDER_LABELS[value] }))}
      />
      <CheckboxField
        name="enableAiUpdates"
        label={t('fields.enableAiUpdates')}
        hint={t('hints.enableAiUpdates')}
        defaultChecked={shown.enableAiUpdates}
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <NumberField name="aiMonthlyTokens" defaultValue={shown.aiMonthlyTokens} most={AI_TOKENS_MAX} />
        <NumberField name="aiWeeklyCompanies" defaultValue={shown.aiWeeklyCompanies} most={AI_WEEKLY_MAX} />
      </div>
      <AiUsageTotals />
    </SettingGroup>
  );
}

function ProviderFields({ provider, saved, shown, typed }: AiSettingsProps & { provider: AiProvider }) {
  const keyField = `${provider}ApiKey` as const;
  const modelField = `${provider}Model` as const;
  const { [keyField]: key, [modelField]: model } = typed;
  return (
    <>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <KeyField name={keyField} saved={saved[keyField]} shown={shown[keyField]} />
        <ModelField name={modelField} defaultValue={shown[modelField]} />
      </div>
      <ConnectionTest
        // The result of a connection test ends with an edit of its key or model: both are in the React key.
        key={`${provider} ${key} ${model}`}
        provider={provider}
        name={PROVIDER_LABELS[provider]}
        typed={{ key, model }}
      />
    </>
  );
}

export function AnalyticsSettings({ shown }: { shown: Settings }) {
  const { t } = useTranslation('settings');
  return (
    <SettingGroup title={t('analytics')}>
      <CheckboxField
        name="enableAnalytics"
        label={t('fields.enableAnalytics')}
        hint={t('hints.enableAnalytics')}
        defaultChecked={shown.enableAnalytics}
      />
    </SettingGroup>
  );
}

export function ModerationSettings({ shown }: { shown: Settings }) {
  const { t } = useTranslation('settings');
  return (
    <SettingGroup title={t('moderation')}>
      <SelectField
        name="commentModeration"
        label={t('fields.commentModeration')}
        defaultValue={shown.commentModeration}
        options={MODERATION_MODES.map((value) => ({ value, label: t(`moderations.${value}`) }))}
      />
      <TextAreaField
        name="blockedWords"
        label={t('fields.blockedWords')}
        hint={t('hints.blockedWords')}
        defaultValue={shown.blockedWords.join('\n')}
        rows={6}
        spellCheck={false}
        validate={(value) => {
          const wrong = blockedWordsProblem(value);
          return wrong && t(wrong.key, { ...wrong });
        }}
      />
    </SettingGroup>
  );
}

export function SearchSettings({ shown }: { shown: Settings }) {
  const { t } = useTranslation('settings');
  return (
    <SettingGroup title={t('search')} text={t('searchText')}>
      {/* Words of a language that is not offered stay in the form, so that a save keeps them. */}
      {LANGUAGES.map((language) => (
        <div key={language} hidden={!isOffered(language)}>
          <TextAreaField
            name={synonymsField(language)}
            label={t('fields.synonyms', { language: LANGUAGE_NAMES[language] })}
            lang={language}
            defaultValue={shown.synonyms[language].join('\n')}
            rows={6}
            spellCheck={false}
            validate={(value) => {
              const wrong = synonymsProblem(value);
              return wrong && t(wrong.key, { ...wrong });
            }}
          />
        </div>
      ))}
    </SettingGroup>
  );
}

export function SourceSettings({ shown }: { shown: Settings }) {
  const { t } = useTranslation('settings');
  return (
    <SettingGroup title={t('sources')}>
      <CheckboxField
        name="checkSources"
        label={t('fields.checkSources')}
        hint={t('hints.checkSources')}
        defaultChecked={shown.checkSources}
      />
    </SettingGroup>
  );
}

export function MailSettings({ shown }: { shown: Settings }) {
  const { t } = useTranslation('settings');
  return (
    <SettingGroup id="mail" title={t('mail')} text={t('mailText')}>
      <DelayedMails />
      <ConnectionTest provider="smtp" name={t('mail')} />
      <CheckboxField
        name="failureMails"
        label={t('fields.failureMails')}
        hint={t('hints.failureMails')}
        defaultChecked={shown.failureMails}
      />
      <ConnectionTest provider="failure_mail" name={t('failureMails')} />
    </SettingGroup>
  );
}

export function SessionSettings({ shown }: { shown: Settings }) {
  const { t } = useTranslation('settings');
  return (
    <SettingGroup title={t('sessions')}>
      <SelectField
        name="sessionTimeout"
        label={t('fields.sessionTimeout')}
        hint={t('hints.sessionTimeout')}
        defaultValue={String(shown.sessionTimeout)}
        options={SESSION_TIMEOUTS.map((hours) => ({
          value: String(hours),
          label: t(`timeouts.${hours}`),
        }))}
      />
      <CheckboxField
        name="requireSecondFactor"
        label={t('fields.requireSecondFactor')}
        hint={t('hints.requireSecondFactor')}
        defaultChecked={shown.requireSecondFactor}
      />
    </SettingGroup>
  );
}

export function SecuritySettings({ shown }: { shown: Settings }) {
  const { t } = useTranslation('settings');
  return (
    <SettingGroup title={t('security')} text={t('securityText')}>
      <SelectField
        name="securityLogDays"
        label={t('fields.securityLogDays')}
        hint={t('hints.securityLogDays')}
        defaultValue={String(shown.securityLogDays)}
        options={SECURITY_LOG_DAYS.map((days) => ({
          value: String(days),
          label: t('days', { count: days }),
        }))}
      />
      <SelectField
        name="alertLanguage"
        label={t('fields.alertLanguage')}
        defaultValue={shown.alertLanguage}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      />
    </SettingGroup>
  );
}

function ModelField({ name, defaultValue }: { name: 'claudeModel' | 'geminiModel'; defaultValue: string }) {
  const { t } = useTranslation('settings');
  return (
    <TextField
      name={name}
      label={t(`fields.${name}`)}
      hint={t('hints.model')}
      defaultValue={defaultValue}
      maxLength={100}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      validate={(value) => (value.trim() ? null : t('required'))}
    />
  );
}

function NumberField({
  name,
  defaultValue,
  most,
}: {
  name: 'aiMonthlyTokens' | 'aiWeeklyCompanies';
  defaultValue: number;
  most: number;
}) {
  const { t } = useTranslation('settings');
  const { language } = useRoot();
  return (
    <TextField
      name={name}
      label={t(`fields.${name}`)}
      hint={t(`hints.${name}`)}
      defaultValue={String(defaultValue)}
      inputMode="numeric"
      autoComplete="off"
      validate={(value) =>
        isWholeNumber(value, most) ? null : t('wholeNumber', { max: formatNumber(most, language) })
      }
    />
  );
}

function SettingGroup({
  id,
  title,
  text,
  children,
}: {
  id?: string;
  title: string;
  text?: string;
  children: ReactNode;
}) {
  const group = useNamedPlace<HTMLFieldSetElement>(id);
  return (
    <fieldset
      ref={group}
      id={id}
      tabIndex={id ? -1 : undefined}
      className="mt-10 min-w-0 scroll-mt-24 outline-none first:mt-0"
    >
      <legend className="font-display font-semibold text-xl">{title}</legend>
      {text ? <p className="mt-1 text-soft">{text}</p> : null}
      <div className="mt-4 space-y-5">{children}</div>
    </fieldset>
  );
}
