import { type KeyboardEvent, useId, useRef } from 'react';
import { HIGHLIGHTS_MAX } from '../../core/companies/fields.ts';
import type { Language } from '../../core/languages.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { CloseIcon, PlusIcon } from '../ui/icons.tsx';

/** A list of short texts: Enter or the plus adds one. Needs the texts of `edit` and `ui`. */
export function HighlightsField({
  highlights,
  newHighlight,
  language,
  problem,
  required = true,
  onChange,
}: {
  highlights: string[];
  /** What stands in the field of the next one. */
  newHighlight: string;
  language: Language;
  problem: string | undefined;
  /** Marked beside the label. */
  required?: boolean;
  onChange(changes: { highlights?: string[]; newHighlight?: string }): void;
}) {
  const { t } = useTranslation(['edit', 'ui']);
  const id = useId();
  const next = useRef<HTMLInputElement>(null);
  const full = highlights.length >= HIGHLIGHTS_MAX;

  function add() {
    const text = newHighlight.trim();
    if (text !== '' && !full) onChange({ highlights: [...highlights, text], newHighlight: '' });
    next.current?.focus();
  }

  /** Enter would save the whole form; while a syllable is being composed it only ends that. */
  function onEnter(event: KeyboardEvent, then?: () => void) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (!event.nativeEvent.isComposing) then?.();
  }

  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">
        {t('fields.highlights')}
        {required ? (
          <>
            <span aria-hidden="true" className="text-danger">
              {' *'}
            </span>
            <span className="sr-only"> {t('ui:required')}</span>
          </>
        ) : null}
      </legend>
      <ul className="space-y-2">
        {highlights.map((highlight, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place in the list, not a text
          <li key={index} className="flex gap-2">
            <input
              className="field"
              lang={language}
              aria-label={t('highlight', { number: index + 1 })}
              value={highlight}
              onKeyDown={(event) => onEnter(event)}
              onChange={(event) =>
                onChange({ highlights: highlights.with(index, event.currentTarget.value) })
              }
            />
            <button
              type="button"
              className="flex size-11 shrink-0 items-center justify-center rounded-lg text-soft hover:text-danger"
              aria-label={t('removeHighlight', { number: index + 1 })}
              onClick={() => {
                onChange({ highlights: highlights.toSpliced(index, 1) });
                next.current?.focus();
              }}
            >
              <CloseIcon />
            </button>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex gap-2">
        <input
          ref={next}
          name="highlights"
          className="field"
          lang={language}
          aria-label={t('newHighlight')}
          aria-describedby={problem ? `${id}-problem` : undefined}
          aria-invalid={problem ? true : undefined}
          placeholder={t('newHighlight')}
          value={newHighlight}
          onKeyDown={(event) => onEnter(event, add)}
          onChange={(event) => onChange({ newHighlight: event.currentTarget.value })}
        />
        <button
          type="button"
          className="button w-11 shrink-0 px-0"
          aria-label={t('addHighlight')}
          disabled={full}
          onClick={add}
        >
          <PlusIcon />
        </button>
      </div>
      {problem ? (
        <p id={`${id}-problem`} className="mt-1 text-danger text-sm">
          {problem}
        </p>
      ) : null}
    </fieldset>
  );
}
