import { useState } from 'react';
import type { AuditEntry } from '../../../core/admins/audit-calls.ts';
import { formatList } from '../../../core/list-text.ts';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { namedText } from '../../i18n/translate.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { useRoot } from '../../shared/root-data.ts';
import { ChangeList } from '../companies/change-list.tsx';
import { ActionText } from './action-text.tsx';
import { type AuditChange, auditChanges } from './audit-changes.ts';
import { foldLogIns } from './fold-log-ins.ts';

const LINE_SUMMARY =
  'inline-flex min-h-9 items-center text-accent text-sm underline decoration-line underline-offset-4';

interface AuditLinesProps {
  entries: readonly AuditEntry[];
  /** Shows only what one person did. */
  onAdmin?(admin: string): void;
}

/** Entries of the audit log in words; log-ins that follow each other are folded. */
export function AuditLines({ entries, onAdmin }: AuditLinesProps) {
  const { t } = useTranslation('audit');
  return (
    <ol aria-label={t('list')} className="divide-y divide-line rounded-xl border border-line bg-raised">
      {foldLogIns(entries).map(([first, ...rest]) =>
        first ? <AuditLine key={first.id} entry={first} folded={rest} onAdmin={onAdmin} /> : null,
      )}
    </ol>
  );
}

function AuditLine({
  entry,
  folded,
  onAdmin,
}: {
  entry: AuditEntry;
  folded: readonly AuditEntry[];
  onAdmin: AuditLinesProps['onAdmin'];
}) {
  const { t } = useTranslation('audit');
  const { language } = useRoot();
  const count = folded.length + 1;
  const changes = auditChanges(entry);
  return (
    <li className="px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <p className="min-w-0 [overflow-wrap:anywhere]">
          {count > 1 ? (
            t('logins', { count, number: formatNumber(count, language) })
          ) : (
            <ActionText entry={entry} />
          )}
        </p>
        <p className="number text-soft text-sm">
          {onAdmin ? (
            <button
              type="button"
              className="min-h-6 underline decoration-line underline-offset-4 hover:decoration-current"
              title={t('only', { name: entry.admin })}
              onClick={() => onAdmin(entry.admin)}
            >
              {entry.admin}
            </button>
          ) : (
            entry.admin
          )}{' '}
          · <time dateTime={entry.at}>{formatDateTime(entry.at, language)}</time>
        </p>
      </div>
      {count > 1 ? (
        <details>
          <summary className={LINE_SUMMARY}>{t('all')}</summary>
          <ul className="mt-1 mb-2 space-y-1 border-line border-l-2 pl-4 text-sm">
            {[entry, ...folded].map((one) => (
              <li key={one.id} className="flex flex-wrap justify-between gap-x-6">
                <ActionText entry={one} />
                <time dateTime={one.at} className="number text-soft">
                  {formatDateTime(one.at, language)}
                </time>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {changes.length > 0 ? (
        <WhatChanged
          changes={changes}
          isCompany={entry.about?.kind === 'company' && Array.isArray(entry.before)}
        />
      ) : null}
    </li>
  );
}

/** What changed, compared when it is asked for: long texts take their time. */
function WhatChanged({ changes, isCompany }: { changes: AuditChange[]; isCompany: boolean }) {
  const { t } = useTranslation('audit');
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={LINE_SUMMARY}>
        {t('changes')} ({changes.length})
      </summary>
      {open ? (
        <WithTexts features={['edit', 'settings']}>
          <div className="mt-1 mb-2 border-line border-l-2 pl-4">
            {isCompany ? <ChangeList changes={changes} /> : <OtherChanges changes={changes} />}
          </div>
        </WithTexts>
      ) : null}
    </details>
  );
}

/** Changes of anything but a company: settings, accounts, the directory. */
function OtherChanges({ changes }: { changes: AuditChange[] }) {
  return (
    <dl className="divide-y divide-line text-sm">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="py-2.5 sm:grid sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-4">
          <dt className="font-medium">
            <AuditFieldName field={field} />
          </dt>
          <dd className="whitespace-pre-line [overflow-wrap:anywhere]">
            <del className="text-danger decoration-1">
              <AuditValue value={before} />
            </del>{' '}
            →{' '}
            <ins className="rounded bg-tint text-success no-underline">
              <AuditValue value={after} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Companies' fields have their names in the public texts, settings in their own. */
function AuditFieldName({ field }: { field: string }) {
  const { t } = useTranslation(['audit', 'settings', 'companies']);
  const ofCompany = namedText(t, 'companies:', field);
  const ofLog = namedText(t, 'audit:fields.', field, { defaultValue: ofCompany });
  return namedText(t, 'settings:fields.', field, { defaultValue: ofLog });
}

function AuditValue({ value }: { value: unknown }) {
  const { t } = useTranslation('audit');
  const { language } = useRoot();
  if (value === null || value === undefined || value === '') return t('none');
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return value.length > 0 ? formatList(value, language) : t('none');
  return typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value);
}
