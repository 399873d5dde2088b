import { Form } from '@base-ui/react/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { readAdminSession } from '../../../core/admins/calls.ts';
import type { SavedMeanwhile } from '../../../core/edit-version.ts';
import { isOffered, LANGUAGE_NAMES, LANGUAGES } from '../../../core/languages.ts';
import { SECURITY_LOG_DAYS } from '../../../core/security-log/rules.ts';
import { readSettings, saveSettings, type VersionedSettings } from '../../../core/settings/calls.ts';
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
import { ADMIN_TOKEN_KEY, callFromBrowser, storage } from '../../shared/api.ts';
import { NO_ERRORS, problemFields } from '../../shared/refusal-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CheckboxField, SelectField, TextAreaField, TextField } from '../../shared/ui/field.tsx';
import { DocumentsEditor } from '../documents/documents-editor.tsx';
import { callKey, useCall } from '../shared/api.ts';
import { LeaveGuard } from '../shared/leave-guard.tsx';
import { LocalDraftNotice } from '../shared/local-draft-notice.tsx';
import { useLocalDraft } from '../shared/local-drafts.ts';
import { useNamedPlace } from '../shared/named-place.ts';
import { LoadFailed, Loading, SECTION_FOOTER, Section } from '../shared/section.tsx';
import { mergeThreeWay, savedMeanwhile } from '../shared/three-way-merge.ts';
import { DelayedMails } from '../shared/waiting.tsx';
import { AiUsageTotals } from './ai-usage.tsx';
import { ConnectionTest } from './connection-test.tsx';
import {
  blockedWordsProblem,
  changedFields,
  formValues,
  fromFields,
  isSameSettings,
  isWholeNumber,
  PROVIDER_LABELS,
  synonymsField,
  synonymsProblem,
  toFields,
  withFields,
} from './form-values.ts';
import { KeyField } from './key-field.tsx';
import { NoToken, saveProblem } from './save-problem.ts';
import { SettingsConflict } from './settings-conflict.tsx';

/** How long a save is confirmed, in milliseconds (specification, section 4). */
const SUCCESS_SHOWN = 3000;

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

