import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { pathLanguage } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { inLanguage, paths } from '../paths.ts';
import { Dialog } from '../ui/dialog.tsx';
import { AccountTexts } from './account-texts.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { LogInForm } from './log-in-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { ACCOUNT_AREA, type AuthMode, closeAuth, openAuth, useAccount } from './session.ts';
import { type Pending, VerificationPending } from './verification-pending.tsx';

/** The log-in dialog: log-in, sign-up, forgotten password, and the wait for a verified address. */
export function AuthDialog({ mode }: { mode: AuthMode | null }) {
  return (
    <AccountTexts>
      <OpenDialog mode={mode} />
    </AccountTexts>
  );
}

const AUTH_TITLES = {
  login: 'logIn',
  register: 'signUp',
  forgot: 'forgotTitle',
} as const satisfies Record<AuthMode, string>;

function OpenDialog({ mode }: { mode: AuthMode | null }) {
  const { t } = useTranslation('accounts');
  const loggedIn = useAccount().status === 'in';
  const first = useRef<HTMLInputElement>(null);
  // The address is kept across the forms; all other fields belong to one form.
  const [email, setEmail] = useState('');
  const [pending, setPending] = useState<Pending | null>(null);
  // The closing animation shows the previous mode; opening starts with a new one.
  const [shown, setShown] = useState<AuthMode>(mode ?? 'login');
  const [opened, setOpened] = useState(0);
  const [wasOpen, setWasOpen] = useState(mode !== null);
  if (mode && mode !== shown) setShown(mode);
  if (wasOpen !== (mode !== null)) {
    setWasOpen(mode !== null);
    if (mode) {
      setOpened(opened + 1);
      setPending(null);
      setEmail('');
    }
  }

  // A change of the mode shows another form: the focus moves to its first field.
  const focused = useRef(shown);
  useEffect(() => {
    if (focused.current === shown) return;
    focused.current = shown;
    first.current?.focus();
  }, [shown]);

  const form = { first, email, onPending: setPending };
  return (
    <Dialog
      open={mode !== null}
      onClose={closeAuth}
      title={pending ? t('pendingTitle') : t(AUTH_TITLES[shown])}
      // After a log-in the opening button may be gone.
      finalFocus={() => (loggedIn ? document.getElementById(ACCOUNT_AREA) : null)}
      initialFocus={(how) => (how === 'touch' ? true : first.current)}
    >
      {pending ? (
        <VerificationPending
          pending={pending}
          onBack={() => {
            setPending(null);
            setEmail('');
            openAuth('login');
          }}
        />
      ) : (
        <div
          key={`${shown}${opened}`}
          onInput={({ target }) => {
            if (target instanceof HTMLInputElement && target.name === 'email') setEmail(target.value);
          }}
        >
          {shown === 'forgot' ? null : <p className="mb-4 text-soft text-sm">{t('whyAccount')}</p>}
          {shown === 'login' ? <LogInForm {...form} /> : null}
          {shown === 'register' ? <RegisterForm {...form} /> : null}
          {shown === 'forgot' ? <ForgotForm first={first} email={email} /> : null}
          <ModeSwitch mode={shown} />
        </div>
      )}
    </Dialog>
  );
}

function ModeSwitch({ mode }: { mode: AuthMode }) {
  const { t } = useTranslation(['accounts', 'common']);
  const prefix = pathLanguage(useLocation().pathname);
  const other: AuthMode = mode === 'login' ? 'register' : 'login';
  return (
    <p className="mt-5 flex flex-wrap items-center justify-center gap-x-2 border-line border-t pt-4 text-soft text-sm">
      {mode === 'forgot' ? null : t(mode === 'login' ? 'noAccountYet' : 'haveAccount')}
      <button type="button" className="min-h-11 px-1 font-medium text-accent" onClick={() => openAuth(other)}>
        {t(mode === 'forgot' ? 'backToLogIn' : mode === 'login' ? 'signUp' : 'logIn')}
      </button>
      <span className="flex basis-full flex-wrap justify-center gap-x-4">
        {/* In a new tab: the typed fields stay. */}
        {(['terms', 'privacy'] as const).map((name) => (
          <a
            key={name}
            href={inLanguage(paths.document(name), prefix)}
            target="_blank"
            rel="noopener"
            className="link inline-flex min-h-11 items-center"
          >
            {t(`common:${name}`)}
          </a>
        ))}
      </span>
    </p>
  );
}
