import { useEffect, useId, useRef, useState } from 'react';
import type { Field } from '../../../core/companies/field-kinds.ts';
import { findField } from '../../../core/companies/fields.ts';
import type { Language } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import type { ProposalGroup } from '../ai/proposal-groups.ts';
import { CompanyField } from '../companies/company-field.tsx';
import { draftedValue, valuesOfDraft } from '../fields/field-draft.ts';
import { fieldLabel, fieldProblem } from '../fields/field-value.tsx';

/** What somebody puts in the place of a proposed value. */
export interface Wording {
  key: string;
  value: unknown;
}

export const wordingKey = ({ field, language }: { field: string; language: Language | null }) =>
  `${language ?? 'shared'}.${field}`;

/** Of these it is rows that are proposed, which the editor of the company changes. */
const ROWS: readonly string[] = ['table', 'sources', 'own'];

const descriptorsOf = ({ members, language }: ProposalGroup): Record<string, Field> =>
  Object.fromEntries(
    members.flatMap(({ field }) => {
      const known = findField(field, language);
      return known && !ROWS.includes(known.control) ? [[field, known] as const] : [];
    }),
  );

/** Changes the values that are proposed, in the controls that the company's editor has. */
export function RewordGroup({
  group,
  isReworded,
  onReword,
}: {
  group: ProposalGroup;
  isReworded: boolean;
  onReword(changed: readonly Wording[]): void;
}) {
  const { t } = useTranslation(['proposals', 'edit']);
  const { language: shown } = useRoot();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (Object.keys(descriptorsOf(group)).length === 0) return null;
  if (isOpen) {
    return (
      <Rewording
        group={group}
        onClose={(changed) => {
          setOpen(false);
          if (changed) onReword(changed);
          // The button comes back with the next rendering.
          requestAnimationFrame(() => button.current?.focus());
        }}
      />
    );
  }
  return (
    <>
      {isReworded ? <p className="text-accent text-sm">{t('proposals:reworded')}</p> : null}
      <button
        ref={button}
        type="button"
        className="link min-h-11 text-accent text-sm"
        aria-label={t('proposals:rewordNamed', { field: fieldLabel(t, group.field, group.language, shown) })}
        onClick={() => setOpen(true)}
      >
        {t('proposals:reword')}
      </button>
    </>
  );
}

function Rewording({
  group,
  onClose,
}: {
  group: ProposalGroup;
  /** @param changed undefined where nothing is taken */
  onClose(changed?: readonly Wording[]): void;
}) {
  const { t } = useTranslation(['proposals', 'edit', 'refusals']);
  const { language: shown } = useRoot();
  const id = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  const fields = descriptorsOf(group);
  const [draft, setDraft] = useState<Record<string, unknown>>(() =>
    Object.fromEntries(
      group.members.flatMap(({ field, proposed }) => {
        const known = fields[field];
        return known ? [[field, draftedValue(known, proposed)]] : [];
      }),
    ),
  );
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => box.current?.querySelector<HTMLElement>('input, textarea, select')?.focus(), []);

  function take() {
    const values = valuesOfDraft<Record<string, unknown>>(fields, draft);
    const wrong = Object.keys(fields).filter(
      (name) => !(fields[name]?.filled ?? fields[name]?.schema)?.safeParse(values[name]).success,
    );
    setRefused(new Set(wrong));
    if (wrong.length > 0) return;
    onClose(
      Object.entries(values).map(([field, value]) => ({
        key: wordingKey({ field, language: group.language }),
        value,
      })),
    );
  }
  return (
    <fieldset ref={box} className="space-y-3 pt-2" aria-labelledby={id}>
      <legend id={id} className="sr-only">
        {t('proposals:rewordNamed', { field: fieldLabel(t, group.field, group.language, shown) })}
      </legend>
      {Object.keys(fields).map((name) => (
        <CompanyField
          key={name}
          fields={fields}
          name={name}
          draft={draft}
          language={group.language ?? undefined}
          problem={fieldProblem(t, fields[name], refused.has(name) ? 'invalid' : undefined, shown)}
          onChange={(changes) => setDraft({ ...draft, ...changes })}
        />
      ))}
      <div className="flex flex-wrap gap-3">
        <Button onClick={take}>{t('proposals:take')}</Button>
        <Button onClick={() => onClose()}>{t('proposals:cancel')}</Button>
      </div>
    </fieldset>
  );
}
