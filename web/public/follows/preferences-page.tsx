import { confirmFollows, readPreferences, unsubscribe } from 'virtual:follow-endpoints';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ReaderAnswer } from '../../../core/follows/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Failure } from '../../shared/accounts/failure.tsx';
import { useSending } from '../../shared/accounts/sending.ts';
import { takeFocus } from '../../shared/accounts/take-focus.ts';
import { CallError, callFromBrowser } from '../../shared/api.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { State, StateActions } from '../../shared/ui/state.tsx';
import { HomeLink } from '../page/error-screen.tsx';
import { FollowFrame, FollowsLoading } from './follow-frame.tsx';
import { FollowList } from './follow-list.tsx';
import { timeZone } from './follow-texts.ts';

/** What an address follows, by the link of a mail: without log-in. Opening it changes nothing. */
export default function PreferencesPage() {
  return (
    <FollowFrame>
      <Preferences />
    </FollowFrame>
  );
}

type LoadedReader =
  | { step: 'loading' }
  | { step: 'invalid' }
  | { step: 'failed' }
  | { step: 'shown'; reader: ReaderAnswer };

function Preferences() {
  const { t } = useTranslation(['follows', 'common']);
  const { language } = useRoot();
  const token = useSearchParams()[0].get('token') ?? '';
  const [loaded, setLoaded] = useState<LoadedReader>({ step: 'loading' });
  const [tries, setTries] = useState(1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a try asks again
  useEffect(() => {
    let left = false;
    callFromBrowser(readPreferences, { query: { token, language } }).then(
      (reader) => {
        if (!left) setLoaded({ step: 'shown', reader });
      },
      (error) => {
        const isInvalid = error instanceof CallError && error.status === 400;
        if (!left) setLoaded(isInvalid ? { step: 'invalid' } : { step: 'failed' });
      },
    );
    return () => {
      left = true;
    };
  }, [token, language, tries]);

  if (loaded.step === 'loading') return <FollowsLoading />;
  if (loaded.step === 'invalid')
    return (
      <State kind="missing" title={t('invalidLink')} text={t('invalidText')}>
        <StateActions>
          <HomeLink />
        </StateActions>
      </State>
    );
  if (loaded.step === 'failed')
    return (
      <State kind="offline" text={t('unloaded')}>
        <StateActions>
          <Button look="primary" onClick={() => setTries(tries + 1)}>
            {t('common:retry')}
          </Button>
        </StateActions>
      </State>
    );
  return (
    <OwnMails
      token={token}
      reader={loaded.reader}
      onChanged={(reader) => setLoaded({ step: 'shown', reader })}
    />
  );
}

function OwnMails({
  token,
  reader,
  onChanged,
}: {
  token: string;
  reader: ReaderAnswer;
  onChanged(reader: ReaderAnswer): void;
}) {
  const { t } = useTranslation(['follows', 'common']);
  const { language } = useRoot();
  const { busy, failed, run } = useSending(t('failed'));
  const [isConfirmed, setConfirmed] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [isEnded, setEnded] = useState(false);
  const { email } = reader;
  // Read in the browser alone: the server is told the token and nothing else of the address.
  const [follow, setFollow] = useState<string | null>(null);
  useEffect(() => setFollow(new URLSearchParams(window.location.search).get('follow')), []);
  const unconfirmed = reader.follows.filter(({ confirmed }) => !confirmed);
  const named = unconfirmed.filter(({ id }) => id === follow);
  const waiting = named.length > 0 ? named : isConfirmed ? [] : unconfirmed;

  const confirm = () =>
    run(async () => {
      let confirmed = reader;
      // Only follows that the page shows: a stranger may have asked for another one since.
      for (const { id } of waiting)
        confirmed = await callFromBrowser(confirmFollows, {
          query: { token, language },
          body: { time_zone: timeZone(), follow: id },
        });
      onChanged(confirmed);
      setConfirmed(true);
    });
  const endAll = () =>
    run(async () => {
      await callFromBrowser(unsubscribe, { query: { token, all: 'true' } });
      setAsked(false);
      setEnded(true);
    });

  if (isEnded)
    return (
      <>
        <p ref={takeFocus} tabIndex={-1} role="status" className="mb-6 outline-none">
          {t('endedAll', { email })}
        </p>
        <HomeLink />
      </>
    );
  // Strangers can ask in the name of an address: that must not hide from its owner what is confirmed.
  const isAlone = waiting.length > 0 && unconfirmed.length === reader.follows.length;
  const question = waiting.length > 0 && (
    <section aria-labelledby="confirm" className="rounded-2xl border border-line bg-raised px-6 py-8">
      <h2 id="confirm" className="text-2xl">
        {t('confirmTitle')}
      </h2>
      <p className="wrap-anywhere mt-3">{t('confirmText', { email })}</p>
      <ul className="my-4 list-disc space-y-1 pl-5">
        {waiting.map((one) => (
          <li key={one.id} className="wrap-anywhere">
            <strong>{one.name}</strong> · {t(`kind_${one.kind}`)} ·{' '}
            {t(`often_${one.kind === 'thread' ? one.kind : one.frequency}`)}
          </li>
        ))}
      </ul>
      <Failure text={failed} />
      <Button look="primary" className="mt-2" busy={busy} onClick={() => void confirm()}>
        {t('confirm')}
      </Button>
      <p className="mt-4 text-soft text-sm">{t('notMe')}</p>
    </section>
  );
  if (isAlone) return question;
  return (
    <>
      {question ? <div className="mb-8">{question}</div> : null}
      {isConfirmed ? (
        <p
          ref={takeFocus}
          tabIndex={-1}
          role="status"
          className="mb-6 rounded-lg bg-tint px-4 py-3 outline-none"
        >
          {t('confirmedText')}
        </p>
      ) : null}
      <FollowList reader={reader} token={token} onChanged={onChanged} />
      <Button look="danger" className="mt-12" onClick={() => setAsked(true)}>
        {t('endAll')}
      </Button>
      <Confirm
        open={isAsked}
        type="danger"
        title={t('endAllAsk', { email })}
        message={t('endAllText')}
        confirmLabel={t('endAll')}
        cancelLabel={t('keep')}
        loading={busy}
        onConfirm={() => void endAll()}
        onCancel={() => setAsked(false)}
      >
        <Failure text={failed} />
      </Confirm>
    </>
  );
}
