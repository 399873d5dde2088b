import { type ReactNode, type RefObject, useId } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';

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

/** Asterisk beside the label of a required field; a word for screen readers. Needs the texts of `ui`. */
export function RequiredMark() {
  const { t } = useTranslation('ui');
  return (
    <>
      <span aria-hidden="true" className="text-danger">
        {' *'}
      </span>
      <span className="sr-only"> {t('required')}</span>
    </>
  );
}

/** Hint and problem below a control, with the attributes that connect them. */
export function useNotes({ hint, problem }: Pick<FrameProps, 'hint' | 'problem'>) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ');
  return {
    ties: {
      'aria-describedby': described || undefined,
      'aria-invalid': problem ? true : undefined,
    },
    notes: (
      <>
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
      </>
    ),
  };
}

interface ControlProps extends FrameProps {
  value: string;
  onChange(value: string): void;
  lang?: string | undefined;
  /** Name of the control within its form. */
  name?: string;
}

/** Attributes that connect a control with label, hint and problem. */
type Ties = ReturnType<typeof useNotes>['ties'] & {
  id: string;
  'aria-required': boolean | undefined;
};

function InputFrame({
  label,
  required = false,
  hint,
  aside,
  problem,
  className,
  children,
}: FrameProps & { children(ties: Ties): ReactNode }) {
  const id = useId();
  const { ties, notes } = useNotes({ hint, problem });
  return (
    <div className={className}>
      <div className="mb-1 flex items-baseline justify-between gap-3 text-sm">
        <label htmlFor={id} className="font-medium">
          {label}
          {required ? <RequiredMark /> : null}
        </label>
        {aside ? <span className="number shrink-0 text-soft">{aside}</span> : null}
      </div>
      {children({ ...ties, id, 'aria-required': required || undefined })}
      {notes}
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
  readOnly,
  ref,
  ...frame
}: ControlProps & {
  type?: 'text' | 'url' | 'number' | 'search' | 'date' | 'datetime-local';
  inputMode?: 'numeric' | 'url';
  placeholder?: string | undefined;
  /** Of a number or a day. */
  min?: number | string | undefined;
  max?: number | string | undefined;
  readOnly?: boolean | undefined;
  ref?: RefObject<HTMLInputElement | null>;
}) {
  return (
    <InputFrame {...frame}>
      {(ties) => (
        <input
          {...ties}
          ref={ref}
          name={name}
          className="field read-only:bg-tint"
          type={type}
          inputMode={inputMode}
          min={min}
          max={max}
          placeholder={placeholder}
          readOnly={readOnly}
          lang={lang}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </InputFrame>
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
    <InputFrame {...frame}>
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
    </InputFrame>
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
  /** Options of the same group are adjacent. */
  options: readonly { value: Value; label: string; group?: string }[];
}) {
  const groups = Map.groupBy(options, ({ group }) => group);
  return (
    <InputFrame {...frame}>
      {(ties) => (
        <select
          {...ties}
          className="field"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value as Value)}
        >
          {[...groups].map(([group, of]) => {
            const shown = of.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ));
            return group === undefined ? (
              shown
            ) : (
              <optgroup key={group} label={group}>
                {shown}
              </optgroup>
            );
          })}
        </select>
      )}
    </InputFrame>
  );
}
