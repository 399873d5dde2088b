import { Field as Base } from '@base-ui/react/field';
import { type ComponentProps, type ReactNode, type RefObject, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Icon } from './icons.tsx';

/**
 * The fields of every form, inside Base UI's `Form`: its `errors` reach them by name, and a refused
 * submit moves the focus to the first. They need the texts of `ui`.
 */
interface FieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
  /** Says beside the label that the field may stay empty. */
  optional?: boolean | undefined;
  /** What is wrong with a value, or null. Asked on submit, and while typing after a refused one. */
  validate?: ((value: string, values: Record<string, unknown>) => string | null) | undefined;
  className?: string | undefined;
}

type FieldControlProps<Tag extends 'input' | 'textarea' | 'select'> = FieldProps &
  Omit<
    ComponentProps<Tag>,
    keyof FieldProps | 'children' | 'defaultValue' | 'id' | 'onChange' | 'ref' | 'style' | 'value'
  > & { defaultValue?: string | undefined };

function FieldFrame({
  name,
  label,
  hint,
  optional,
  validate,
  className,
  children,
}: FieldProps & { children: ReactNode }) {
  const { t } = useTranslation('ui');
  return (
    <Base.Root
      name={name}
      className={className}
      validate={(value, values) => validate?.(String(value ?? ''), values)}
    >
      <div className="mb-1 flex items-baseline justify-between gap-3 text-sm">
        <Base.Label className="font-medium">{label}</Base.Label>
        {optional ? <span className="text-soft">{t('optional')}</span> : null}
      </div>
      {children}
      {hint ? <Base.Description className="mt-1 text-soft text-sm">{hint}</Base.Description> : null}
      <FieldProblem />
    </Base.Root>
  );
}

/** The browser's own words would be in the browser's language, not in the page's. */
function FieldProblem() {
  const { t } = useTranslation('refusals');
  return (
    <Base.Validity>
      {({ validity }) => {
        const text = validity.valueMissing
          ? t('required')
          : validity.typeMismatch
            ? t('invalid_email')
            : validity.badInput
              ? t('invalid')
              : undefined;
        return <Base.Error className="mt-1 text-danger text-sm" {...(text ? { children: text } : {})} />;
      }}
    </Base.Validity>
  );
}

export function TextField({
  name,
  label,
  hint,
  optional,
  validate,
  className,
  ...control
}: FieldControlProps<'input'> & { ref?: RefObject<HTMLInputElement | null> }) {
  const frame = { name, label, hint, optional, validate, className };
  return (
    <FieldFrame {...frame}>
      <Base.Control className="field" {...control} />
    </FieldFrame>
  );
}

/** Password field with a button that shows the password. */
export function PasswordField({
  name,
  label,
  hint,
  optional,
  validate,
  className,
  ...control
}: Omit<FieldControlProps<'input'>, 'type'>) {
  const { t } = useTranslation('ui');
  const [shown, setShown] = useState(false);
  const frame = { name, label, hint, optional, validate, className };
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <Base.Control
          className="field pr-12"
          autoCapitalize="none"
          spellCheck={false}
          {...control}
          type={shown ? 'text' : 'password'}
        />
        <button
          type="button"
          className="absolute inset-y-0 right-0 flex w-11 items-center justify-center text-soft hover:text-ink"
          aria-label={shown ? t('hidePassword') : t('showPassword')}
          onClick={() => setShown(!shown)}
        >
          <EyeIcon crossed={shown} />
        </button>
      </div>
    </FieldFrame>
  );
}

export function TextAreaField({
  name,
  label,
  hint,
  optional,
  validate,
  className,
  defaultValue,
  ...control
}: FieldControlProps<'textarea'>) {
  const frame = { name, label, hint, optional, validate, className };
  return (
    <FieldFrame {...frame}>
      <Base.Control
        className="field"
        defaultValue={defaultValue}
        render={<textarea rows={3} {...control} />}
      />
    </FieldFrame>
  );
}

interface Option {
  value: string;
  label: string;
}

export function SelectField({
  name,
  label,
  hint,
  optional,
  validate,
  className,
  defaultValue,
  options,
  ...control
}: FieldControlProps<'select'> & { options: readonly Option[] }) {
  const frame = { name, label, hint, optional, validate, className };
  return (
    <FieldFrame {...frame}>
      <Base.Control
        className="field"
        defaultValue={defaultValue}
        render={
          <select {...control}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        }
      />
    </FieldFrame>
  );
}

/** Native checkbox: `FormData` has `on` if checked, else no entry. */
export function CheckboxField({
  label,
  hint,
  className,
  ...control
}: Pick<FieldProps, 'name' | 'label' | 'hint' | 'className'> &
  Pick<ComponentProps<'input'>, 'defaultChecked' | 'disabled' | 'value' | 'onChange'>) {
  return (
    <label className={`flex min-h-11 cursor-pointer items-center gap-3 ${className ?? ''}`}>
      <input type="checkbox" className="size-5 shrink-0 accent-accent" {...control} />
      <span>
        {label}
        {hint ? <span className="block text-soft text-sm">{hint}</span> : null}
      </span>
    </label>
  );
}

function EyeIcon({ crossed }: { crossed: boolean }) {
  return (
    <Icon>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
      <circle cx="12" cy="12" r="3" />
      {crossed ? <path d="M4 4l16 16" /> : null}
    </Icon>
  );
}
