import { type ReactNode, type RefObject, useId } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';

/**
 * Controlled counterparts of the fields in field.tsx, for forms that watch what is typed. They need
 * the texts of `ui`.
 */
interface FrameProps {
  label: string;
  /** Marked beside the label. */
  required?: boolean;
  hint?: ReactNode;
  /** Opposite the label: a counter. */
  aside?: ReactNode;
  /** What is wrong with the value. */
  problem?: string | undefined;
  className?: string;
}

interface ControlProps extends FrameProps {
  value: string;
  onChange(value: string): void;
  lang?: string | undefined;
  /** What its form finds the control by. */
  name?: string;
}

/** What ties a control to its label, its hint and its problem. */
interface Ties {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
  'aria-required': boolean | undefined;
}

function Frame({
  label,
  required = false,
  hint,
  aside,
  problem,
  className,
  children,
}: FrameProps & { children(ties: Ties): ReactNode }) {
  const { t } = useTranslation('ui');
  const id = useId();
  const described = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <div className="mb-1 flex items-baseline justify-between gap-3 text-sm">
        <label htmlFor={id} className="font-medium">
          {label}
          {required ? (
            <>
              <span aria-hidden="true" className="text-danger">
                {' *'}
              </span>
              <span className="sr-only"> {t('required')}</span>
            </>
          ) : null}
        </label>
        {aside ? <span className="number shrink-0 text-soft">{aside}</span> : null}
      </div>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': problem ? true : undefined,
        'aria-required': required || undefined,
      })}
      {hint ? (
        <p id={`${id}-hint`} className="mt-1 text-soft text-sm">
          {hint}
        </p>
      ) : null}
      {problem ? (
        <p id={`${id}-problem`} className="mt-1 text-danger text-sm">
          {problem}
        </p>
      ) : null}
    </div>
  );
}

export function TextInput({
  value,
  onChange,
  lang,
  name,
  type = 'text',
  inputMode,
  placeholder,
  min,
  max,
  ref,
  ...frame
}: ControlProps & {
  type?: 'text' | 'url' | 'number' | 'search';
  inputMode?: 'numeric' | 'url';
  placeholder?: string | undefined;
  /** Of a number. */
  min?: number | undefined;
  max?: number | undefined;
  ref?: RefObject<HTMLInputElement | null>;
}) {
  return (
    <Frame {...frame}>
      {(ties) => (
        <input
          {...ties}
          ref={ref}
          name={name}
          className="field"
          type={type}
          inputMode={inputMode}
          min={min}
          max={max}
          placeholder={placeholder}
          lang={lang}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Frame>
  );
}

export function TextArea({
  value,
  onChange,
  lang,
  name,
  rows = 3,
  placeholder,
  isCode = false,
  ...frame
}: ControlProps & {
  rows?: number;
  placeholder?: string;
  /** Something for machines: letters of one width, no spelling to check. */
  isCode?: boolean;
}) {
  return (
    <Frame {...frame}>
      {(ties) => (
        <textarea
          {...ties}
          name={name}
          className={`field block ${isCode ? 'font-mono text-sm' : ''}`}
          spellCheck={isCode ? false : undefined}
          placeholder={placeholder}
          rows={rows}
          lang={lang}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Frame>
  );
}

export function Select<Value extends string>({
  value,
  onChange,
  options,
  ...frame
}: FrameProps & {
  value: Value;
  onChange(value: Value): void;
  options: readonly { value: Value; label: string }[];
}) {
  return (
    <Frame {...frame}>
      {(ties) => (
        <select
          {...ties}
          className="field"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value as Value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Frame>
  );
}
