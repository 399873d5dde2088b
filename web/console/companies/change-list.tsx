import type { HistoryChange } from '../../../core/companies/history-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { fieldLabel, isProse, valueText } from '../fields/field-value.tsx';
import { TextDiff } from '../fields/text-diff.tsx';

/** What became, or would become, of a company's fields. Needs the texts of `edit`. */
export function ChangeList({ changes }: { changes: readonly HistoryChange[] }) {
  const { t } = useTranslation(['edit']);
  const { language } = useRoot();
  return (
    <dl className="divide-y divide-line">
      {changes.map((change) => (
        <div
          key={`${change.language ?? ''}.${change.field}`}
          className="py-2.5 sm:grid sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-4"
        >
          <dt className="font-medium text-sm">{fieldLabel(t, change.field, change.language, language)}</dt>
          <dd>
            <ChangedValue change={change} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The old and the new value of a change. */
function ChangedValue({ change: { field, language: of, before, after } }: { change: HistoryChange }) {
  const { t } = useTranslation(['edit', 'categories', 'companies']);
  const { language } = useRoot();
  const old = valueText(t, field, before, language);
  const value = valueText(t, field, after, language);
  return (
    <p className="whitespace-pre-line break-words text-sm" lang={of ?? undefined}>
      {isProse(field, of) ? (
        <TextDiff before={old} after={value} language={of ?? language} />
      ) : (
        <>
          {old ? <del className="text-danger decoration-1">{old}</del> : null}
          {old ? ' → ' : ''}
          {value ? <ins className="rounded bg-tint text-success no-underline">{value}</ins> : null}
        </>
      )}
      {value === '' ? <span className="text-soft">{t('edit:noValue')}</span> : null}
    </p>
  );
}
