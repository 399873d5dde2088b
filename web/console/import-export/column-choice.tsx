import { useState } from 'react';
import { csvColumns } from '../../../core/import-export/csv.ts';
import type { ColumnMapping, MappedColumn } from '../../../core/import-export/mapping.ts';
import { isLanguage, type Language } from '../../../core/languages.ts';
import type { Translate } from '../../i18n/translate.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Select } from '../../shared/ui/input.tsx';
import { fieldLabel } from '../fields/field-value.tsx';

/** Columns that are no field of a company. */
const PLAIN_COLUMNS: readonly string[] = ['id', 'likes', 'views', 'created_at'];

/** A column of the directory in words, with its name in files. Needs the texts of `edit`. */
function columnText(t: Translate<'edit'>, column: string, language: Language): string {
  if (PLAIN_COLUMNS.includes(column)) return column;
  const [, field = column, code] = /^(.+)[_.]([a-z]{2})$/.exec(column) ?? [];
  const isText = isLanguage(code) && !column.endsWith('_at');
  return `${fieldLabel(t, isText ? field : column, isText ? code : null, language)} · ${column}`;
}

/** What each column of a file is taken for. Needs the texts of `transfer` and `edit`. */
export function ColumnChoice({
  columns,
  onChange,
}: {
  columns: readonly MappedColumn[];
  /** @param mapping the changed columns */
  onChange(mapping: ColumnMapping): void;
}) {
  const { t } = useTranslation(['transfer', 'edit']);
  const { language } = useRoot();
  const unknown = columns.filter(({ isUnknown }) => isUnknown);
  // A choice that was the last one does not close under the hand.
  const [beganOpen] = useState(unknown.length > 0);
  const options = [
    { value: '', label: t('transfer:job.leaveOut') },
    ...csvColumns().map((column) => ({ value: column, label: columnText(t, column, language) })),
  ];
  return (
    <details className="mt-5" open={beganOpen || unknown.length > 0}>
      <summary className="min-h-11 font-medium">
        {t('transfer:job.columns', { count: columns.length })}
      </summary>
      {unknown.length > 0 ? (
        <div className="mb-4 flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 basis-60 text-sm text-warning">
            {t('transfer:job.unknown', { count: unknown.length })}
          </p>
          <Button onClick={() => onChange(Object.fromEntries(unknown.map(({ header }) => [header, null])))}>
            {t('transfer:job.leaveOutAll')}
          </Button>
        </div>
      ) : null}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {columns.map(({ header, column, isUnknown }) => (
          <Select
            key={header}
            label={header || t('transfer:job.noHeader')}
            value={column ?? ''}
            problem={isUnknown ? t('transfer:job.choose') : undefined}
            onChange={(value) => onChange({ [header]: value || null })}
            options={options}
          />
        ))}
      </div>
    </details>
  );
}
