import { useCallback, useEffect, useState } from 'react';
import type { PublicUser } from '../../../core/accounts/calls.ts';
import type { Answer } from '../../../core/call.ts';
import { ANONYMOUS_AUTHOR } from '../../../core/comments/rules.ts';
import {
  findFollowedThreads,
  findNotifications,
  leaveThread,
  type Notification,
  readNotifications,
  switchReplyMails,
} from '../../../core/notifications/calls.ts';
import { typedLanguage } from '../../../core/text.ts';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { formatTimestamp } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Failure } from '../../shared/accounts/failure.tsx';
import { useSending } from '../../shared/accounts/sending.ts';
import { sendAsUser } from '../../shared/accounts/session.ts';
import { announceUnread } from '../../shared/accounts/unread.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { paths } from '../../shared/paths.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { State } from '../../shared/ui/state.tsx';
import { commentAnchor } from '../comments/use-comments.ts';
import { AccountPage, AccountSection } from './account-page.tsx';

type NotificationPage = Answer<typeof findNotifications>;

export default function NotificationsPage() {
  return (
    <AccountPage title="notifications">
      {(user) => (
        <WithTexts features={['replies']} fallback={<div className="skeleton h-16" />}>
          <List user={user} />
          <MutedThreads />
        </WithTexts>
      )}
    </AccountPage>
  );
}

/** Notifications of comments, with a button that marks all as read. */
function List({ user }: { user: PublicUser }) {
  const { t } = useTranslation(['replies', 'problems', 'common']);
  const { language } = useRoot();
  const [notice, setNotice] = useState<NotificationPage | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const { busy, failed, run } = useSending(t('replies:readFailed'));

  const load = useCallback(async () => {
    try {
      const answer = await sendAsUser(findNotifications, { query: { language } });
      setNotice(answer);
      announceUnread(answer.unread);
      setProblem(null);
    } catch (error) {
      setProblem(error);
    }
  }, [language]);
  useEffect(() => void load(), [load]);

  async function markRead(ids?: string[]) {
    if (!(await run(() => sendAsUser(readNotifications, { body: ids ? { ids } : {} })))) return;
    await load();
  }

  if (problem)
    return (
      <div className="mb-12 space-y-3">
        <Failure text={problemText(t, problem, t('replies:loadFailed'))} />
        <Button onClick={() => void load()}>{t('common:retry')}</Button>
      </div>
    );
  if (!notice) return <div className="skeleton mb-12 h-32" />;
  const mails = <Mails user={user} mails={notice.mails} />;
  if (notice.notifications.length === 0)
    return (
      <>
        <div className="mb-12 rounded-2xl border border-line bg-raised px-6 py-10">
          <State kind="empty" text={t('replies:none')} />
        </div>
        {mails}
      </>
    );
  return (
    <>
      <section aria-label={t('replies:title')} className="mb-12">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-soft">
            {notice.unread > 0 ? t('replies:unread', { count: notice.unread }) : t('replies:allRead')}
          </p>
          <Button busy={busy} disabled={notice.unread === 0} onClick={() => void markRead()}>
            {t('replies:markRead')}
          </Button>
        </div>
        <Failure text={failed} />
        <ul className="divide-y divide-line border-line border-y">
          {notice.notifications.map((notification) => (
            <Item
              key={notification.id}
              notification={notification}
              onOpen={() => {
                if (!notification.read) void markRead([notification.id]);
              }}
            />
          ))}
        </ul>
      </section>
      {mails}
    </>
  );
}

function Item({ notification, onOpen }: { notification: Notification; onOpen(): void }) {
  const { t } = useTranslation(['replies', 'comments']);
  const { language } = useRoot();
  const { kind, company, comment, created_at, read } = notification;
  const author = comment.author === ANONYMOUS_AUTHOR ? t('comments:anonymous') : comment.author;
  return (
    <li className="py-3">
      <p className="flex items-baseline gap-2">
        {read ? null : (
          <span className="size-2 shrink-0 self-center rounded-full bg-accent">
            <span className="sr-only">{t('replies:new')}</span>
          </span>
        )}
        <PageLink
          to={`${paths.company(company.id)}#${commentAnchor(comment.id)}`}
          className={`link ${read ? '' : 'font-semibold'}`}
          onClick={onOpen}
        >
          {t(kind === 'reply' ? 'replies:replied' : 'replies:commented', { author, company: company.name })}
        </PageLink>
      </p>
      <p lang={typedLanguage(comment.content, language)} dir="auto" className="mt-1 line-clamp-2 break-words">
        {comment.content}
      </p>
      <time dateTime={created_at} className="number text-soft text-sm">
        {formatTimestamp(created_at, language)}
      </time>
    </li>
  );
}

/** Whether replies are mailed at all. */
function Mails({ user, mails }: { user: PublicUser; mails: boolean }) {
  const { t } = useTranslation(['replies', 'accounts']);
  const { site } = useRoot();
  const { busy, failed, run } = useSending(t('replies:mailsFailed'));
  const [wants, setWants] = useState(mails);

  async function change(wanted: boolean) {
    setWants(wanted);
    if (!(await run(() => sendAsUser(switchReplyMails, { body: { mails: wanted } })))) setWants(!wanted);
  }

  return (
    <AccountSection id="reply-mails" title={t('replies:mails')}>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5"
          checked={wants}
          disabled={busy}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
        {t('replies:mailMe')}
      </label>
      <p className="text-soft text-sm">
        {t(site.sendsMail ? 'replies:mailsText' : 'replies:mailsUnsent')}
        {user.email_verified ? null : ` ${t('replies:mailsUnverified')}`}
      </p>
      <Failure text={failed} />
    </AccountSection>
  );
}

/** Conversations of which the account wants to hear nothing. */
function MutedThreads() {
  const { t } = useTranslation('replies');
  const { language } = useRoot();
  const [threads, setThreads] = useState<Answer<typeof findFollowedThreads>>([]);
  const { failed, run } = useSending(t('threadFailed'));
  const load = useCallback(
    () => sendAsUser(findFollowedThreads, { query: { language } }).then(setThreads, () => setThreads([])),
    [language],
  );
  useEffect(() => void load(), [load]);
  if (threads.length === 0) return null;
  return (
    <AccountSection id="threads" title={t('threads')}>
      <ul className="divide-y divide-line border-line border-y">
        {threads.map(({ root_id, company, muted }) => (
          <li key={root_id} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span>
              <PageLink to={`${paths.company(company.id)}#${commentAnchor(root_id)}`} className="link">
                {company.name}
              </PageLink>{' '}
              <span className="text-soft text-sm">{muted ? t('isMuted') : t('isFollowed')}</span>
            </span>
            <Button
              onClick={() =>
                void run(() => sendAsUser(leaveThread, { params: { commentId: root_id } })).then(load)
              }
            >
              {muted ? t('unmute') : t('unfollow')}
            </Button>
          </li>
        ))}
      </ul>
      <Failure text={failed} />
    </AccountSection>
  );
}
