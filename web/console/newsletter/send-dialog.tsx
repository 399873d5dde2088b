import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type NewsletterIssue, readAudience, scheduleIssue } from '../../../core/newsletter/calls.ts';
import { DAY } from '../../../core/time.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { TextInput } from '../../shared/ui/input.tsx';
import { Segments } from '../../shared/ui/segments.tsx';
import { useCall } from '../shared/api.ts';
import { LocalDraftNotice } from '../shared/local-draft-notice.tsx';
import { useLocalDraftForm } from '../shared/local-drafts.ts';
import { NoMailServer } from '../shared/mailed.tsx';
import { localInZone, momentInZone } from '../shared/site-moment.ts';
import { useIssueChanged } from './use-issue.ts';

interface SendDialogProps {
  issue: NewsletterIssue;
  open: boolean;
  onClose(): void;
}

/** Asks when an issue is sent, and says to how many. */
export function SendDialog({ issue, open, onClose }: SendDialogProps) {
  const { t } = useTranslation('newsletter');
  return (
    <Dialog open={open} onClose={onClose} title={t('sendTitle')}>
      {open ? <SendForm issue={issue} onClose={onClose} /> : null}
    </Dialog>
  );
}

type When = 'now' | 'later';

function SendForm({ issue: { id, version }, onClose }: Omit<SendDialogProps, 'open'>) {
  const { t } = useTranslation(['newsletter', 'drafts', 'problems', 'common']);
  const { site, language } = useRoot();
  const zone = site.timeZone;
  const audience = useCall(readAudience, { params: { id } }, { staleTime: 0 }).data;
  const changed = useIssueChanged();
  const [proposed] = useState(() => localInZone(new Date(Date.now() + DAY), zone));
  const {
    value: { when, local },
    change,
    localDraft,
  } = useLocalDraftForm<{ when: When; local: string }>({
    form: 'sending',
    subject: id,
    initial: { when: 'now', local: proposed },
  });
  const [isPast, setPast] = useState(false);
  const send = useMutation({
    mutationFn: (at: string | undefined) =>
      callFromBrowser(scheduleIssue, { params: { id }, body: { version, ...(at ? { at } : {}) } }),
    onSuccess: (issue) => {
      localDraft.noteSaved();
      changed(issue);
      onClose();
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (send.isPending) return;
    const at = when === 'later' ? momentInZone(local, zone) : undefined;
    if (at === null || (at && Date.parse(at) <= Date.now())) setPast(true);
    else send.mutate(at);
  }
  const readers = audience?.readers ?? 0;
  const number = formatNumber(readers, language);
  return (
    <form method="post" noValidate onSubmit={submit}>
      <LocalDraftNotice offer={localDraft} onRestore={change} />
      <p>{audience ? t('newsletter:readers', { count: readers, number }) : t('common:loading')}</p>
      <p className="mt-1 mb-4 text-soft text-sm">{t('newsletter:sendText')}</p>
      <NoMailServer />
      <div className="my-4">
        <Segments<When>
          label={t('newsletter:when')}
          value={when}
          onChange={(next) => change({ when: next })}
          options={(['now', 'later'] as const).map((value) => ({ value, label: t(`newsletter:${value}`) }))}
        />
      </div>
      {when === 'later' ? (
        <TextInput
          type="datetime-local"
          label={t('drafts:when', { zone })}
          value={local}
          problem={isPast ? t('drafts:past') : undefined}
          onChange={(typed) => {
            change({ local: typed });
            setPast(false);
          }}
        />
      ) : null}
      {send.error ? (
        <p role="alert" className="mt-3 text-danger text-sm">
          {problemText(t, send.error, t('newsletter:failed'))}
        </p>
      ) : null}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t('newsletter:stay')}</Button>
        <Button type="submit" look="primary" busy={send.isPending} disabled={!audience}>
          {t(when === 'now' ? 'newsletter:sendNow' : 'newsletter:plan', { count: readers, number })}
        </Button>
      </div>
    </form>
  );
}
