import { type FormEvent, useState } from 'react';
import { DAY } from '../../../core/time.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { TextInput } from '../../shared/ui/input.tsx';
import { LocalDraftNotice } from '../shared/local-draft-notice.tsx';
import { useLocalDraftForm } from '../shared/local-drafts.ts';
import { localInZone, momentInZone } from '../shared/site-moment.ts';

/** Asks when to publish, by the clocks of the site's time zone, which it names. */
export function ScheduleDialog({
  company,
  open,
  onClose,
  onSchedule,
}: {
  /** The id of the company. */
  company: string;
  open: boolean;
  onClose(): void;
  /** @param at ISO */
  onSchedule(at: string): Promise<unknown>;
}) {
  const { t } = useTranslation('drafts');
  return (
    <Dialog open={open} onClose={onClose} title={t('whenTitle')}>
      {open ? <ScheduleForm company={company} onClose={onClose} onSchedule={onSchedule} /> : null}
    </Dialog>
  );
}

function ScheduleForm({
  company,
  onClose,
  onSchedule,
}: {
  company: string;
  onClose(): void;
  onSchedule(at: string): Promise<unknown>;
}) {
  const { t } = useTranslation(['drafts', 'edit']);
  const { site } = useRoot();
  const zone = site.timeZone;
  const [proposed] = useState(() => localInZone(new Date(Date.now() + DAY), zone));
  const {
    value: { local },
    change,
    localDraft,
  } = useLocalDraftForm({ form: 'schedule', subject: company, initial: { local: proposed } });
  const [isRefused, setRefused] = useState(false);
  const [isBusy, setBusy] = useState(false);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const at = momentInZone(local, zone);
    if (!at || Date.parse(at) <= Date.now()) return setRefused(true);
    if (isBusy) return;
    setBusy(true);
    // The caller reports a failure; the form stays open with the typed date.
    onSchedule(at)
      .then(
        () => {
          localDraft.noteSaved();
          onClose();
        },
        () => undefined,
      )
      .finally(() => setBusy(false));
  }
  return (
    <form method="post" noValidate onSubmit={onSubmit}>
      <LocalDraftNotice offer={localDraft} onRestore={change} />
      <TextInput
        type="datetime-local"
        label={t('drafts:when', { zone })}
        value={local}
        problem={isRefused ? t('drafts:past') : undefined}
        onChange={(typed) => {
          change({ local: typed });
          setRefused(false);
        }}
      />
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t('edit:cancel')}</Button>
        <Button type="submit" look="primary" busy={isBusy}>
          {t('drafts:run')}
        </Button>
      </div>
    </form>
  );
}
