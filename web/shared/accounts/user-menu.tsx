import { Menu } from '@base-ui/react/menu';
import { useState } from 'react';
import { type PublicUser, resendVerification } from '../../../core/accounts/calls.ts';
import { displayName, initials } from '../../../core/accounts/display-name.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../api.ts';
import { PageLink } from '../layout/link.tsx';
import { paths } from '../paths.ts';
import { problemText } from '../problem-text.ts';
import { useRoot } from '../root-data.ts';
import { discardTypedComments, hasTypedComment } from '../typed-comments.ts';
import { Badge } from '../ui/badge.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { AccountTexts } from './account-texts.tsx';
import { ACCOUNT_AREA, type Account, logOut, refreshAccount } from './session.ts';
import { useUnread } from './unread.ts';

/** A larger number of notifications is shown as this one and a plus. */
const UNREAD_SHOWN = 99;

const ITEM =
  'flex min-h-11 w-full cursor-pointer items-center rounded-lg px-3 outline-none data-highlighted:bg-tint';

export function UserMenu({ account }: { account: Account }) {
  return (
    <AccountTexts fallback={<span className="skeleton size-9 rounded-full" />}>
      {account.status === 'loading' ? (
        <span className="skeleton size-9 rounded-full" />
      ) : (
        <MenuOf user={account.status === 'in' ? account.user : null} />
      )}
    </AccountTexts>
  );
}

/** `user` is null where there is a session, but the server could not be asked whose. */
function MenuOf({ user }: { user: PublicUser | null }) {
  const { t } = useTranslation(['accounts', 'problems', 'common']);
  const { site } = useRoot();
  const [leaving, setLeaving] = useState(false);
  const [notice, setNotice] = useState<{ text: string; sent: boolean } | null>(null);
  const name = user ? displayName(user) : '';
  const unread = useUnread();
  const menuName = user ? t('menuOf', { name }) : t('menu');

  async function verify(email: string) {
    try {
      await callFromBrowser(resendVerification, { body: { email } });
      setNotice({
        text: t(site.sendsMail ? 'verificationSentTo' : 'unmailed.verificationSentTo', { email }),
        sent: true,
      });
    } catch (error) {
      setNotice({ text: problemText(t, error, t('mailFailed')), sent: false });
    }
  }

  return (
    <>
      <Menu.Root>
        <Menu.Trigger
          className="relative flex size-11 items-center justify-center rounded-full"
          aria-label={unread > 0 ? `${menuName}, ${t('unreadNotifications', { count: unread })}` : menuName}
        >
          <span
            aria-hidden="true"
            className="flex size-9 items-center justify-center rounded-full bg-accent font-semibold text-on-accent text-sm"
          >
            {user ? initials(name) : '?'}
          </span>
          {unread > 0 ? (
            <span
              aria-hidden="true"
              className="number absolute top-0 right-0 min-w-5 rounded-full border-2 border-paper bg-ink px-1 text-center text-paper text-xs"
            >
              {unread > UNREAD_SHOWN ? `${UNREAD_SHOWN}+` : unread}
            </span>
          ) : null}
        </Menu.Trigger>
        {/* Inside the header, so that it stands in a landmark of the page. */}
        <Menu.Portal container={document.getElementById(ACCOUNT_AREA)}>
          <Menu.Positioner className="z-40 outline-none" align="end" sideOffset={6} collisionPadding={8}>
            <Menu.Popup className="w-72 max-w-[calc(100vw-1rem)] rounded-xl border border-line bg-raised p-2 shadow-xl outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
              <Menu.Group>
                <Menu.GroupLabel render={<div />} className="border-line border-b px-3 pt-2 pb-3">
                  {user ? <Person user={user} name={name} /> : t('accountUnknown')}
                </Menu.GroupLabel>
                <div className="h-2" />
                {user ? null : (
                  <Menu.Item className={ITEM} onClick={() => void refreshAccount()}>
                    {t('common:retry')}
                  </Menu.Item>
                )}
                {user && !user.email_verified ? (
                  <Menu.Item className={`${ITEM} text-accent`} onClick={() => void verify(user.email)}>
                    {t('verifyEmail')}
                  </Menu.Item>
                ) : null}
                <Menu.LinkItem
                  className={`${ITEM} justify-between`}
                  closeOnClick
                  render={<PageLink to={paths.accountNotifications()} />}
                >
                  {t('notifications')}
                  {unread > 0 ? <Badge tone="good">{unread}</Badge> : null}
                </Menu.LinkItem>
                <Menu.LinkItem
                  className={ITEM}
                  closeOnClick
                  render={<PageLink to={paths.accountProfile()} />}
                >
                  {t('profileSettings')}
                </Menu.LinkItem>
                <Menu.LinkItem
                  className={ITEM}
                  closeOnClick
                  render={<PageLink to={paths.accountSettings()} />}
                >
                  {t('accountSettings')}
                </Menu.LinkItem>
                <Menu.LinkItem className={ITEM} closeOnClick render={<PageLink to={paths.saved()} />}>
                  {t('savedCompanies')}
                </Menu.LinkItem>
                <Menu.LinkItem className={ITEM} closeOnClick render={<PageLink to={paths.following()} />}>
                  {t('following')}
                </Menu.LinkItem>
                <Menu.Separator className="mx-3 my-2 h-px bg-line" />
                <Menu.Item
                  className={ITEM}
                  onClick={() => (hasTypedComment() ? setLeaving(true) : void logOut())}
                >
                  {t('logOut')}
                </Menu.Item>
              </Menu.Group>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <Confirm
        open={leaving}
        type="danger"
        title={t('typedComment.title')}
        message={t('typedComment.text')}
        confirmLabel={t('typedComment.logOut')}
        cancelLabel={t('typedComment.stay')}
        onConfirm={() => {
          discardTypedComments();
          void logOut();
        }}
        onCancel={() => setLeaving(false)}
      />
      <Confirm
        open={notice !== null}
        type={notice?.sent === false ? 'danger' : 'success'}
        title={t('verifyEmail')}
        message={notice?.text}
        confirmLabel={t('common:close')}
        onConfirm={() => setNotice(null)}
        onCancel={() => setNotice(null)}
      />
    </>
  );
}

function Person({ user, name }: { user: PublicUser; name: string }) {
  const { t } = useTranslation('accounts');
  return (
    <>
      <p className="truncate font-semibold">{name}</p>
      <p className="truncate text-soft text-sm">{user.email}</p>
      {user.job_title ? <p className="truncate text-soft text-sm">{user.job_title}</p> : null}
      <p className="mt-2 flex flex-wrap gap-2 text-xs">
        <Badge tone={user.email_verified ? 'good' : 'neutral'}>
          {t(user.email_verified ? 'verified' : 'notVerified')}
        </Badge>
        <Badge tone={user.newsletter_subscribed ? 'good' : 'neutral'}>
          {t(user.newsletter_subscribed ? 'newsletterOn' : 'newsletterOff')}
        </Badge>
      </p>
    </>
  );
}
