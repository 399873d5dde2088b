import type { ReactNode } from 'react';
import type { Field } from '../../../core/companies/field-kinds.ts';
import { FOUNDED_MIN } from '../../../core/companies/fields.ts';
import { readRevenue } from '../../../core/companies/revenue.ts';
import type { Language } from '../../../core/languages.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { dollarsInWords } from '../../shared/console/format.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Select, TextArea, TextInput, useNotes } from '../../shared/ui/input.tsx';
import { Switch } from '../../shared/ui/switch.tsx';
import type { Cells } from '../fields/field-draft.ts';
import { fieldText } from '../fields/field-value.tsx';
import { PictureField } from '../shared/picture-field.tsx';
import { CountrySelect } from './country-select.tsx';
import { ListField } from './list-field.tsx';
import { RecordField, TableField } from './table-field.tsx';

export interface CompanyFieldProps<Draft> {
  fields: Readonly<Record<string, Field>>;
  name: keyof Draft & string;
  /** The form's draft; the field's own part of it is shown and changed. */
  draft: Draft;
  onChange(changes: Partial<Draft>): void;
  problem?: string | undefined;
  /** Of a text. */
  language?: Language | undefined;
  /** Marked beside the label. */
  required?: boolean;
  hint?: ReactNode;
  placeholder?: string | undefined;
  /** Of a long text. */
  rows?: number | undefined;
  /** Of a number: it is counted up and down, at most to this. */
  counter?: { max?: number | undefined } | undefined;
  /** Of a line or a number: it is shown, and not typed here. */
  readOnly?: boolean | undefined;
}

/**
 * A field of a company in a form: its descriptor says which control, label, hint and bounds. Needs
 * the texts of `edit`, `categories`, `companies` and `ui`.
 */
export function CompanyField<Draft extends object>(props: CompanyFieldProps<Draft>) {
  const {
    fields,
    name,
    draft,
    onChange,
    problem,
    language,
    required = false,
    placeholder,
    counter,
    readOnly,
  } = props;
  const { t } = useTranslation(['edit', 'categories', 'companies', 'ui']);
  const { language: shown } = useRoot();
  const field = fields[name];
  if (!field) return null;
  const { control, min, max, empty, options = [], optionText } = field;
  const value = (draft as Record<string, unknown>)[name];
  const change = (changed: unknown) => onChange({ [name]: changed } as Partial<Draft>);
  const label = fieldText(t, field.label ?? `edit:fields.${name}`, shown);
  const hint = props.hint ?? (field.hint ? fieldText(t, field.hint, shown) : undefined);
  const text = { label, hint, problem, required, name, value: String(value ?? ''), onChange: change };
  switch (control) {
    case 'long-text': {
      const count = [...text.value.trim()].length;
      const figures = { count, number: formatNumber(count, shown), max: formatNumber(max ?? 0, shown) };
      const aside = (
        <span className={count > (max ?? 0) ? 'text-danger' : undefined}>{t('edit:length', figures)}</span>
      );
      return <TextArea {...text} lang={language} rows={props.rows ?? field.rows ?? 4} aside={aside} />;
    }
    case 'number':
    case 'year':
      return counter ? (
        <TextInput
          {...text}
          type="number"
          inputMode="numeric"
          min={min}
          max={counter.max}
          readOnly={readOnly}
        />
      ) : (
        <TextInput
          {...text}
          inputMode="numeric"
          readOnly={readOnly}
          placeholder={control === 'year' ? t('edit:yearExample', { year: FOUNDED_MIN + 125 }) : undefined}
        />
      );
    case 'choice':
      return (
        <Select
          {...text}
          options={[
            ...(empty === null ? [{ value: '', label: t('edit:notStated') }] : []),
            ...options.map((option) => ({
              value: option,
              label: optionText ? fieldText(t, optionText(option), shown) : option,
            })),
          ]}
        />
      );
    case 'country':
      return <CountrySelect {...text} />;
    case 'address':
      return <TextInput {...text} type="url" inputMode="url" />;
    case 'path':
      return <PictureField {...text} use="company" acceptsAddress />;
    case 'switch':
      return (
        <div className="flex items-center justify-between gap-4">
          <span aria-hidden="true" className="font-medium text-sm">
            {label}
          </span>
          <Switch label={label} checked={value === true} onChange={change} />
        </div>
      );
    case 'list':
      return <ListField {...text} value={value as string[]} most={field.most ?? 0} language={language} />;
    case 'choices':
      return <ChoicesField {...text} field={field} value={value as string[]} onChange={change} />;
    case 'date':
      return <TextInput {...text} type="date" />;
    case 'record':
      return <RecordField {...text} parts={field.parts ?? []} value={value as Cells} onChange={change} />;
    case 'table':
      return (
        <TableField
          {...text}
          parts={field.parts ?? []}
          row={field.row}
          most={field.most ?? 0}
          value={value as Cells[]}
          onChange={change}
        />
      );
    // Sources stand by themselves, as wide as the form; each own field has a control of its own.
    case 'own':
    case 'sources':
      return null;
    case 'text':
      if (field.reads === 'dollars' && !readOnly && text.value.trim() !== '')
        text.hint = <ReadDollars text={text.value} />;
      return <TextInput {...text} lang={language} placeholder={placeholder} readOnly={readOnly} />;
  }
}

/** How a revenue is read, while it is typed: what is stored, sorted and scored by. Needs the texts of `edit`. */
function ReadDollars({ text }: { text: string }) {
  const { t } = useTranslation('edit');
  const { language } = useRoot();
  const reading = readRevenue(text);
  return (
    <span role="status">
      {reading ? t('readAs', { amount: dollarsInWords(reading.low, language) }) : t('readAsNothing')}
    </span>
  );
}

/** Some of the values, as boxes to tick; past the most of them the others wait. */
function ChoicesField({
  label,
  hint,
  problem,
  name,
  field: { options = [], optionText, most = 0 },
  value,
  onChange,
}: {
  label: string;
  hint: ReactNode;
  problem: string | undefined;
  name: string;
  field: Field;
  value: readonly string[];
  onChange(value: string[]): void;
}) {
  const { t } = useTranslation(['edit', 'categories', 'companies']);
  const { language } = useRoot();
  const { ties, notes } = useNotes({ hint, problem });
  return (
    <fieldset {...ties} name={name} tabIndex={-1}>
      <legend className="mb-1 font-medium text-sm">{label}</legend>
      <div className="flex flex-wrap gap-x-4">
        {options.map((option) => (
          <label key={option} className="flex min-h-9 cursor-pointer items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-accent"
              checked={value.includes(option)}
              disabled={!value.includes(option) && value.length >= most}
              onChange={(event) =>
                onChange(
                  event.currentTarget.checked ? [...value, option] : value.filter((one) => one !== option),
                )
              }
            />
            {optionText ? fieldText(t, optionText(option), language) : option}
          </label>
        ))}
      </div>
      {notes}
    </fieldset>
  );
}
