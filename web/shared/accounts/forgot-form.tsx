import { Form } from '@base-ui/react/form';
import { type FormEvent, useState } from 'react';
import { requestPasswordReset } from '../../../core/accounts/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../api.ts';
import { useRoot } from '../root-data.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import type { AuthFormProps } from './auth-form.ts';
import { Failure } from './failure.tsx';
import { useSending } from './sending.ts';

/** Says the same for every address, so that nobody learns which have accounts. */
export function ForgotForm({ first, email: typed }: Pick<AuthFormProps, 'first' | 'email'>) {
  const { t } = useTranslation('accounts');
  const { site } = useRoot();
  const { busy, failed, errors, run } = useSending(t('mailFailed'));
  const [sentTo, setSentTo] = useState<string | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email'));
    setSentTo(null);
    if (await run(() => callFromBrowser(requestPasswordReset, { body: { email } }))) setSentTo(email);
  }

  return (
    <Form method="post" errors={errors} className="space-y-4" onSubmit={(event) => void submit(event)}>
      <p className="text-soft">{t(site.sendsMail ? 'forgotText' : 'unmailed.forgotText')}</p>
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
      <Failure text={failed} />
      <p role="status" className={sentTo ? 'rounded-lg bg-tint px-4 py-3 text-sm' : 'sr-only'}>
        {sentTo ? t(site.sendsMail ? 'resetMailSent' : 'unmailed.resetMailSent', { email: sentTo }) : null}
      </p>
      <Button type="submit" look="primary" className="w-full" busy={busy}>
        {busy ? t('sending') : t('sendResetMail')}
      </Button>
    </Form>
  );
}
