import type { ReactNode } from 'react';
import type { AdminCompany } from '../../core/companies/admin-calls.ts';
import { TEXT_FIELDS } from '../../core/companies/fields.ts';
import type { Language } from '../../core/languages.ts';
import type { ChangedSentences } from '../../core/translations/calls.ts';
import type { TextDraft, TextField } from '../companies/company-draft.ts';
import { HighlightsField } from '../companies/highlights-field.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { useRoot } from '../root-data.ts';
import { languageName } from '../ui/format.ts';
import { TextArea, TextInput } from '../ui/input.tsx';
import { markSentences } from './marked-text.ts';

/** Characters of a line and lines of a field, for a field that is about as tall as the original. */
const LINE = 48;
const LINES = { description: [3, 12], story: [8, 24] } as const;

function linesFor(field: 'description' | 'story', original: string): number {
  const [least, most] = LINES[field];
  const lines = original.split('\n').reduce((sum, line) => sum + Math.ceil((line.length + 1) / LINE), 0);
  return Math.min(most, Math.max(least, lines));
}

/** The fields of a text beside those of the original: next to them, below them where it is narrow. */
export function SideBySide({
  company,
  source,
  target,
  text,
  changed,
  problem,
  onChange,
  children,
}: {
  company: AdminCompany;
  source: Language;
  target: Language;
  text: TextDraft;
  /** What changed in the original since the others fell behind. */
  changed: readonly ChangedSentences[];
  problem(field: TextField): string | undefined;
  onChange(changes: Partial<TextDraft>): void;
  /** What is to be said about the text. */
  children: ReactNode;
}) {
  const { t } = useTranslation(['translations', 'edit', 'ui']);
  const { language: shown } = useRoot();
  const original = company.content[source];
  const shared = (field: TextField) => ({
    label: field === 'founder' ? t('edit:founderSpelling') : t(`edit:fields.${field}`),
    lang: target,
    problem: problem(field),
  });
  const controls: Record<TextField, ReactNode> = {
    name: (
      <TextInput {...shared('name')} required value={text.name} onChange={(name) => onChange({ name })} />
    ),
    founder: (
      <TextInput
        {...shared('founder')}
        value={text.founder}
        placeholder={company.common_founder}
        hint={t('edit:founderSpellingHint')}
        onChange={(founder) => onChange({ founder })}
      />
    ),
    description: (
      <TextArea
        {...shared('description')}
        required
        rows={linesFor('description', original?.description ?? '')}
        value={text.description}
        onChange={(description) => onChange({ description })}
      />
    ),
    story: (
      <TextArea
        {...shared('story')}
        required
        rows={linesFor('story', original?.story ?? '')}
        value={text.story}
        onChange={(story) => onChange({ story })}
      />
    ),
    highlights: (
      <HighlightsField
        highlights={text.highlights}
        newHighlight={text.newHighlight}
        language={target}
        problem={problem('highlights')}
        onChange={onChange}
      />
    ),
  };
  return (
    <div className="space-y-5">
      {children}
      {TEXT_FIELDS.map((field) => (
        <div key={field} className="grid grid-cols-1 gap-x-8 gap-y-3 md:grid-cols-2">
          <Original
            label={t('edit:fieldIn', {
              field: t(`edit:fields.${field}`),
              language: languageName(source, shown),
            })}
            value={original?.[field] ?? ''}
            language={source}
            changed={changed.find((change) => change.field === field)}
          />
          {controls[field]}
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
                <Marked text={item} sentences={added} />
              </li>
            ))}
          </ul>
        ) : (
          <Marked text={value} sentences={added} />
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
function Marked({ text, sentences }: { text: string; sentences: readonly string[] }) {
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
