import { changeFollow, endFollow } from 'virtual:follow-endpoints';
import { useRef, useState } from 'react';
import type { Follow, ReaderAnswer } from '../../../core/follows/calls.ts';
import { FREQUENCIES, type Frequency, SENT_KEPT_DAYS } from '../../../core/readers/rules.ts';
import { dayOf, formatDay } from '../../i18n/days.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Failure } from '../../shared/accounts/failure.tsx';
import { useSending } from '../../shared/accounts/sending.ts';
import { sendAsUser } from '../../shared/accounts/session.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { saveFile } from '../../shared/ui/save-file.ts';
import { State, StateActions } from '../../shared/ui/state.tsx';

/** What an address follows, to change and end, and what it was sent. @param token of a link in a mail */
export function FollowList({
  reader,
  token,
  onChanged,
}: {
  reader: ReaderAnswer;
  token?: string;
  onChanged(reader: ReaderAnswer): void;
}) {
  const { t } = useTranslation('follows');
  const { language } = useRoot();
  const [announcement, setAnnouncement] = useState('');
  const { busy, failed, run } = useSending(t('failed'));
  const status = useRef<HTMLParagraphElement>(null);
  const { email, follows } = reader;
  const query = { language, ...(token === undefined ? {} : { token }) };

  const change = ({ id }: Follow, frequency: Frequency) =>
    run(async () => {
      const changed = await sendAsUser(changeFollow, { params: { id }, query, body: { frequency } });
      onChanged({ ...reader, follows: follows.map((one) => (one.id === id ? changed : one)) });
      setAnnouncement(t('changed'));
    });
  const end = ({ id, name }: Follow) =>
    run(async () => {
      await sendAsUser(endFollow, { params: { id }, query });
      onChanged({ ...reader, follows: follows.filter((one) => one.id !== id) });
      setAnnouncement(t('endedOne', { name }));
      // The row that had the focus is gone.
      status.current?.focus();
    });

  return (
    <>
      {reader.ended ? (
        <p role="alert" className="mb-6 rounded-lg bg-tint px-4 py-3">
          {t(`ended_${reader.ended}`, { email })}
        </p>
      ) : null}
      <p ref={status} role="status" tabIndex={-1} className="text-soft outline-none">
        {announcement}
      </p>
      <Failure text={failed} />
      {follows.length === 0 ? (
        <State kind="empty" title={t('emptyTitle')} text={t('emptyText')}>
          <StateActions>
            <PageLink to={paths.category('all')} className="button">
              {t('browse')}
            </PageLink>
          </StateActions>
        </State>
      ) : (
        <ul className="divide-y divide-line border-line border-y">
          {follows.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
              <div className="min-w-48 flex-1">
                <PageLink to={one.path} className="link wrap-anywhere font-medium">
                  {one.name}
                </PageLink>
                <p className="text-soft text-sm">
                  {t(`kind_${one.kind}`)}
                  {one.confirmed ? null : ` · ${t('waiting')}`}
                </p>
              </div>
              {one.kind === 'thread' ? (
                <span className="text-sm">{t('often_thread')}</span>
              ) : (
                <select
                  className="field w-auto max-sm:w-full"
                  aria-label={t('oftenNamed', { name: one.name })}
                  value={one.frequency}
                  disabled={busy}
                  onChange={(event) => void change(one, event.currentTarget.value as Frequency)}
                >
                  {FREQUENCIES.map((frequency) => (
                    <option key={frequency} value={frequency}>
                      {t(`often_${frequency}`)}
                    </option>
                  ))}
                </select>
              )}
              <Button
                className="max-sm:w-full"
                busy={busy}
                aria-label={t('endNamed', { name: one.name })}
                onClick={() => void end(one)}
              >
                {t('end')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {follows.length > 0 && follows.every(({ kind }) => kind === 'thread') ? null : (
        <p className="mt-4 text-soft text-sm">{t('mailGoesTo', { email, zone: reader.time_zone })}</p>
      )}
      <SentMails reader={reader} />
    </>
  );
}

function SentMails({ reader }: { reader: ReaderAnswer }) {
  const { t } = useTranslation('follows');
  const { language } = useRoot();
  const { sent } = reader;

  function download() {
    const file = new Blob([JSON.stringify(reader, null, 2)], { type: 'application/json' });
    saveFile(file, 'follows.json');
  }

  return (
    <section aria-labelledby="sent" className="mt-12">
      <h2 id="sent" className="text-2xl">
        {t('sentTitle')}
      </h2>
      <p className="mt-1 text-soft text-sm">{t('sentText', { days: SENT_KEPT_DAYS })}</p>
      {sent.length === 0 ? <p className="mt-3">{t('sentNone')}</p> : null}
      <ul className="mt-3 space-y-1">
        {sent.map((mail) => (
          <li
            key={mail.issue?.id ?? `${mail.sent_at} ${mail.period} ${mail.frequency}`}
            className="flex flex-wrap gap-x-4"
          >
            <span className="number min-w-28 text-soft">
              {formatDay(mail.sent_at ? dayOf(mail.sent_at, reader.time_zone) : mail.period, language)}
            </span>
            <span className="wrap-anywhere">
              {t(`digest_${mail.frequency}`)} ·{' '}
              {mail.issue?.subject ?? t('sentCompanies', { count: mail.companies.length })}
            </span>
          </li>
        ))}
      </ul>
      <Button className="mt-4" onClick={download}>
        {t('download')}
      </Button>
    </section>
  );
}
