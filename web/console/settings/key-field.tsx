import { useState } from 'react';
import { looksMasked } from '../../../core/settings/rules.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { TextField } from '../../shared/ui/field.tsx';

/**
 * Field of a provider's key. It shows the stored key masked: unchanged text keeps the key, other text replaces the
 * key, an empty field removes the key.
 */
export function KeyField({
  name,
  saved,
  shown,
}: {
  name: 'claudeApiKey' | 'geminiApiKey';
  saved: string;
  /** What the field begins with. */
  shown: string;
}) {
  const { t } = useTranslation('settings');
  const [text, setText] = useState(shown);
  const [before, setBefore] = useState(saved);
  if (before !== saved) {
    setBefore(saved);
    setText(saved);
  }
  const state =
    text.trim() === saved
      ? saved
        ? 'stored'
        : 'none'
      : text.trim() === ''
        ? 'removes'
        : saved
          ? 'replaces'
          : 'adds';
  return (
    <TextField
      name={name}
      label={t(`fields.${name}`)}
      hint={
        <span className={state === 'removes' ? 'font-medium text-warning' : undefined}>
          {t(`key.${state}`)}
        </span>
      }
      defaultValue={shown}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onInput={(event) => setText(event.currentTarget.value)}
      // A masked key is never edited in part: typing replaces it.
      onFocus={(event) => event.currentTarget.select()}
      validate={(value) => {
        const key = value.trim();
        return key !== saved && looksMasked(key) ? t('key.whole') : null;
      }}
    />
  );
}
