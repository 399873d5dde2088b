import type { ComponentProps } from 'react';
import { PASSWORD_MAX, PASSWORD_MIN } from '../../../core/accounts/rules.ts';
import { refusal } from '../../../core/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { refusalText } from '../refusal-text.ts';
import { PasswordField } from '../ui/field.tsx';

/** A password that is being chosen, by the rules of core; whether it is too common only the server knows. */
export function NewPasswordField(
  props: Pick<ComponentProps<typeof PasswordField>, 'name' | 'label' | 'hint'>,
) {
  const { t } = useTranslation('refusals');
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      required
      validate={(password) => {
        if (password !== '' && password.length < PASSWORD_MIN)
          return refusalText(t, refusal('too_short', { min: PASSWORD_MIN }));
        return password.length > PASSWORD_MAX
          ? refusalText(t, refusal('too_long', { max: PASSWORD_MAX }))
          : null;
      }}
    />
  );
}

/** The same password again. */
export function RepeatedPasswordField({ name, of, label }: { name: string; of: string; label: string }) {
  const { t } = useTranslation('accounts');
  return (
    <PasswordField
      name={name}
      label={label}
      autoComplete="new-password"
      required
      validate={(password, values) => (password !== values[of] ? t('passwordsDiffer') : null)}
    />
  );
}
