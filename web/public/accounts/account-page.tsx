import { type ReactNode, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import type { PublicUser } from '../../../core/accounts/calls.ts';
import type { StateKind } from '../../../core/design/state.ts';
import { pathLanguage } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { AccountTexts } from '../../shared/accounts/account-texts.tsx';
import { openAuth, refreshAccount, useAccount } from '../../shared/accounts/session.ts';
import { inLanguage, paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { State, StateActions } from '../../shared/ui/state.tsx';
import { HomeLink } from '../page/error-screen.tsx';
import { Seo } from '../page/seo.tsx';

interface AccountPageProps {
  /** Key of the title among the texts of accounts. */
  title: 'profileSettings' | 'accountSettings' | 'notifications';
  children(user: PublicUser): ReactNode;
}

/** A page of one's own account: the same for everybody until the browser knows who is logged in. */
export function AccountPage(props: AccountPageProps) {
  return (
    <div className="mx-auto max-w-2xl pt-8 md:pt-14">
      <AccountTexts fallback={<Skeleton />}>
        <Page {...props} />
      </AccountTexts>
    </div>
  );
}

function Page({ title, children }: AccountPageProps) {
  const { t } = useTranslation('accounts');
  return (
    <>
      <Seo title={t(title)} description={t(title)} noindex />
      <h1 className="text-4xl">{t(title)}</h1>
      <AccountTabs />
      <Guard>{children}</Guard>
    </>
  );
}

function AccountTabs() {
  const { t } = useTranslation('accounts');
  const language = pathLanguage(useLocation().pathname);
  const className =
    'flex min-h-11 items-center border-transparent border-b-2 text-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink';
  return (
    <nav aria-label={t('myAccount')} className="mt-6 mb-8 flex gap-6 border-line border-b">
      <NavLink to={inLanguage(paths.accountProfile(), language)} className={className}>
        {t('profileTab')}
      </NavLink>
      <NavLink to={inLanguage(paths.accountSettings(), language)} className={className}>
        {t('settingsTab')}
      </NavLink>
      <NavLink to={inLanguage(paths.accountNotifications(), language)} className={className}>
        {t('notifications')}
      </NavLink>
    </nav>
  );
}

function Guard({ children }: { children(user: PublicUser): ReactNode }) {
  const { t } = useTranslation(['accounts', 'problems', 'common']);
  const account = useAccount();
  // Last logged-in user: an expired session must not unmount a form with typed text.
  const [last, setLast] = useState<PublicUser | null>(null);
  if (account.status === 'in' && account.user !== last) setLast(account.user);
  if (account.status === 'out' && !account.expired && last) setLast(null);

  if (last) {
    return (
      <>
        {account.status === 'out' ? (
          <div
            role="alert"
            className="mb-8 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-tint px-4 py-3"
          >
            <p>{t('problems:problem.session_expired')}</p>
            <Button onClick={() => openAuth('login')}>{t('logIn')}</Button>
          </div>
        ) : null}
        <div key={last.email}>{children(last)}</div>
      </>
    );
  }
  if (account.status === 'out') {
    return (
      <Prompt kind="closed" text={t(account.expired ? 'problems:problem.session_expired' : 'logInFirst')}>
        <Button look="primary" onClick={() => openAuth('login')}>
          {t('logIn')}
        </Button>
        <Button onClick={() => openAuth('register')}>{t('signUp')}</Button>
      </Prompt>
    );
  }
  if (account.status === 'failed') {
    return (
      <Prompt kind="offline" text={t('accountUnknown')}>
        <Button look="primary" onClick={() => void refreshAccount()}>
          {t('common:retry')}
        </Button>
      </Prompt>
    );
  }
  return (
    <>
      <noscript>
        <p className="mb-8">{t('noscript')}</p>
        <HomeLink />
      </noscript>
      <Skeleton />
    </>
  );
}

function Prompt({ kind, text, children }: { kind: StateKind; text: string; children: ReactNode }) {
  return (
    <div className="rounded-2xl border border-line bg-raised px-6 py-10">
      <State kind={kind} text={text}>
        <StateActions>{children}</StateActions>
      </State>
    </div>
  );
}

function Skeleton() {
  const { t } = useTranslation('common');
  return (
    <div aria-busy="true" className="space-y-5 noscript:hidden">
      <p className="sr-only">{t('loading')}</p>
      <div className="skeleton h-16" />
      <div className="skeleton h-16" />
      <div className="skeleton h-16" />
    </div>
  );
}

/** A part of an account page with a heading of its own. */
export function AccountSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mb-12">
      <h2 id={id} className="mb-4 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
