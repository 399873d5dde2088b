import { readFollows } from 'virtual:follow-endpoints';
import { useEffect, useState } from 'react';
import type { ReaderAnswer } from '../../../core/follows/calls.ts';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { openAuth, sendAsUser, useAccount } from '../../shared/accounts/session.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { State, StateActions } from '../../shared/ui/state.tsx';
import { FollowFrame, FollowsLoading } from './follow-frame.tsx';
import { FollowList } from './follow-list.tsx';
import { FOLLOW_TEXTS } from './follow-texts.ts';

/** What the account follows. */
export default function FollowingPage() {
  return (
    <FollowFrame>
      <WithTexts features={[...FOLLOW_TEXTS, 'accounts']} fallback={<FollowsLoading />}>
        <Following />
      </WithTexts>
    </FollowFrame>
  );
}

function Following() {
  const { t } = useTranslation(['follows', 'accounts', 'common']);
  const { language } = useRoot();
  const account = useAccount();
  const [reader, setReader] = useState<ReaderAnswer | null>(null);
  const [tries, setTries] = useState(1);
  const [failedTry, setFailedTry] = useState(0);
  const isIn = account.status === 'in';

  useEffect(() => {
    if (!isIn) return;
    let left = false;
    sendAsUser(readFollows, { query: { language } }).then(
      (answer) => {
        if (!left) setReader(answer);
      },
      () => {
        if (!left) setFailedTry(tries);
      },
    );
    return () => {
      left = true;
    };
  }, [isIn, language, tries]);

  if (account.status === 'out')
    return (
      <State kind="closed" text={t('logIn')}>
        <StateActions>
          <Button look="primary" onClick={() => openAuth('login')}>
            {t('accounts:logIn')}
          </Button>
          <Button onClick={() => openAuth('register')}>{t('accounts:signUp')}</Button>
        </StateActions>
      </State>
    );
  if (account.status === 'failed' || (failedTry === tries && !reader))
    return (
      <State kind="offline" text={t('unloaded')}>
        <StateActions>
          <Button look="primary" onClick={() => setTries(tries + 1)}>
            {t('common:retry')}
          </Button>
        </StateActions>
      </State>
    );
  if (!isIn || !reader) return <FollowsLoading />;
  return <FollowList reader={reader} onChanged={setReader} />;
}
