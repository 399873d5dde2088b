import { type FormEvent, useState } from 'react';
import { DAY } from '../../../core/time.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { TextInput } from '../../shared/ui/input.tsx';
import { localInZone, momentInZone } from './site-moment.ts';

/** Asks when to publish, by the clocks of the site's time zone, which it names. */
export function ScheduleDialog({
  open,
  onClose,
  onSchedule,
}: {
  open: boolean;
  onClose(): void;
  /** @param at ISO */
  onSchedule(at: string): void;
}) {
  const { t } = useTranslation('drafts');
  return (
    <Dialog open={open} onClose={onClose} title={t('whenTitle')}>
      {open ? <ScheduleForm onClose={onClose} onSchedule={onSchedule} /> : null}
    </Dialog>
  );
}

function ScheduleForm({ onClose, onSchedule }: { onClose(): void; onSchedule(at: string): void }) {
  const { t } = useTranslation(['drafts', 'edit']);
  const { site } = useRoot();
  const zone = site.timeZone;
  const [local, setLocal] = useState(() => localInZone(new Date(Date.now() + DAY), zone));
  const [isRefused, setRefused] = useState(false);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const at = momentInZone(local, zone);
    if (at && Date.parse(at) > Date.now()) onSchedule(at);
    else setRefused(true);
  }
  return (
    <form method="post" noValidate onSubmit={onSubmit}>
      <TextInput
        type="datetime-local"
        label={t('drafts:when', { zone })}
        value={local}
        problem={isRefused ? t('drafts:past') : undefined}
        onChange={(typed) => {
          setLocal(typed);
          setRefused(false);
        }}
      />
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t('edit:cancel')}</Button>
        <Button type="submit" look="primary">
          {t('drafts:run')}
        </Button>
      </div>
    </form>
  );
}
