import { Form } from '@base-ui/react/form';
import { type FormEvent, useState } from 'react';
import { changePassword, type PublicUser, requestPasswordReset } from '../../../core/accounts/calls.ts';
import { PASSWORD_MIN } from '../../../core/accounts/rules.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Failure } from '../../shared/accounts/failure.tsx';
import { NewPasswordField, RepeatedPasswordField } from '../../shared/accounts/new-password-field.tsx';
import { useSending } from '../../shared/accounts/sending.ts';
import { sendAsUser } from '../../shared/accounts/session.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { Button } from '../../shared/ui/button.tsx';
import { PasswordField } from '../../shared/ui/field.tsx';
import { AccountSection } from './account-page.tsx';

export function ChangePasswordForm({ user, onChanged }: { user: PublicUser; onChanged(): void }) {
  const { t } = useTranslation('accounts');
  const { busy, failed, errors, run } = useSending(t('changePasswordFailed'));
  /** How often it worked: each time the form starts anew. */
  const [changes, setChanges] = useState(0);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const body = {
      current_password: String(data.get('current_password')),
      new_password: String(data.get('new_password')),
    };
    if (await run(() => sendAsUser(changePassword, { body }))) {
      setChanges(changes + 1);
      onChanged();
    }
  }

  return (
    <AccountSection id="password" title={t('changePassword')}>
      <Form
        method="post"
        key={changes}
        errors={errors}
        className="max-w-md space-y-4"
        onSubmit={(event) => void submit(event)}
      >
        {/* Password managers need the user name of the account. */}
        <input type="email" name="email" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          name="current_password"
          label={t('currentPassword')}
          autoComplete="current-password"
          required
        />
        <NewPasswordField
          name="new_password"
          label={t('newPassword')}
          hint={t('passwordHint', { min: PASSWORD_MIN })}
        />
        <RepeatedPasswordField name="repeated_password" of="new_password" label={t('repeatPassword')} />
        <Failure text={failed} />
        <Button type="submit" look="primary" busy={busy}>
          {busy ? t('saving') : t('changePassword')}
        </Button>
      </Form>
      <p role="status" className="mt-3 text-accent">
        {changes > 0 && !busy && failed === null ? t('passwordChanged') : null}
      </p>
    </AccountSection>
  );
}

/** In the place of the form, where the account was made by another service and has no password. */
export function SetPassword({ email }: { email: string }) {
  const { t } = useTranslation('accounts');
  const { busy, failed, run } = useSending(t('changePasswordFailed'));
  const [isSent, setSent] = useState(false);
  return (
    <AccountSection id="password" title={t('changePassword')}>
      <p className="mb-4 text-soft">{t('methods.noPassword')}</p>
      <Button
        busy={busy}
        onClick={() =>
          void run(() => callFromBrowser(requestPasswordReset, { body: { email } })).then(setSent)
        }
      >
        {t('methods.setPassword')}
      </Button>
      <Failure text={failed} />
      <p role="status" className="mt-3 text-accent">
        {isSent ? t('methods.linkSent') : null}
      </p>
    </AccountSection>
  );
}
