import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { verifyEmail } from '../../../core/accounts/calls.ts';
import { VERIFICATION_LIFETIME } from '../../../core/accounts/rules.ts';
import { HOUR } from '../../../core/time.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { AccountTexts } from '../../shared/accounts/account-texts.tsx';
import { openAuth, refreshAccount, useAccount } from '../../shared/accounts/session.ts';
import { CallError, callFromBrowser } from '../../shared/api.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { paths } from '../../shared/paths.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { StatusIcon, type StatusKind } from '../../shared/ui/status-icons.tsx';
import { Seo } from '../page/seo.tsx';

/** A token works once, and React runs an effect twice in development: each is sent by one call. */
const verifications = new Map<string, Promise<unknown>>();

function verifyOnce(token: string): Promise<unknown> {
  const under = verifications.get(token) ?? callFromBrowser(verifyEmail, { query: { token } });
  verifications.set(token, under);
  return under;
}

export default function VerifyEmailPage() {
  return (
    <div className="mx-auto max-w-xl py-16 md:py-24">
      <AccountTexts>
        <Verification />
      </AccountTexts>
    </div>
  );
}

type VerificationState =
  | { step: 'loading' }
  | { step: 'verified' | 'already' }
  | { step: 'error'; text: string };

/** The server renders the first state only: the token is for the browser to use. */
function Verification() {
  const { t } = useTranslation(['accounts', 'problems', 'common']);
  const token = useSearchParams()[0].get('token');
  const [state, setState] = useState<VerificationState>({ step: 'loading' });

  useEffect(() => {
    if (!token) return;
    let left = false;
    verifyOnce(token).then(
      () => {
        if (!left) setState({ step: 'verified' });
        void refreshAccount();
      },
      (error) => {
        if (left) return;
        if (error instanceof CallError && error.body['reason'] === 'already_verified')
          setState({ step: 'already' });
        else setState({ step: 'error', text: problemText(t, error, t('verificationFailed')) });
      },
    );
    return () => {
      left = true;
    };
  }, [token, t]);

  if (!token) return <VerificationFailed text={t('tokenMissing')} />;
  if (state.step === 'verified') return <Verified title={t('verifiedTitle')} />;
  if (state.step === 'already') return <Verified title={t('alreadyVerifiedTitle')} />;
  if (state.step === 'error') return <VerificationFailed text={state.text} />;
  return (
    <VerificationOutcome status="info" title={t('verifying')}>
      <p className="text-soft">{t('common:loading')}</p>
      <noscript>
        <p>{t('noscript')}</p>
      </noscript>
    </VerificationOutcome>
  );
}

function Verified({ title }: { title: string }) {
  const { t } = useTranslation(['accounts', 'common']);
  const account = useAccount();
  return (
    <VerificationOutcome status="success" title={title}>
      <p className="text-soft">{t('verifiedText')}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {account.status === 'in' ? null : (
          <Button look="primary" onClick={() => openAuth('login')}>
            {t('logIn')}
          </Button>
        )}
        <PageLink to={paths.home()} className="button">
          {t('common:backHome')}
        </PageLink>
      </div>
    </VerificationOutcome>
  );
}

function VerificationFailed({ text }: { text: string }) {
  const { t } = useTranslation(['accounts', 'common']);
  const { contact } = useRoot().site;
  return (
    <VerificationOutcome status="danger" title={t('verificationFailedTitle')}>
      <p role="alert">{text}</p>
      <ul className="mx-auto mt-6 max-w-md list-disc space-y-1 pl-5 text-left text-soft">
        <li>{t('hintExpired', { hours: VERIFICATION_LIFETIME / HOUR })}</li>
        <li>{t('hintAgain')}</li>
        <li>{t('hintSpam')}</li>
      </ul>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button look="primary" onClick={() => window.location.reload()}>
          {t('common:retry')}
        </Button>
        <Button onClick={() => openAuth('login')}>{t('logIn')}</Button>
        <PageLink to={paths.home()} className="button">
          {t('common:backHome')}
        </PageLink>
      </div>
      {contact ? <Contact address={contact} /> : null}
    </VerificationOutcome>
  );
}

/** A sentence with the address in it, as a link. */
function Contact({ address }: { address: string }) {
  const { t } = useTranslation('accounts');
  const [before, after] = t('contact', { contact: '\n' }).split('\n');
  return (
    <p className="mt-8 text-soft text-sm">
      {before}
      <a className="link" href={`mailto:${address}`}>
        {address}
      </a>
      {after}
    </p>
  );
}

function VerificationOutcome({
  status,
  title,
  children,
}: {
  status: StatusKind;
  title: string;
  children: ReactNode;
}) {
  return (
    <div aria-live="polite" className="text-center">
      <Seo title={title} description={title} noindex />
      <div className="mb-4 flex justify-center">
        <StatusIcon status={status} size={44} />
      </div>
      <h1 className="mb-4 text-3xl">{title}</h1>
      {children}
    </div>
  );
}
