import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { languageName } from '../../shared/console/format.ts';
import { refusalText } from '../../shared/refusal-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Select } from '../../shared/ui/input.tsx';
import { PartForm } from './part-form.tsx';
import type { PartDraft } from './use-part.ts';

/** The offered languages, and the default one. */
export function LanguagesPart({ draft }: { draft: PartDraft<'languages'> }) {
  const { t } = useTranslation(['directory', 'refusals']);
  const { language: shown } = useRoot();
  const { value, change } = draft;
  const { offered } = value;
  const refused = draft.refused.get('offered') ?? draft.refused.get('default');
  function offer(language: Language, isWanted: boolean) {
    const next = isWanted ? [...offered, language] : offered.filter((other) => other !== language);
    const usual = next.includes(value.default) ? value.default : (next[0] ?? value.default);
    change({ offered: next, default: usual });
  }
  return (
    <PartForm draft={draft}>
      <p className="max-w-2xl text-soft">{t('languages.text')}</p>
      <fieldset className="mt-5">
        <legend className="mb-1 font-medium">{t('languages.offered')}</legend>
        {LANGUAGES.map((language) => (
          <label key={language} className="flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              className="size-5"
              checked={offered.includes(language)}
              // One stays: a directory without languages has no pages.
              disabled={offered.length === 1 && offered.includes(language)}
              onChange={({ currentTarget: { checked } }) => offer(language, checked)}
            />
            <span lang={language}>{LANGUAGE_NAMES[language]}</span>
            {language === shown ? null : (
              <span className="text-soft text-sm">{languageName(language, shown)}</span>
            )}
          </label>
        ))}
      </fieldset>
      {refused ? <p className="mt-1 text-danger text-sm">{refusalText(t, refused)}</p> : null}
      <Select
        className="mt-5 max-w-60"
        label={t('languages.default')}
        value={value.default}
        onChange={(language) => change({ ...value, default: language })}
        options={offered.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
      />
      <p className="mt-2 max-w-2xl text-soft text-sm">{t('languages.defaultHint')}</p>
    </PartForm>
  );
}
