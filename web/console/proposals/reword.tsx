import { useEffect, useId, useRef, useState } from 'react';
import type { AdminCompany } from '../../../core/companies/admin-calls.ts';
import { FIGURE_PARTS, figureSchema } from '../../../core/companies/facts.ts';
import type { Field } from '../../../core/companies/field-kinds.ts';
import { findField, SHARED } from '../../../core/companies/fields.ts';
import type { Source } from '../../../core/companies/sources.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import type { ProposalGroup } from '../ai/proposal-groups.ts';
import { CompanyField } from '../companies/company-field.tsx';
import { KnownSourcesContext } from '../companies/source-picker.tsx';
import { SourcesField } from '../companies/sources-field.tsx';
import { draftedValue, valuesOfDraft } from '../fields/field-draft.ts';
import { fieldLabel, fieldProblem } from '../fields/field-value.tsx';
import { LocalDraftNotice } from '../shared/local-draft-notice.tsx';
import { useLocalDraftForm } from '../shared/local-drafts.ts';

/** Value that replaces a proposed value. */
export interface Wording {
  /** Of the proposal in its list. */
  place: number;
  value: unknown;
}

/** Of the figures a single one is proposed, with the controls that a row of their table has. */
const FIGURE: Field = {
  ...SHARED.figures,
  control: 'record',
  label: 'edit:rowFigure.legend',
  parts: FIGURE_PARTS,
  schema: figureSchema,
};

const descriptorsOf = ({ members, language }: ProposalGroup): Record<string, Field> =>
  Object.fromEntries(
    members.flatMap(({ field }) => {
      const known = field === 'figures' ? FIGURE : findField(field, language);
      return known && known.control !== 'own' ? [[field, known] as const] : [];
    }),
  );

/** Changes the values that are proposed, in the controls that the company's editor has. */
export function RewordGroup({
  group,
  proposal,
  company,
  isReworded,
  onReword,
}: {
  group: ProposalGroup;
  /** The id of the proposal. */
  proposal: string;
  /** As it is now. */
  company: AdminCompany;
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
        proposal={proposal}
        company={company}
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
  proposal,
  company,
  onClose,
}: Pick<Parameters<typeof RewordGroup>[0], 'group' | 'proposal' | 'company'> & {
  /** @param changed undefined where nothing is taken */
  onClose(changed?: readonly Wording[]): void;
}) {
  const { t } = useTranslation(['proposals', 'edit', 'refusals']);
  const { language: shown } = useRoot();
  const id = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  const fields = descriptorsOf(group);
  const [proposed] = useState<Record<string, unknown>>(() =>
    Object.fromEntries(
      group.members.flatMap((member) => {
        const known = fields[member.field];
        return known ? [[member.field, draftedValue(known, member.proposed)]] : [];
      }),
    ),
  );
  const {
    value: draft,
    change,
    localDraft,
  } = useLocalDraftForm({ form: 'wording', subject: `${proposal} ${group.key}`, initial: proposed });
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => box.current?.querySelector<HTMLElement>('input, textarea, select')?.focus(), []);

  function take() {
    const values = valuesOfDraft<Record<string, unknown>>(fields, draft);
    const wrong = Object.keys(fields).filter(
      (name) => !(fields[name]?.filled ?? fields[name]?.schema)?.safeParse(values[name]).success,
    );
    setRefused(new Set(wrong));
    if (wrong.length > 0) return;
    localDraft.noteSaved();
    onClose(
      group.members.flatMap(({ field, place }) => (field in values ? [{ place, value: values[field] }] : [])),
    );
  }
  /** The sources of the company, and the pages that the model found: a row can name each of them. */
  const sources = [
    ...company.sources,
    ...group.sources
      .filter(({ url }) => !company.sources.some((known) => known.url === url))
      .map(({ url }): Source => ({ url, supports: [] })),
  ];
  return (
    <fieldset ref={box} className="space-y-3 pt-2" aria-labelledby={id}>
      <legend id={id} className="sr-only">
        {t('proposals:rewordNamed', { field: fieldLabel(t, group.field, group.language, shown) })}
      </legend>
      <LocalDraftNotice offer={localDraft} onRestore={change} />
      <KnownSourcesContext value={{ sources, add: () => undefined }}>
        {Object.keys(fields).map((name) =>
          fields[name]?.control === 'sources' ? (
            <SourcesField
              key={name}
              sources={draft[name] as Source[]}
              showProblems={refused.has(name)}
              onChange={(next) => change({ [name]: next })}
            />
          ) : (
            <CompanyField
              key={name}
              fields={fields}
              name={name}
              draft={draft}
              language={group.language ?? undefined}
              problem={fieldProblem(t, fields[name], refused.has(name) ? 'invalid' : undefined, shown)}
              onChange={change}
            />
          ),
        )}
      </KnownSourcesContext>
      <div className="flex flex-wrap gap-3">
        <Button onClick={take}>{t('proposals:take')}</Button>
        <Button onClick={() => onClose()}>{t('proposals:cancel')}</Button>
      </div>
    </fieldset>
  );
}
