import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { modifierKey, useShortcuts } from '../shared/use-shortcuts.ts';

/** The keys of Edit Company, behind `?` and a button where there is a mouse. Needs the texts of `edit`. */
export function ShortcutHelp() {
  const { t } = useTranslation('edit');
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useShortcuts(button, { '?': () => setOpen(true) });
  return (
    <>
      <button
        ref={button}
        type="button"
        className="hidden size-11 shrink-0 items-center justify-center rounded-lg text-soft hover:bg-tint hover:text-ink pointer-fine:inline-flex"
        aria-label={t('keys.title')}
        aria-keyshortcuts="?"
        title={t('keys.title')}
        onClick={() => setOpen(true)}
      >
        <kbd>?</kbd>
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t('keys.title')}>
        <p className="text-soft text-sm">{t('keys.text')}</p>
        <KeyList
          title={t('keys.list')}
          keys={[
            [['J'], t('keys.next')],
            [['K'], t('keys.previous')],
            [['E'], t('keys.edit')],
            [['X'], t('keys.select')],
            [['Shift', 'X'], t('keys.range')],
            [[modifierKey(), 'K'], t('keys.palette')],
            [['?'], t('keys.show')],
          ]}
        />
        <KeyList
          title={t('keys.form')}
          keys={[
            [[modifierKey(), 'S'], t('keys.save')],
            [[modifierKey(), 'Enter'], t('keys.saveNext')],
            [['J'], t('keys.next')],
            [['K'], t('keys.previous')],
            [['Alt', '↑ ↓'], t('keys.moveRow')],
          ]}
        />
      </Dialog>
    </>
  );
}

function KeyList({ title, keys }: { title: string; keys: [names: string[], does: string][] }) {
  return (
    <>
      <h3 className="mt-5 mb-1 text-lg">{title}</h3>
      <dl>
        {keys.map(([names, does]) => (
          <div
            key={names.join()}
            className="flex items-baseline justify-between gap-6 border-line border-t py-2"
          >
            <dt className="flex shrink-0 gap-1">
              {names.map((name) => (
                <kbd
                  key={name}
                  className="min-w-7 rounded-md border border-line bg-raised px-1.5 text-center text-sm"
                >
                  {name}
                </kbd>
              ))}
            </dt>
            <dd className="text-right">{does}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
