import { useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../shared/ui/button.tsx';
import { useShortcuts } from '../shared/use-shortcuts.ts';
import { ShortcutHelp } from './shortcut-help.tsx';
import type { Steps } from './use-steps.ts';

/** From the company that is edited to its neighbours in the filtered list. Needs the texts of `edit`. */
export function StepBar({ steps, busy }: { steps: Steps; busy: boolean }) {
  const { t } = useTranslation('edit');
  const { place, total, previous, next } = steps;
  const bar = useRef<HTMLElement>(null);
  useShortcuts(bar, busy ? {} : { j: () => next?.(), k: () => previous?.() });
  return (
    <nav ref={bar} aria-label={t('steps.label')} className="mb-4 flex flex-wrap items-center gap-2">
      <Button disabled={busy || !previous} onClick={previous}>
        <span aria-hidden="true">←</span> {t('steps.previous')}
      </Button>
      <Button disabled={busy || !next} onClick={next}>
        {t('steps.next')} <span aria-hidden="true">→</span>
      </Button>
      <p className="number flex-1 px-1 text-soft text-sm">
        {place > 0 ? t('steps.place', { place, total }) : ''}
      </p>
      <ShortcutHelp />
    </nav>
  );
}
