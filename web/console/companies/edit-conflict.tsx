import { useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FOOTER } from '../../shared/ui/dialog.tsx';
import { fieldLabel, valueText } from '../fields/field-value.tsx';
import { TextBeside } from '../fields/text-diff.tsx';
import { SavedBy } from '../shared/conflict-choice.tsx';
import type { Disagreement } from './company-draft.ts';
import type { Saver } from './newer-version.ts';

/** Two saves of one company, field by field: what only one side changed is chosen already. */
export function EditConflict({
  savedBy,
  disagreements,
  busy,
  onBack,
  onSave,
}: {
  /** Who saved meanwhile; undefined where the history does not say. */
  savedBy: Saver | undefined;
  disagreements: Disagreement[];
  busy: boolean;
  /** With the keys of the fields that stay mine. */
  onBack(mine: ReadonlySet<string>): void;
  onSave(mine: ReadonlySet<string>): void;
}) {
  const { t } = useTranslation('edit');
  const keys = disagreements.map(({ key }) => key);
  const [mine, setMine] = useState<ReadonlySet<string>>(
    () => new Set(disagreements.filter(({ changedBy }) => changedBy === 'me').map(({ key }) => key)),
  );
  // A person decides conflicting changes: they have no default.
  const [decided, setDecided] = useState<ReadonlySet<string>>(
    () => new Set(disagreements.filter(({ changedBy }) => changedBy !== 'both').map(({ key }) => key)),
  );
  const isDecided = keys.every((key) => decided.has(key));
  function choose(key: string, isMine: boolean) {
    const next = new Set(mine);
    if (isMine) next.add(key);
    else next.delete(key);
    setMine(next);
    setDecided(new Set([...decided, key]));
  }
  function chooseAll(isMine: boolean) {
    setMine(new Set(isMine ? keys : []));
    setDecided(new Set(keys));
  }
  return (
    <div>
      <div role="alert" className="rounded-xl border border-line bg-raised p-5">
        <p className="font-medium">{savedBy ? <SavedBy {...savedBy} /> : t('conflict.title')}</p>
        <p className="mt-1 text-soft">{t('conflict.text')}</p>
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button onClick={() => chooseAll(true)}>{t('conflict.allMine')}</Button>
        <Button onClick={() => chooseAll(false)}>{t('conflict.allTheirs')}</Button>
      </div>
      <div className="mt-6 space-y-6">
        {disagreements.map((disagreement) => (
          <ValueChoice
            key={disagreement.key}
            disagreement={disagreement}
            chosen={decided.has(disagreement.key) ? (mine.has(disagreement.key) ? 'mine' : 'theirs') : null}
            onChoose={(isMine) => choose(disagreement.key, isMine)}
          />
        ))}
      </div>
      <div className={FOOTER}>
        <Button busy={busy} onClick={() => onBack(mine)}>
          {t('conflict.back')}
        </Button>
        <Button look="primary" busy={busy} disabled={!isDecided} onClick={() => onSave(mine)}>
          {busy ? t('saving') : t('save')}
        </Button>
      </div>
    </div>
  );
}

function ValueChoice({
  disagreement: { field, language: of, mine, theirs, changedBy },
  chosen,
  onChoose,
}: {
  disagreement: Disagreement;
  /** Null until somebody decided. */
  chosen: 'mine' | 'theirs' | null;
  onChoose(isMine: boolean): void;
}) {
  const { t } = useTranslation(['edit', 'categories', 'companies']);
  const { language } = useRoot();
  const name = useId();
  const sides = [
    { label: t('conflict.mine'), value: mine, other: theirs, checked: chosen === 'mine', isMine: true },
    { label: t('conflict.theirs'), value: theirs, other: mine, checked: chosen === 'theirs', isMine: false },
  ];
  return (
    <fieldset>
      <legend className="font-medium">{fieldLabel(t, field, of, language)}</legend>
      <p className="mb-2 text-soft text-sm">{t(`conflict.${changedBy}`)}</p>
      <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
        {sides.map((side) => (
          <label
            key={side.label}
            className={`flex cursor-pointer gap-3 rounded-xl border bg-raised p-4 ${side.checked ? 'border-accent' : 'border-line'}`}
          >
            <input
              type="radio"
              name={name}
              className="mt-1 size-4 shrink-0 accent-accent"
              checked={side.checked}
              onChange={() => onChoose(side.isMine)}
            />
            <span className="min-w-0">
              <span className="block font-medium text-sm">{side.label}</span>
              <span className="block max-h-60 overflow-y-auto whitespace-pre-wrap" lang={of ?? undefined}>
                {valueText(t, field, side.value, language) === '' ? (
                  <span className="text-soft">{t('noValue')}</span>
                ) : of === null ? (
                  valueText(t, field, side.value, language)
                ) : (
                  <TextBeside
                    text={valueText(t, field, side.value, language)}
                    other={valueText(t, field, side.other, language)}
                    language={of}
                  />
                )}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
