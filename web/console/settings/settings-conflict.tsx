import type { SavedMeanwhile } from '../../../core/edit-version.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../core/languages.ts';
import type { VersionedSettings } from '../../../core/settings/calls.ts';
import type { AiProvider, SessionTimeout, Settings } from '../../../core/settings/rules.ts';
import type { Translate } from '../../i18n/translate.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ConflictChoice } from '../shared/conflict-choice.tsx';
import { mergeThreeWay } from '../shared/three-way-merge.ts';
import { fromFields, PROVIDER_LABELS, synonymsField, toFields } from './form-values.ts';

/** The value of a field of the settings, as the form shows it. */
export function shownValue(t: Translate<'settings'>, field: string, value: unknown): string | boolean {
  if (typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.join('\n');
  switch (field as keyof Settings) {
    case 'defaultAiProvider':
      return PROVIDER_LABELS[value as AiProvider];
    case 'commentModeration':
      return t(`settings:moderations.${value as Settings['commentModeration']}`);
    case 'sessionTimeout':
      return t(`settings:timeouts.${value as SessionTimeout}`);
    case 'securityLogDays':
      return t('settings:days', { count: Number(value) });
    case 'alertLanguage':
      return LANGUAGE_NAMES[value as Language];
    default:
      return String(value);
  }
}

/** The settings that two administrators changed, each to another value. */
export function SettingsConflict({
  base,
  saved,
  mine,
  busy,
  onSave,
  onBack,
}: {
  base: Settings;
  saved: SavedMeanwhile<VersionedSettings>;
  mine: Settings;
  busy: boolean;
  onSave(settings: Settings): void;
  onBack(): void;
}) {
  const { t } = useTranslation('settings');
  const [own, theirs] = [toFields(mine), toFields(saved.current)];
  const { merged, conflicts } = mergeThreeWay(toFields(base), own, theirs);
  const labelOf = (field: string): string => {
    const language = LANGUAGES.find((one) => field === synonymsField(one));
    return language
      ? t('fields.synonyms', { language: LANGUAGE_NAMES[language] })
      : t(`fields.${field as Exclude<keyof Settings, 'synonyms'>}`);
  };
  return (
    <ConflictChoice
      saved={saved}
      fields={conflicts.map((field) => ({
        key: field,
        label: labelOf(field),
        mine: shownValue(t, field, own[field]),
        theirs: shownValue(t, field, theirs[field]),
      }))}
      busy={busy}
      onSave={(keptFields) =>
        onSave(
          fromFields({
            ...merged,
            ...Object.fromEntries([...keptFields].map((field) => [field, own[field]])),
          }),
        )
      }
      onBack={onBack}
    />
  );
}
