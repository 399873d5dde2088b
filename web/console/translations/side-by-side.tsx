import type { ReactNode } from 'react';
import type { AdminCompany } from '../../../core/companies/admin-calls.ts';
import { type LocalName, textDescriptors, textNames } from '../../../core/companies/fields.ts';
import { flatValues } from '../../../core/companies/own-fields.ts';
import type { Language } from '../../../core/languages.ts';
import type { ChangedSentences } from '../../../core/translations/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import type { DraftProblem, TextDraft } from '../companies/company-draft.ts';
import { TextControl } from '../companies/text-control.tsx';
import { fieldLabel, valueText } from '../fields/field-value.tsx';
import { markSentences } from './marked-text.ts';

/** Characters of a line and most lines, for a field that is about as tall as the original. */
const LINE_CHARACTERS = 48;
const TEXT_LINES_MAX = 24;

function linesFor(field: LocalName, original: unknown): number | undefined {
  const rows = textDescriptors()[field]?.rows;
  if (rows === undefined || typeof original !== 'string') return rows;
  const lines = original
    .split('\n')
    .reduce((sum, line) => sum + Math.ceil((line.length + 1) / LINE_CHARACTERS), 0);
  return Math.min(3 * rows, TEXT_LINES_MAX, Math.max(Math.round((2 / 3) * rows), lines));
}

/** Fields of a translation beside the original's fields, or below on narrow screens. */
export function SideBySide({
  company,
  source,
  target,
  text,
  changed,
  problems,
  onChange,
  children,
}: {
  company: AdminCompany;
  source: Language;
  target: Language;
  text: TextDraft;
  /** What changed in the original since the others fell behind. */
  changed: readonly ChangedSentences[];
  /** Of the text that is written. */
  problems: readonly DraftProblem[];
  onChange(changes: Partial<TextDraft>): void;
  /** What is to be said about the text. */
  children: ReactNode;
}) {
  const { t } = useTranslation(['translations', 'edit', 'ui', 'categories', 'companies']);
  const { language: shown } = useRoot();
  const original = flatValues(company.content[source] ?? {});
  return (
    <div className="space-y-5">
      {children}
      {textNames().map((field) => (
        <div key={field} className="grid grid-cols-1 gap-x-8 gap-y-3 md:grid-cols-2">
          <Original
            label={fieldLabel(t, field, source, shown)}
            value={
              textDescriptors()[field]?.control === 'list'
                ? ((original[field] ?? []) as string[])
                : valueText(t, field, original[field], shown)
            }
            language={source}
            changed={changed.find((change) => change.field === field)}
          />
          <TextControl
            name={field}
            text={text}
            language={target}
            founder={company.common_founder}
            problems={problems}
            rows={linesFor(field, original[field])}
            onChange={onChange}
          />
        </div>
      ))}
    </div>
  );
}

function Original({
  label,
  value,
  language,
  changed,
}: {
  label: string;
  value: string | string[];
  language: Language;
  changed: ChangedSentences | undefined;
}) {
  const { t } = useTranslation(['translations', 'edit']);
  const { language: shown } = useRoot();
  const added = changed?.added ?? [];
  const box = 'whitespace-pre-wrap wrap-anywhere rounded-lg bg-tint/60 px-3 py-2 leading-relaxed';
  return (
    <dl>
      <dt className="mb-1 text-soft text-sm">{label}</dt>
      <dd className={box} lang={language}>
        {value.length === 0 ? (
          <span lang={shown} className="text-soft">
            {t('edit:noValue')}
          </span>
        ) : Array.isArray(value) ? (
          <ul className="list-disc space-y-1 pl-5">
            {value.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a place in the list, not a text
              <li key={index}>
                <MarkedSentences text={item} sentences={added} />
              </li>
            ))}
          </ul>
        ) : (
          <MarkedSentences text={value} sentences={added} />
        )}
      </dd>
      {changed && changed.removed.length > 0 ? (
        <dd className="mt-1 text-sm">
          <span className="text-soft">{t('removed')} </span>
          <del lang={language} className="text-danger decoration-1">
            {changed.removed.join(' ')}
          </del>
        </dd>
      ) : null}
    </dl>
  );
}

/** New sentences stand out, in the browser's reading too. */
function MarkedSentences({ text, sentences }: { text: string; sentences: readonly string[] }) {
  return markSentences(text, sentences).map((part, index) => {
    const key = `${index}${part.marked}`;
    return part.marked ? (
      <ins key={key} className="rounded bg-accent/15 text-accent no-underline">
        {part.text}
      </ins>
    ) : (
      <span key={key}>{part.text}</span>
    );
  });
}
