import { Form } from '@base-ui/react/form';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CallError } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { PasswordField, TextField } from '../../shared/ui/field.tsx';
import { StatePicture } from '../../shared/ui/state.tsx';
import { SecondStep, type SecondStepAnswer } from '../mfa/second-step.tsx';
import { beginSession, enter, lastEnding } from '../shared/session.ts';
import { SignOnButton } from './sign-on.tsx';

const DEFAULT_USERNAME = 'admin';

/** Codes of refusals whose message tells the user how to continue. */
const REFUSALS_WITH_ADVICE: ReadonlySet<string | undefined> = new Set(['rate_limited', 'account_suspended']);

/** The gate of the console. */
export function LoginForm() {
  const { t } = useTranslation(['console', 'problems', 'common']);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const [step, setStep] = useState<SecondStepAnswer | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setFailed(null);
    try {
      const begun = await beginSession(String(form.get('username')).trim(), String(form.get('password')));
      if (typeof begun === 'object') setStep(begun);
      else if (!begun) setFailed(t('login.invalid'));
    } catch (error) {
      const known = error instanceof CallError;
      if (known && error.code === 'invalid_credentials') setFailed(t('login.invalid'));
      else if (known && REFUSALS_WITH_ADVICE.has(error.code))
        setFailed(problemText(t, error, t('login.failed')));
      else setFailed(t('login.failed'));
    }
    setBusy(false);
  }

  return (
    <main id="main" className="mx-auto w-full max-w-sm px-4 py-12 sm:py-20">
      <StatePicture kind="closed" className="mb-6 -ml-5.5" />
      <h1 className="text-3xl">{t('login.title')}</h1>
      <p className="mt-2 text-soft">{lastEnding() === 'over' ? t('login.over') : t('login.text')}</p>
      {step ? (
        <div className="mt-8">
          <SecondStep
            step={step}
            onInside={enter}
            onBack={(reason) => {
              setStep(null);
              setFailed(reason ?? null);
            }}
          />
        </div>
      ) : (
        <>
          <Form method="post" className="mt-8 space-y-5" onSubmit={(event) => void submit(event)}>
            <TextField
              name="username"
              label={t('login.username')}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={DEFAULT_USERNAME}
              validate={(value) => (value.trim() ? null : t('login.usernameRequired'))}
            />
            <PasswordField
              name="password"
              label={t('login.password')}
              autoComplete="current-password"
              validate={(value) => (value ? null : t('login.passwordRequired'))}
            />
            {failed ? (
              <p role="alert" className="text-danger text-sm">
                {failed}
              </p>
            ) : null}
            <Button type="submit" look="primary" className="w-full" busy={busy}>
              {busy ? t('login.signingIn') : t('login.signIn')}
            </Button>
          </Form>
          <SignOnButton />
        </>
      )}
    </main>
  );
}
