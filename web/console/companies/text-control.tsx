import { type LocalName, textDescriptors } from '../../../core/companies/fields.ts';
import type { Language } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { fieldProblem } from '../fields/field-value.tsx';
import type { DraftProblem, TextDraft } from './company-draft.ts';
import { CompanyField } from './company-field.tsx';

/** A field of a text. Needs the texts of `edit` and `refusals`. */
export function TextControl({
  name,
  text,
  language,
  founder,
  problems,
  rows,
  onChange,
}: {
  name: LocalName;
  text: TextDraft;
  language: Language;
  /** Shared spelling, shown as placeholder where the language has no own one. */
  founder: string;
  /** Of the language. */
  problems: readonly DraftProblem[];
  rows?: number | undefined;
  onChange(changes: Partial<TextDraft>): void;
}) {
  const { t } = useTranslation(['edit', 'refusals']);
  const { language: shown } = useRoot();
  const fields = textDescriptors();
  const field = fields[name];
  const kind = problems.find((problem) => problem.field === name)?.kind;
  return (
    <CompanyField
      fields={fields}
      name={name as keyof TextDraft}
      draft={text}
      language={language}
      required={field?.required !== undefined}
      placeholder={name === 'founder' ? founder : undefined}
      rows={rows}
      problem={fieldProblem(t, field, kind, shown)}
      onChange={onChange}
    />
  );
}