function SettingsForm({ initial }: { initial: VersionedSettings }) {
  const { t } = useTranslation(['settings', 'problems', 'refusals', 'common']);
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [saved, setSaved] = useState(initial);
  const [meanwhile, setMeanwhile] = useState<{ saved: SavedMeanwhile<VersionedSettings>; mine: Settings }>();
  const [typed, setTyped] = useState<Settings | null>(null);
  const isDirty = typed !== null && !isSameSettings(typed, saved);
  const [documentsDirty, setDocumentsDirty] = useState(false);
  // React key of the form: a new number remounts the fields with the values of `shown`.
  const [edition, setEdition] = useState(0);
  const [shown, setShown] = useState<Settings>(initial);
  function showAnew(settings: Settings) {
    setShown(settings);
    setEdition(edition + 1);
  }
  // Keys are secrets: they are never kept.
  const typedWords = typed && { ...typed, ...keysOf(saved) };
  // Only changed fields are kept: other administrators may have saved the unchanged fields since.
  const localDraft = useLocalDraft<{ changed: Record<string, unknown> }>({
    form: 'settings',
    subject: 'all',
    value:
      typedWords && !isSameSettings(typedWords, saved)
        ? { changed: changedFields(saved, typedWords) }
        : undefined,
    model: { changed: {} },
  });

  // Base UI shows the same object once, and moves the focus to the first refused field when it changes.
  const [errors, setErrors] = useState(NO_ERRORS);

  const save = useMutation({
    mutationFn: async ({
      settings,
      version,
    }: {
      settings: Settings;
      version: string;
      isMerged?: boolean;
    }) => {
      if (storage.get(ADMIN_TOKEN_KEY) === null) throw new NoToken();
      return callFromBrowser(saveSettings, { body: { ...settings, version } });
    },
    onError: (error, { settings: mine }) => {
      const newer = savedMeanwhile<VersionedSettings>(error);
      if (!newer) {
        setErrors(problemFields(t, error));
        return;
      }
      const { current } = newer;
      const { merged, conflicts } = mergeThreeWay(toFields(saved), toFields(mine), toFields(current));
      if (conflicts.length > 0) setMeanwhile({ saved: newer, mine });
      else saveMerged(fromFields(merged), current);
    },
    onSuccess: (answer, { isMerged }) => {
      setErrors(NO_ERRORS);
      localDraft.noteSaved();
      setSaved(answer);
      if (isMerged) {
        showAnew(answer);
        setTyped(null);
      } else if (form.current) {
        showStored(form.current, answer);
        setTyped(formValues(new FormData(form.current)));
      }
      // The length of the session may have changed.
      void client.invalidateQueries({ queryKey: callKey(readAdminSession) });
    },
  });
  /** Saves merged settings on top of the newer version. */
  function saveMerged(settings: Settings, current: VersionedSettings) {
    setSaved(current);
    setMeanwhile(undefined);
    save.mutate({ settings, version: current.version, isMerged: true });
  }
  const { isSuccess, reset } = save;
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(reset, SUCCESS_SHOWN);
    return () => clearTimeout(timer);
  }, [isSuccess, reset]);

  function note(event: FormEvent<HTMLFormElement>) {
    setTyped(formValues(new FormData(event.currentTarget)));
    if (save.isError) reset();
  }

  // The result of a connection test ends with an edit of its key or model: both are in the React key.
  const connection = (provider: AiProvider) => {
    const values = typed ?? saved;
    const { [`${provider}ApiKey` as const]: key, [`${provider}Model` as const]: model } = values;
    return { key: `${provider} ${key} ${model}`, typed: { key, model } };
  };
  const claude = connection('claude');
  const gemini = connection('gemini');

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    save.mutate({ settings: formValues(new FormData(event.currentTarget)), version: saved.version });
  }

  return (
    <>
      <LocalDraftNotice
        offer={localDraft}
        onRestore={({ changed }) => {
          const restored = { ...withFields(saved, changed), ...keysOf(typed ?? saved) };
          showAnew(restored);
          setTyped(restored);
        }}
      />
      {meanwhile ? (
        <SettingsConflict
          base={saved}
          {...meanwhile}
          busy={save.isPending}
          onSave={(settings) => saveMerged(settings, meanwhile.saved.current)}
          onBack={() => setMeanwhile(undefined)}
        />
      ) : null}
      <Form
        method="post"
        key={edition}
        ref={form}
        errors={errors}
        onChange={note}
        onSubmit={submit}
        // What has the focus must not be behind the bar at the bottom.
        className="max-w-3xl [&_:is(input,select,textarea)]:scroll-mb-28"
      >
        <SettingGroup title={t('ai')} text={t('aiText')}>
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
            <KeyField name="claudeApiKey" saved={saved.claudeApiKey} shown={shown.claudeApiKey} />
            <ModelField name="claudeModel" defaultValue={shown.claudeModel} />
          </div>
          <ConnectionTest
            key={claude.key}
            provider="claude"
            name={PROVIDER_LABELS.claude}
            typed={claude.typed}
          />
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
            <KeyField name="geminiApiKey" saved={saved.geminiApiKey} shown={shown.geminiApiKey} />
            <ModelField name="geminiModel" defaultValue={shown.geminiModel} />
          </div>
          <ConnectionTest
            key={gemini.key}
            provider="gemini"
            name={PROVIDER_LABELS.gemini}
            typed={gemini.typed}
          />
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
            <NumberField
              name="aiWeeklyCompanies"
              defaultValue={shown.aiWeeklyCompanies}
              most={AI_WEEKLY_MAX}
            />
          </div>
          <AiUsageTotals />
        </SettingGroup>
        <SettingGroup title={t('analytics')}>
          <CheckboxField
            name="enableAnalytics"
            label={t('fields.enableAnalytics')}
            hint={t('hints.enableAnalytics')}
            defaultChecked={shown.enableAnalytics}
          />
        </SettingGroup>
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
        <SettingGroup title={t('sources')}>
          <CheckboxField
            name="checkSources"
            label={t('fields.checkSources')}
            hint={t('hints.checkSources')}
            defaultChecked={shown.checkSources}
          />
        </SettingGroup>
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
        <div className={SECTION_FOOTER}>
          <Button type="submit" look="primary" busy={save.isPending}>
            {t(save.isPending ? 'saving' : 'save')}
          </Button>
          {isDirty && !save.isPending ? (
            <Button
              onClick={() => {
                showAnew(saved);
                setTyped(null);
                localDraft.discard();
                reset();
              }}
            >
              {t('discard')}
            </Button>
          ) : null}
          <p role="status" className="text-soft text-sm">
            {save.isSuccess ? t('saved') : isDirty && !save.isError ? t('unsaved') : null}
          </p>
          {save.isError && !meanwhile ? (
            <p role="alert" className="text-danger text-sm">
              {saveProblem(t, save.error)}
            </p>
          ) : null}
        </div>
      </Form>
      <DocumentsEditor onDirty={setDocumentsDirty} />
      <LeaveGuard
        when={isDirty || documentsDirty}
        title={t('settings:leave.title')}
        text={t('settings:leave.text')}
        leave={t('settings:leave.confirm')}
        stay={t('settings:leave.cancel')}
      />
    </>
  );
}

const keysOf = ({ claudeApiKey, geminiApiKey }: Settings) => ({ claudeApiKey, geminiApiKey });

/** Shows the stored values in the fields: the server masks keys and trims words. */
function showStored(form: HTMLFormElement, stored: Settings): void {
  const texts = {
    claudeApiKey: stored.claudeApiKey,
    geminiApiKey: stored.geminiApiKey,
    blockedWords: stored.blockedWords.join('\n'),
    ...Object.fromEntries(
      LANGUAGES.map((language) => [synonymsField(language), stored.synonyms[language].join('\n')]),
    ),
  };
  for (const [name, text] of Object.entries(texts)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = text;
  }
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
