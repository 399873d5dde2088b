import type { SavedMeanwhile } from '../../../core/edit-version.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../core/languages.ts';
import type { VersionedSettings } from '../../../core/settings/calls.ts';
import type { Settings } from '../../../core/settings/rules.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ConflictChoice } from '../shared/conflict-choice.tsx';
import { mergeThreeWay } from '../shared/three-way-merge.ts';
import { fromFields, synonymsField, toFields } from './form-values.ts';

const textOf = (value: unknown) => (Array.isArray(value) ? value.join('\n') : String(value));

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
        mine: textOf(own[field]),
        theirs: textOf(theirs[field]),
      }))}
      busy={busy}
      onSave={(kept) =>
        onSave(
          fromFields({ ...merged, ...Object.fromEntries([...kept].map((field) => [field, own[field]])) }),
        )
      }
      onBack={onBack}
    />
  );
}
