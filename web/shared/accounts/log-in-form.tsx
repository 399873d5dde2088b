import { Form } from '@base-ui/react/form';
import { type FormEvent, useEffect, useState } from 'react';
import { login } from '../../../core/accounts/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CallError, callFromBrowser } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { PasswordField, TextField } from '../ui/field.tsx';
import type { AuthFormProps } from './auth-form.ts';
import { Failure } from './failure.tsx';
import { OtherWays } from './other-ways.tsx';
import { useSending } from './sending.ts';
import { closeAuth, openAuth, openSession } from './session.ts';

export function LogInForm({ first, email: typed, onPending }: AuthFormProps) {
  const { t } = useTranslation(['accounts', 'problems']);
  const { busy, failed, errors, run } = useSending(t('logInFailed'));

  // Known only in the browser: until then the form is as the server would draw it.
  const [hasPasskeys, setHasPasskeys] = useState(false);
  useEffect(() => setHasPasskeys('PublicKeyCredential' in window), []);

  async function byPasskey() {
    await run(async () => {
      const { logInWithPasskey } = await import('../mfa/passkey-log-in.ts');
      const inside = await logInWithPasskey();
      // Left be: there is nothing to say.
      if (!inside) return;
      openSession(inside.token, inside.user);
      closeAuth();
    });
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const email = String(data.get('email'));
    await run(async () => {
      try {
        const { token, user } = await callFromBrowser(login, {
          body: { email, password: String(data.get('password')) },
        });
        openSession(token, user);
        closeAuth();
      } catch (error) {
        if (!(error instanceof CallError) || error.body['email_verification_required'] !== true) throw error;
        onPending({ email, text: t('problems:problem.email_verification_required') });
      }
    });
  }

  return (
    <Form method="post" errors={errors} className="space-y-4" onSubmit={(event) => void submit(event)}>
      <TextField
        ref={first}
        name="email"
        type="email"
        defaultValue={typed}
        label={t('email')}
        autoComplete="username"
        autoCapitalize="none"
        required
      />
      <PasswordField name="password" label={t('password')} autoComplete="current-password" required />
      <Failure text={failed} />
      <Button type="submit" look="primary" className="w-full" busy={busy}>
        {busy ? t('loggingIn') : t('logIn')}
      </Button>
      {hasPasskeys ? (
        <Button className="w-full" busy={busy} onClick={() => void byPasskey()}>
          {t('logInWithPasskey')}
        </Button>
      ) : null}
      <OtherWays email={first} />
      <button
        type="button"
        className="link block min-h-11 w-full text-center text-soft text-sm"
        onClick={() => openAuth('forgot')}
      >
        {t('forgot')}
      </button>
    </Form>
  );
}
