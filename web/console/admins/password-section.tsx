import { Form } from '@base-ui/react/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { findAuditEntries } from '../../../core/admins/audit-calls.ts';
import { changeAdminPassword, readAdminSession } from '../../../core/admins/calls.ts';
import { ADMIN_PASSWORD_MIN, type PasswordProblem, passwordProblem } from '../../../core/admins/rules.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CallError, callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { NO_ERRORS, problemFields } from '../../shared/refusal-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { PasswordField } from '../../shared/ui/field.tsx';
import { FactorSettings } from '../mfa/factor-settings.tsx';
import { callKey, useCall } from '../shared/api.ts';
import { Section } from '../shared/section.tsx';
import { OwnEmail } from './own-email.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { SignOutEverywhere } from './sign-out-everywhere.tsx';

export default function PasswordSection() {
  return (
    <Section id="password" features={['password', 'administrators', 'factors']}>
      <div className="max-w-md space-y-14">
        <PasswordForm />
        <FactorSettings />
        <OwnEmail />
        <OwnSessions />
        <SignOutEverywhere />
      </div>
    </Section>
  );
}

type PasswordFieldName = 'currentPassword' | 'newPassword' | 'confirmation';

/** Where each problem is shown. */
const PROBLEM_FIELDS: Record<PasswordProblem, PasswordFieldName> = {
  currentRequired: 'currentPassword',
  newRequired: 'newPassword',
  newTooShort: 'newPassword',
  confirmationDiffers: 'confirmation',
  newIsCurrent: 'newPassword',
};

function PasswordForm() {
  const { t } = useTranslation(['password', 'problems', 'refusals', 'common']);
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const { data: session } = useCall(readAdminSession, {});
  // Base UI shows the same object once, and moves the focus to the first refused field when it changes.
  const [errors, setErrors] = useState(NO_ERRORS);
  const change = useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      callFromBrowser(changeAdminPassword, { body }),
    onError: (error) => setErrors(fieldErrors(error)),
    onSuccess: () => {
      setErrors(NO_ERRORS);
      form.current?.reset();
      void client.invalidateQueries({ queryKey: callKey(findAuditEntries) });
    },
  });

  /** Of all that is wrong only the first is said, in its place. */
  const validate = (place: PasswordFieldName) => (_: string, values: Record<string, unknown>) => {
    const text = (name: PasswordFieldName) => String(values[name] ?? '');
    const wrong = passwordProblem({
      current: text('currentPassword'),
      next: text('newPassword'),
      confirmation: text('confirmation'),
    });
    return wrong && PROBLEM_FIELDS[wrong] === place ? t(`problem.${wrong}`) : null;
  };

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    change.mutate({
      currentPassword: String(values.get('currentPassword')),
      newPassword: String(values.get('newPassword')),
    });
  }

  // What was said at a field is not said again.
  const failed = change.error && errors === NO_ERRORS ? failure(change.error) : null;

  return (
    <Form
      method="post"
      ref={form}
      className="space-y-5"
      errors={errors}
      onSubmit={submit}
      onChange={() => {
        if (change.isSuccess) change.reset();
      }}
    >
      {/* Lets password managers match the account. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={session?.username ?? ''}
        readOnly
        hidden
      />
      <PasswordField
        name="currentPassword"
        label={t('current')}
        autoComplete="current-password"
        validate={validate('currentPassword')}
      />
      <PasswordField
        name="newPassword"
        label={t('new')}
        hint={t('newHint', { min: ADMIN_PASSWORD_MIN })}
        autoComplete="new-password"
        validate={validate('newPassword')}
      />
      <PasswordField
        name="confirmation"
        label={t('confirmation')}
        autoComplete="new-password"
        validate={validate('confirmation')}
      />
      {failed ? (
        <p role="alert" className="text-danger text-sm">
          {failed}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" look="primary" busy={change.isPending}>
          {t(change.isPending ? 'changing' : 'submit')}
        </Button>
        <p role="status" className="text-accent text-sm">
          {change.isSuccess ? t('changed') : null}
        </p>
      </div>
    </Form>
  );

  function failure(error: Error): string {
    const isAnswer = error instanceof CallError && error.status !== 0;
    return isAnswer ? problemText(t, error, t('failed')) : t('error');
  }

  function fieldErrors(error: Error): Record<string, string> {
    if (error instanceof CallError && error.code === 'wrong_password') {
      return { currentPassword: t('problems:problem.wrong_password') };
    }
    const fields = problemFields(t, error);
    return Object.keys(fields).length > 0 ? fields : NO_ERRORS;
  }
}
