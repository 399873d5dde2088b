import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { PublicUser } from '../../../core/accounts/calls.ts';
import {
  finishProviderLogin,
  joinAccount,
  mailJoinLink,
  redeemLoginLink,
} from '../../../core/accounts/sign-on-calls.ts';
import { pathLanguage } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { AccountTexts } from '../../shared/accounts/account-texts.tsx';
import { Failure } from '../../shared/accounts/failure.tsx';
import { RETURN_TO_KEY } from '../../shared/accounts/other-ways.tsx';
import { useSending } from '../../shared/accounts/sending.ts';
import { openAuth, openSession } from '../../shared/accounts/session.ts';
import { callFromBrowser, storage } from '../../shared/api.ts';
import { inLanguage, paths } from '../../shared/paths.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { PasswordField } from '../../shared/ui/field.tsx';
import { Seo } from '../page/seo.tsx';

/** Where providers send readers back to, and where mailed links lead. */
export default function SignInPage() {
  return (
    <div className="mx-auto max-w-md py-16 md:py-24">
      <AccountTexts>
        <SignIn />
      </AccountTexts>
    </div>
  );
}

type Step =
  | { step: 'working' }
  | { step: 'join'; ticket: string }
  /** A press decides: programs that look at mails open links too. */
  | { step: 'link'; token: string }
  | { step: 'mailed join'; ticket: string }
  | { step: 'failed'; text: string };

function SignIn() {
  const { t } = useTranslation(['accounts', 'problems', 'common']);
  const { language } = useRoot();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [state, setState] = useState<Step>({ step: 'working' });
  // The answer is looked at once, also where React runs an effect twice.
  const begun = useRef(false);

  function enter({ token, user }: { token: string; user: PublicUser }) {
    openSession(token, user);
    const kept = storage.get(RETURN_TO_KEY);
    storage.remove(RETURN_TO_KEY);
    const home = inLanguage(paths.home(), pathLanguage(pathname));
    void navigate(kept && /^\/(?!\/)/.test(kept) ? kept : home, { replace: true });
  }

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const given = new URLSearchParams(search);
    // Removes the one-time values from the address, the history and reloads.
    void navigate({ search: '' }, { replace: true });
    const [link, join] = [given.get('link'), given.get('join')];
    if (link) return setState({ step: 'link', token: link });
    if (join) return setState({ step: 'mailed join', ticket: join });
    if (!given.has('state')) return setState({ step: 'failed', text: t('signInNothing') });
    callFromBrowser(finishProviderLogin, { body: { query: search.slice(1), language } }).then(
      ({ token, user, join: ticket }) => {
        if (ticket) setState({ step: 'join', ticket });
        else if (token && user) enter({ token, user });
      },
      (error: unknown) => setState({ step: 'failed', text: problemText(t, error, t('logInFailed')) }),
    );
  });

  if (state.step === 'join') return <JoinByPassword ticket={state.ticket} onEntered={enter} />;
  if (state.step === 'link')
    return (
      <Press
        title={t('logIn')}
        text={t('signInLink')}
        action={t('logIn')}
        send={() => callFromBrowser(redeemLoginLink, { body: { token: state.token } }).then(enter)}
      />
    );
  if (state.step === 'mailed join')
    return (
      <Press
        title={t('joinTitle')}
        text={t('joinMailed')}
        action={t('joinAction')}
        send={() => callFromBrowser(joinAccount, { body: { ticket: state.ticket } }).then(enter)}
      />
    );
  if (state.step === 'failed')
    return (
      <Frame title={t('logIn')}>
        <p role="alert">{state.text}</p>
        <Button look="primary" className="mt-6" onClick={() => openAuth('login')}>
          {t('logIn')}
        </Button>
      </Frame>
    );
  return (
    <Frame title={t('logIn')}>
      <p role="status" className="text-soft">
        {t('loggingIn')}
      </p>
      <noscript>
        <p>{t('noscript')}</p>
      </noscript>
    </Frame>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <Seo title={title} description={title} noindex />
      <h1 className="mb-4 text-3xl">{title}</h1>
      {children}
    </>
  );
}

function Press({
  title,
  text,
  action,
  send,
}: {
  title: string;
  text: string;
  action: string;
  send(): Promise<void>;
}) {
  const { t } = useTranslation('accounts');
  const { busy, failed, run } = useSending(t('logInFailed'));
  return (
    <Frame title={title}>
      <p className="mb-6 text-soft">{text}</p>
      <Failure text={failed} />
      <Button look="primary" busy={busy} onClick={() => void run(send)}>
        {action}
      </Button>
    </Frame>
  );
}

/** The address has an account already: its owner confirms with its password, or by mail. */
function JoinByPassword({
  ticket,
  onEntered,
}: {
  ticket: string;
  onEntered(entered: { token: string; user: PublicUser }): void;
}) {
  const { t } = useTranslation('accounts');
  const { site } = useRoot();
  const { busy, failed, run } = useSending(t('logInFailed'));
  const [isMailed, setMailed] = useState(false);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    void run(() => callFromBrowser(joinAccount, { body: { ticket, password } }).then(onEntered));
  }

  return (
    <Frame title={t('joinTitle')}>
      <p className="mb-6 text-soft">{t('joinText')}</p>
      <form method="post" className="space-y-4" onSubmit={submit}>
        <PasswordField name="password" label={t('password')} autoComplete="current-password" required />
        <Failure text={failed} />
        <Button type="submit" look="primary" className="w-full" busy={busy}>
          {t('joinAction')}
        </Button>
        {site.sendsMail ? (
          <Button
            className="w-full"
            busy={busy}
            onClick={() =>
              void run(() => callFromBrowser(mailJoinLink, { body: { ticket } })).then(
                (isSent) => isSent && setMailed(true),
              )
            }
          >
            {t('joinByMail')}
          </Button>
        ) : null}
        <p role="status" className={isMailed ? 'rounded-lg bg-tint px-4 py-3 text-sm' : 'sr-only'}>
          {isMailed ? t('joinMailSent') : null}
        </p>
      </form>
    </Frame>
  );
}
