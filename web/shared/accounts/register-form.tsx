import { Form } from '@base-ui/react/form';
import type { FormEvent } from 'react';
import { register } from '../../../core/accounts/calls.ts';
import { PASSWORD_MIN } from '../../../core/accounts/rules.ts';
import { isLanguage } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../api.ts';
import { useRoot } from '../root-data.ts';
import { Button } from '../ui/button.tsx';
import { CheckboxField, SelectField, TextField } from '../ui/field.tsx';
import type { AuthFormProps } from './auth-form.ts';
import { Failure } from './failure.tsx';
import { languageOptions, nameFields } from './fields.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { useSending } from './sending.ts';
import { closeAuth, openSession } from './session.ts';

export function RegisterForm({ first, email: typed, onPending }: AuthFormProps) {
  const { t } = useTranslation('accounts');
  const { language, site } = useRoot();
  const { busy, failed, errors, run } = useSending(t('signUpFailed'));

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? '');
    /** What was left empty is sent as absent. */
    const given = (name: string) => text(name).trim() || undefined;
    const email = text('email');
    const chosen = text('language');
    await run(async () => {
      const answer = await callFromBrowser(register, {
        body: {
          email,
          password: text('password'),
          nickname: given('nickname'),
          first_name: given('first_name'),
          last_name: given('last_name'),
          language: isLanguage(chosen) ? chosen : language,
          newsletter_subscribed: data.has('newsletter_subscribed'),
        },
      });
      if (answer.token) {
        openSession(answer.token, answer.user);
        closeAuth();
      } else onPending({ email, text: t(site.sendsMail ? 'signUpComplete' : 'unmailed.signUpComplete') });
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
        autoComplete="email"
        autoCapitalize="none"
        required
      />
      <NewPasswordField
        name="password"
        label={t('password')}
        hint={t('passwordHint', { min: PASSWORD_MIN })}
      />
      {/* Folded, but not over a field that was refused. */}
      <details open={Object.keys(errors).some((name) => name !== 'email' && name !== 'password')}>
        <summary className="flex min-h-11 items-center">
          <span className="link">{t('optionalFields')}</span>
        </summary>
        <div className="mt-2 space-y-4">
          <TextField name="nickname" label={t('nickname')} autoComplete="nickname" optional />
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            {nameFields(language).map(({ name, text, autoComplete }) => (
              <TextField key={name} name={name} label={t(text)} autoComplete={autoComplete} optional />
            ))}
          </div>
          <SelectField
            name="language"
            label={t('language')}
            hint={t('languageHint')}
            defaultValue={language}
            options={languageOptions()}
          />
        </div>
      </details>
      <CheckboxField name="newsletter_subscribed" label={t('newsletter')} />
      <Failure text={failed} />
      <Button type="submit" look="primary" className="w-full" busy={busy}>
        {busy ? t('signingUp') : t('signUp')}
      </Button>
    </Form>
  );
}
