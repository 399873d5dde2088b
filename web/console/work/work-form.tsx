import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { InboxKind } from '../../../core/dashboard/calls.ts';
import { DAY } from '../../../core/time.ts';
import { assignWork, noteWork, snoozeWork } from '../../../core/work/calls.ts';
import { formatDay } from '../../i18n/days-and-lists.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Select, TextArea, TextInput } from '../../shared/ui/input.tsx';
import { useWork } from '../shared/use-work.ts';

/** The day after today, as a date field has it. */
const tomorrow = () => new Date(Date.now() + DAY).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** Each of the three is saved by itself. */
export function WorkForm({ kind, item }: { kind: InboxKind; item: string }) {
  const { t } = useTranslation(['work', 'problems', 'common']);
  const { language } = useRoot();
  const { admins, of } = useWork();
  const known = of(kind, item);
  const [text, setText] = useState('');
  const [until, setUntil] = useState(known?.snoozed_until ?? '');
  const assigning = useMutation({
    mutationFn: (assignee: string | null) => callFromBrowser(assignWork, { body: { kind, item, assignee } }),
  });
  const snoozing = useMutation({
    mutationFn: (day: string | null) => callFromBrowser(snoozeWork, { body: { kind, item, until: day } }),
    onSuccess: (_, day) => setUntil(day ?? ''),
  });
  const noting = useMutation({
    mutationFn: () => callFromBrowser(noteWork, { body: { kind, item, text } }),
    onSuccess: () => setText(''),
  });
  const failure = assigning.error ?? snoozing.error ?? noting.error;
  const notes = known?.notes ?? [];
  return (
    <div className="space-y-6">
      <Select
        label={t('assignee')}
        value={known?.assignee ?? ''}
        onChange={(assignee) => assigning.mutate(assignee || null)}
        options={[
          { value: '', label: t('nobody') },
          ...admins
            .filter(({ username, kinds }) => kinds.includes(kind) || username === known?.assignee)
            .map(({ username }) => ({ value: username, label: username })),
        ]}
      />
      <form
        method="post"
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (until) snoozing.mutate(until);
        }}
      >
        <TextInput
          className="flex-1 basis-40"
          type="date"
          label={t('snooze')}
          min={tomorrow()}
          value={until}
          onChange={setUntil}
        />
        <Button type="submit" busy={snoozing.isPending} disabled={until === ''}>
          {t('snoozeNow')}
        </Button>
        {known?.snoozed_until ? (
          <Button busy={snoozing.isPending} onClick={() => snoozing.mutate(null)}>
            {t('wake')}
          </Button>
        ) : null}
        <p className="w-full text-soft text-sm" role="status">
          {known?.snoozed_until
            ? t('snoozedUntil', { date: formatDay(known.snoozed_until, language) })
            : t('snoozeHint')}
        </p>
      </form>
      <div>
        <h3 className="font-medium">{t('notes')}</h3>
        {notes.length > 0 ? (
          <ol aria-label={t('notes')} className="mt-2 max-h-80 space-y-3 overflow-y-auto">
            {notes.map(({ id, admin, at, text: written }) => (
              <li key={id} className="rounded-xl border border-line bg-raised px-4 py-3">
                <p className="whitespace-pre-line [overflow-wrap:anywhere]">{written}</p>
                <p className="number mt-1 text-soft text-sm">
                  {admin} · <time dateTime={at}>{formatDateTime(at, language)}</time>
                </p>
              </li>
            ))}
          </ol>
        ) : null}
        <form
          method="post"
          className="mt-3 space-y-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim()) noting.mutate();
          }}
        >
          <TextArea label={t('newNote')} value={text} onChange={setText} rows={2} />
          <Button type="submit" busy={noting.isPending} disabled={text.trim() === ''}>
            {t('addNote')}
          </Button>
        </form>
      </div>
      <div role="alert" className="text-danger text-sm">
        {failure ? problemText(t, failure, t('failed')) : null}
      </div>
    </div>
  );
}
