import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { readAdminSession } from '../../../core/admins/calls.ts';
import type { SavedMeanwhile } from '../../../core/edit-version.ts';
import { LANGUAGES } from '../../../core/languages.ts';
import { saveSettings, type VersionedSettings } from '../../../core/settings/calls.ts';
import type { Settings } from '../../../core/settings/rules.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ADMIN_TOKEN_KEY, callFromBrowser, storage } from '../../shared/api.ts';
import { NO_ERRORS, problemFields } from '../../shared/refusal-text.ts';
import { callKey } from '../shared/api.ts';
import { useLocalDraft } from '../shared/local-drafts.ts';
import { mergeThreeWay, savedMeanwhile } from '../shared/three-way-merge.ts';
import {
  changedFields,
  formValues,
  fromFields,
  isSameSettings,
  synonymsField,
  toFields,
  withFields,
} from './form-values.ts';
import { NoToken } from './save-problem.ts';

/** How long a save is confirmed, in milliseconds (specification, section 4). */
const SUCCESS_SHOWN = 3000;

/**
 * The form of the settings: typed values and their local draft, saves, and merges with a newer version. Needs the texts
 * of `refusals`.
 */
export function useSettingsForm(initial: VersionedSettings) {
  const { t } = useTranslation('refusals');
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [saved, setSaved] = useState(initial);
  const [meanwhile, setMeanwhile] = useState<{ saved: SavedMeanwhile<VersionedSettings>; mine: Settings }>();
  const [typed, setTyped] = useState<Settings | null>(null);
  const isDirty = typed !== null && !isSameSettings(typed, saved);
  // React key of the form: a new number remounts the fields with the values of `shown`.
  const [edition, setEdition] = useState(0);
  const [shown, setShown] = useState<Settings>(initial);
  function showAnew(settings: Settings) {
    setShown(settings);
    setEdition(edition + 1);
  }
  const localDraft = useSettingsDraft(saved, typed);

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

  return {
    form,
    edition,
    saved,
    shown,
    typed: typed ?? saved,
    isDirty,
    errors,
    save,
    localDraft,
    /** Fields that another administrator changed too, with the ways to decide; undefined without any. */
    conflict: meanwhile && {
      base: saved,
      ...meanwhile,
      onSave: (settings: Settings) => saveMerged(settings, meanwhile.saved.current),
      onBack: () => setMeanwhile(undefined),
    },
    readTyped(event: FormEvent<HTMLFormElement>) {
      setTyped(formValues(new FormData(event.currentTarget)));
      if (save.isError) reset();
    },
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      save.mutate({ settings: formValues(new FormData(event.currentTarget)), version: saved.version });
    },
    restore({ changed }: { changed: Record<string, unknown> }) {
      const restored = { ...withFields(saved, changed), ...keysOf(typed ?? saved) };
      showAnew(restored);
      setTyped(restored);
    },
    discard() {
      showAnew(saved);
      setTyped(null);
      localDraft.discard();
      reset();
    },
  };
}

const keysOf = ({ claudeApiKey, geminiApiKey }: Settings) => ({ claudeApiKey, geminiApiKey });

function useSettingsDraft(saved: Settings, typed: Settings | null) {
  // Keys are secrets: they are never kept.
  const typedWords = typed && { ...typed, ...keysOf(saved) };
  // Only changed fields are kept: other administrators may have saved the unchanged fields since.
  return useLocalDraft<{ changed: Record<string, unknown> }>({
    form: 'settings',
    subject: 'all',
    value:
      typedWords && !isSameSettings(typedWords, saved)
        ? { changed: changedFields(saved, typedWords) }
        : undefined,
    model: { changed: {} },
  });
}

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
