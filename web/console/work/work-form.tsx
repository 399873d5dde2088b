import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { readAdminSession } from '../../../core/admins/calls.ts';
import type { InboxKind } from '../../../core/dashboard/calls.ts';
import { DAY } from '../../../core/time.ts';
import { assignWork, deleteWorkNote, noteWork, snoozeWork } from '../../../core/work/calls.ts';
import { formatDay } from '../../i18n/days.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { problemText } from '../../shared/problem-text.ts';
import { detailsOf, refusalText } from '../../shared/refusal-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { Select, TextArea, TextInput } from '../../shared/ui/input.tsx';
import { useCall } from '../shared/api.ts';
import { LocalDraftNotice } from '../shared/local-draft-notice.tsx';
import { useLocalDraftForm } from '../shared/local-drafts.ts';
import { localInZone } from '../shared/site-moment.ts';
import { useWork } from '../shared/use-work.ts';

/** Of whoever sits before the browser. */
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
/** The day after today where that is, as a date field has it. */
const tomorrow = () => localInZone(new Date(Date.now() + DAY), browserZone()).slice(0, 'yyyy-mm-dd'.length);

/** Each of the three is saved by itself. */
export function WorkForm({ kind, item }: { kind: InboxKind; item: string }) {
  const { t } = useTranslation(['work', 'problems', 'refusals', 'common']);
  const { language } = useRoot();
  const { admins, of } = useWork();
  const known = of(kind, item);
  const {
    value: { text, until },
    change,
    localDraft,
  } = useLocalDraftForm({
    form: 'work',
    subject: `${kind} ${item}`,
    initial: { text: '', until: known?.snoozed_until ?? '' },
  });
  const assigning = useMutation({
    mutationFn: (assignee: string | null) => callFromBrowser(assignWork, { body: { kind, item, assignee } }),
  });
  const snoozing = useMutation({
    mutationFn: (day: string | null) =>
      callFromBrowser(snoozeWork, { body: { kind, item, until: day, time_zone: browserZone() } }),
    onSuccess: (_, day) => change({ until: day ?? '' }),
  });
  const noting = useMutation({
    mutationFn: (written: string) => callFromBrowser(noteWork, { body: { kind, item, text: written } }),
    onSuccess: (_, written) => {
      // The next note may be typed already.
      change((now) => (now.text === written ? { text: '' } : {}));
      localDraft.noteSaved();
    },
  });
  const [pending, setPending] = useState<string | null>(null);
  const deleting = useMutation({
    mutationFn: (id: string) => callFromBrowser(deleteWorkNote, { params: { id }, query: { kind, item } }),
    onSettled: () => setPending(null),
  });
  const me = useCall(readAdminSession, {}).data;
  const failure = assigning.error ?? snoozing.error ?? noting.error ?? deleting.error;
  const failureText = (error: Error) => {
    const [detail] = detailsOf(error);
    return detail ? refusalText(t, detail) : problemText(t, error, t('failed'));
  };
  const notes = known?.notes ?? [];
  return (
    <div className="space-y-6">
      <LocalDraftNotice offer={localDraft} onRestore={change} />
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
          onChange={(day) => change({ until: day })}
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
                <p className="number mt-1 flex flex-wrap items-center gap-x-2 text-soft text-sm">
                  <span>
                    {admin} · <time dateTime={at}>{formatDateTime(at, language)}</time>
                  </span>
                  {admin === me?.username || me?.role === 'owner' ? (
                    <button
                      type="button"
                      className="link ml-auto min-h-11 text-danger"
                      aria-label={t('deleteNoteOf', { name: admin, date: formatDateTime(at, language) })}
                      onClick={() => setPending(id)}
                    >
                      {t('deleteNote')}
                    </button>
                  ) : null}
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
            if (text.trim()) noting.mutate(text);
          }}
        >
          <TextArea
            label={t('newNote')}
            value={text}
            onChange={(written) => change({ text: written })}
            rows={2}
          />
          <Button type="submit" busy={noting.isPending} disabled={text.trim() === ''}>
            {t('addNote')}
          </Button>
        </form>
      </div>
      <div role="alert" className="text-danger text-sm">
        {failure ? failureText(failure) : null}
      </div>
      <Confirm
        open={pending !== null}
        type="warning"
        title={t('deleteNoteTitle')}
        message={t('deleteNoteText')}
        confirmLabel={t('deleteNote')}
        cancelLabel={t('cancel')}
        loading={deleting.isPending}
        onConfirm={() => pending !== null && deleting.mutate(pending)}
        onCancel={() => setPending(null)}
      />
    </div>
  );
}
