import { useEffect, useId, useRef, useState } from 'react';
import type { SavedMeanwhile } from '../../../core/edit-version.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';

/** A field that two people changed, each to another value, as the reader sees it. */
export interface ConflictingField {
  key: string;
  label: string;
  /** A text, or whether a box is ticked. */
  mine: string | boolean;
  theirs: string | boolean;
  language?: string;
}

/** Who saved meanwhile, and when. */
export function SavedBy({
  changed_by,
  changed_at,
}: Pick<SavedMeanwhile<unknown>, 'changed_by' | 'changed_at'>) {
  const { t } = useTranslation('console');
  const { language } = useRoot();
  if (changed_at === null) return t('conflict.unknown');
  return t('conflict.savedBy', { name: changed_by, date: formatDateTime(changed_at, language) });
}

/** Asks for each field whose version stays. Nothing is chosen beforehand. */
export function ConflictChoice({
  saved,
  fields,
  busy,
  onSave,
  onBack,
}: {
  saved: SavedMeanwhile<unknown>;
  fields: readonly ConflictingField[];
  busy: boolean;
  /** With the keys of the fields that stay mine. */
  onSave(mine: ReadonlySet<string>): void;
  onBack(): void;
}) {
  const { t } = useTranslation('console');
  const [chosen, setChosen] = useState<Readonly<Record<string, 'mine' | 'theirs'>>>({});
  const name = useId();
  const section = useRef<HTMLElement>(null);
  // Once, as it appears: whoever chooses with the keyboard stays at the choice.
  useEffect(() => section.current?.focus(), []);
  const isComplete = fields.every(({ key }) => chosen[key]);
  return (
    <section
      ref={section}
      tabIndex={-1}
      role="alert"
      className="my-6 max-w-3xl rounded-xl border border-warning bg-raised p-5"
    >
      <p className="font-medium">
        <SavedBy {...saved} />
      </p>
      <p className="mt-1 text-soft">{t('conflict.text')}</p>
      {fields.map(({ key, label, language, ...sides }) => (
        <fieldset key={key} className="mt-5">
          <legend className="font-medium">{label}</legend>
          <div className="mt-2 grid grid-cols-1 gap-3 md:grid-cols-2">
            {(['mine', 'theirs'] as const).map((side) => (
              <label
                key={side}
                className={`flex cursor-pointer gap-3 rounded-xl border p-4 ${chosen[key] === side ? 'border-accent' : 'border-line'}`}
              >
                <input
                  type="radio"
                  name={`${name} ${key}`}
                  className="mt-1 size-4 shrink-0 accent-accent"
                  checked={chosen[key] === side}
                  onChange={() => setChosen({ ...chosen, [key]: side })}
                />
                <span className="min-w-0">
                  <span className="block font-medium text-sm">{t(`conflict.${side}`)}</span>
                  <span
                    className="block max-h-60 overflow-y-auto whitespace-pre-wrap break-words"
                    lang={language}
                  >
                    {typeof sides[side] === 'boolean'
                      ? t(sides[side] ? 'conflict.on' : 'conflict.off')
                      : sides[side] || '—'}
                  </span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button
          look="primary"
          busy={busy}
          disabled={!isComplete}
          onClick={() => onSave(new Set(fields.flatMap(({ key }) => (chosen[key] === 'mine' ? [key] : []))))}
        >
          {t('conflict.save')}
        </Button>
        <Button onClick={onBack}>{t('conflict.back')}</Button>
      </div>
    </section>
  );
}
