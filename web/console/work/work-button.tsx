import { useState } from 'react';
import type { InboxKind } from '../../../core/dashboard/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import type { FinalFocus } from '../../shared/ui/return-focus.ts';
import { useWork } from '../shared/use-work.ts';
import { WorkForm } from './work-form.tsx';

/** A piece of work, named as its dialog is. */
export interface NamedWork {
  kind: InboxKind;
  /** The id of a company; empty for all work of the kind. */
  item: string;
  name: string;
}

/** Says who does a piece of work, and opens its dialog. Needs the texts of `work`. */
export function WorkButton({ work: { kind, item, name }, onOpen }: { work: NamedWork; onOpen(): void }) {
  const { t } = useTranslation('work');
  const known = useWork().of(kind, item);
  const notes = known?.notes.length ?? 0;
  return (
    <Button
      aria-haspopup="dialog"
      aria-label={t('openNamed', { name })}
      className="px-3 text-sm"
      onClick={onOpen}
    >
      {known?.assignee ? t('assignedTo', { name: known.assignee }) : t('open')}
      {notes > 0 ? <span className="number text-soft"> · {t('notesCount', { count: notes })}</span> : null}
    </Button>
  );
}

/** Assignee, snooze date and notes of a work item. */
export function WorkDialog({
  work,
  onClose,
  finalFocus,
}: {
  work: NamedWork | null;
  onClose(): void;
  finalFocus?: FinalFocus;
}) {
  const [last, setLast] = useState(work);
  // The closing animation still shows the previous content.
  if (work && work !== last) setLast(work);
  return (
    <Dialog
      open={work !== null}
      onClose={onClose}
      title={last?.name ?? ''}
      className="max-w-lg"
      {...(finalFocus ? { finalFocus } : {})}
    >
      {last ? <WorkForm key={`${last.kind} ${last.item}`} kind={last.kind} item={last.item} /> : null}
    </Dialog>
  );
}

/** Both, for one piece of work that stays in sight. */
export function WorkControl(work: NamedWork) {
  const [opened, setOpened] = useState<NamedWork | null>(null);
  return (
    <>
      <WorkButton work={work} onOpen={() => setOpened(work)} />
      <WorkDialog work={opened} onClose={() => setOpened(null)} />
    </>
  );
}
