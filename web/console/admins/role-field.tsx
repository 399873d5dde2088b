import { ROLES, type Role } from '../../../core/admins/roles.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** Radio buttons of the roles, each with a description of its permissions. */
export function RoleField({ defaultValue }: { defaultValue: Role }) {
  const { t } = useTranslation(['administrators', 'console']);
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">{t('role')}</legend>
      <div className="divide-y divide-line rounded-xl border border-line">
        {ROLES.map((role) => (
          <label key={role} className="flex min-h-11 cursor-pointer items-start gap-3 px-4 py-3">
            <input
              type="radio"
              name="role"
              value={role}
              defaultChecked={role === defaultValue}
              className="mt-0.5 size-5 shrink-0 accent-accent"
            />
            <span>
              <span className="block font-medium">{t(`console:roles.${role}.name`)}</span>
              <span className="block text-soft text-sm">{t(`console:roles.${role}.text`)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
