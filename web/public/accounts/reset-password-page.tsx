import { Form } from '@base-ui/react/form';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { confirmPasswordReset } from '../../../core/accounts/calls.ts';
import { PASSWORD_MIN } from '../../../core/accounts/rules.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { AccountTexts } from '../../shared/accounts/account-texts.tsx';
import { Failure } from '../../shared/accounts/failure.tsx';
import { NewPasswordField, RepeatedPasswordField } from '../../shared/accounts/new-password-field.tsx';
import { useSending } from '../../shared/accounts/sending.ts';
import { closeSession, openAuth } from '../../shared/accounts/session.ts';
import { takeFocus } from '../../shared/accounts/take-focus.ts';
import { CallError, callFromBrowser } from '../../shared/api.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Seo } from '../page/seo.tsx';

export default function ResetPasswordPage() {
  return (
    <div className="mx-auto max-w-md py-16 md:py-24">
      <AccountTexts>
        <Reset />
      </AccountTexts>
    </div>
  );
}

function Reset() {
  const { t } = useTranslation(['accounts', 'problems', 'common']);
  const token = useSearchParams()[0].get('token');
  const [step, setStep] = useState<'form' | 'done' | 'invalid'>(token ? 'form' : 'invalid');
  return (
    <>
      <Seo title={t('resetTitle')} description={t('resetTitle')} noindex />
      <h1 className="mb-6 text-3xl">{t('resetTitle')}</h1>
      {step === 'done' ? (
        <ResetOutcome text={t('resetDone')}>
          <Button look="primary" onClick={() => openAuth('login')}>
            {t('logIn')}
          </Button>
        </ResetOutcome>
      ) : step === 'invalid' || !token ? (
        <ResetOutcome text={token ? t('problems:problem.token_invalid') : t('tokenMissing')}>
          <Button look="primary" onClick={() => openAuth('forgot')}>
            {t('requestNewLink')}
          </Button>
        </ResetOutcome>
      ) : (
        <ResetForm token={token} onStep={setStep} />
      )}
      <noscript>
        <p className="mt-6">{t('noscript')}</p>
      </noscript>
    </>
  );
}

function ResetOutcome({ text, children }: { text: string; children: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    <>
      <p ref={takeFocus} tabIndex={-1} className="outline-none">
        {text}
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        {children}
        <PageLink to={paths.home()} className="button">
          {t('backHome')}
        </PageLink>
      </div>
    </>
  );
}

function ResetForm({ token, onStep }: { token: string; onStep(step: 'done' | 'invalid'): void }) {
  const { t } = useTranslation('accounts');
  const { busy, failed, errors, run } = useSending(t('changePasswordFailed'));

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const new_password = String(new FormData(event.currentTarget).get('new_password'));
    await run(async () => {
      try {
        await callFromBrowser(confirmPasswordReset, { body: { token, new_password } });
        // A reset ends every session, so also one of this browser.
        closeSession();
        onStep('done');
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'token_invalid') throw error;
        onStep('invalid');
      }
    });
  }

  return (
    <Form method="post" errors={errors} className="space-y-4" onSubmit={(event) => void submit(event)}>
      <NewPasswordField
        name="new_password"
        label={t('newPassword')}
        hint={t('passwordHint', { min: PASSWORD_MIN })}
      />
      <RepeatedPasswordField name="repeated_password" of="new_password" label={t('repeatPassword')} />
      <Failure text={failed} />
      <Button type="submit" look="primary" className="w-full" busy={busy}>
        {busy ? t('saving') : t('setPassword')}
      </Button>
    </Form>
  );
}
