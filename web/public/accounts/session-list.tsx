import { useCallback, useEffect, useState } from 'react';
import { endOtherSessions, findSessions } from '../../../core/accounts/calls.ts';
import type { Answer } from '../../../core/call.ts';
import { formatTimestamp } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Failure } from '../../shared/accounts/failure.tsx';
import { useSending } from '../../shared/accounts/sending.ts';
import { sendAsUser } from '../../shared/accounts/session.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { AccountSection } from './account-page.tsx';

type UserSessions = Answer<typeof findSessions>;

/** Where the account is logged in. */
export function SessionList() {
  const { t } = useTranslation(['accounts', 'problems', 'common']);
  const { language } = useRoot();
  const [sessions, setSessions] = useState<UserSessions | null>(null);
  const [unread, setUnread] = useState<unknown>(null);
  const [ended, setEnded] = useState(false);
  const { busy, failed, run } = useSending(t('endSessionsFailed'));

  const read = useCallback(async () => {
    try {
      setSessions(await sendAsUser(findSessions, {}));
      setUnread(null);
    } catch (error) {
      setUnread(error);
    }
  }, []);
  useEffect(() => void read(), [read]);

  async function endOthers() {
    setEnded(false);
    if (!(await run(() => sendAsUser(endOtherSessions, {})))) return;
    setEnded(true);
    await read();
  }

  return (
    <AccountSection id="sessions" title={t('sessions')}>
      <p className="mb-4 text-soft">{t('sessionsText')}</p>
      {unread ? (
        <div className="space-y-3">
          <Failure text={problemText(t, unread, t('sessionsFailed'))} />
          <Button onClick={() => void read()}>{t('common:retry')}</Button>
        </div>
      ) : sessions ? (
        <ul className="mb-4 divide-y divide-line border-line border-y">
          {sessions.map((session) => (
            <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
              <span>
                <span className="font-medium">{session.device || t('unknownDevice')}</span>
                <span className="number block text-soft text-sm">
                  {t('lastUsed', { time: formatTimestamp(session.last_used_at, language) })}
                </span>
              </span>
              <span className="text-xs">
                {session.current ? <Badge tone="good">{t('thisDevice')}</Badge> : null}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <div className="skeleton mb-4 h-16" />
      )}
      <Failure text={failed} />
      <div className="mt-3 flex flex-wrap items-center gap-4">
        <Button
          busy={busy}
          disabled={!sessions || sessions.every((session) => session.current)}
          onClick={() => void endOthers()}
        >
          {t('endOtherSessions')}
        </Button>
        <p role="status" className="text-accent">
          {ended ? t('sessionsEnded') : null}
        </p>
      </div>
    </AccountSection>
  );
}
