import { useTranslation } from 'react-i18next';
import type { Change } from '../../core/companies/admin-calls.ts';
import { fieldLabel, valueText } from '../companies/field-value.tsx';
import { TextDiff } from '../companies/text-diff.tsx';
import { useRoot } from '../root.tsx';

/** What became, or would become, of a company's fields. Needs the texts of `edit`. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation(['edit', 'categories', 'companies']);
  const { language } = useRoot();
  return (
    <dl className="divide-y divide-line">
      {changes.map((change) => {
        const before = valueText(t, change.field, change.before, language);
        const after = valueText(t, change.field, change.after, language);
        return (
          <div
            key={`${change.language ?? ''}.${change.field}`}
            className="py-2.5 sm:grid sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-4"
          >
            <dt className="font-medium text-sm">{fieldLabel(t, change.field, change.language, language)}</dt>
            <dd className="whitespace-pre-line break-words text-sm" lang={change.language ?? undefined}>
              <TextDiff before={before} after={after} language={change.language ?? language} />
              {after === '' ? <span className="text-soft"> → {t('edit:noValue')}</span> : null}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
