import { type AuditEntry, findAuditEntries } from '../../../core/admins/calls.ts';
import { namedText } from '../../i18n/translate.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { useFollowedCall } from '../shared/api.ts';
import { LoadFailed, Loading } from '../shared/section.tsx';
import { auditChanges } from './audit-changes.ts';

const AUDIT_PAGE = 10;

/** The latest entries of the audit log, in words. */
export function AuditLog() {
  const { t } = useTranslation('dashboard');
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useFollowedCall(
    findAuditEntries,
    { query: { limit: AUDIT_PAGE } },
  );
  const entries = data?.pages.flatMap(({ answer }) => answer) ?? [];
  return (
    <section aria-labelledby="audit-log">
      <h2 id="audit-log" className="text-xl">
        {t('log.title')}
      </h2>
      <p className="mt-1 text-soft">{t('log.text')}</p>
      <div className="mt-4">
        {isPending ? <Loading lines={4} /> : null}
        {error ? (
          <LoadFailed
            error={error}
            text={t('log.failed')}
            onRetry={() => void (data ? fetchNextPage() : refetch())}
          />
        ) : null}
        {data && entries.length === 0 ? <p className="text-soft">{t('log.empty')}</p> : null}
        {entries.length > 0 ? (
          <ol className="divide-y divide-line rounded-xl border border-line bg-raised">
            {entries.map((entry) => (
              <AuditLogEntry key={entry.id} entry={entry} />
            ))}
          </ol>
        ) : null}
        {hasNextPage && !error ? (
          <Button className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('log.more')}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

function member(value: unknown, name: string): string {
  const found = (value as Record<string, unknown> | null)?.[name];
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}

/** What was done, in words where the action is known. */
function useActionText({ action, subject, after }: AuditEntry): string {
  const { t } = useTranslation(['dashboard']);
  // `session` alone would be a group of texts.
  const unknown = `${action}: ${subject}`;
  if (!/^\w+\.\w+$/.test(action)) return unknown;
  return namedText(t, 'dashboard:log.actions.', action, {
    defaultValue: unknown,
    // The device of a log-in is not always known.
    ...(subject ? { context: 'subject' } : {}),
    subject,
    name: typeof after === 'string' ? after : subject,
    version: member(after, 'version'),
    created: member(after, 'created'),
    updated: member(after, 'updatedCount') || member(after, 'updated'),
    changed: member(after, 'changedCount'),
  });
}

function AuditLogEntry({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('dashboard');
  const { language } = useRoot();
  const text = useActionText(entry);
  const changes = auditChanges(entry);
  return (
    <li className="px-5 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <p className="min-w-0 [overflow-wrap:anywhere]">{text}</p>
        <p className="number text-soft text-sm">
          {entry.admin} · <time dateTime={entry.at}>{formatDateTime(entry.at, language)}</time>
        </p>
      </div>
      {changes.length > 0 ? (
        <details>
          <summary className="inline-flex min-h-9 items-center text-accent text-sm underline decoration-line underline-offset-4">
            {t('log.changes')} ({changes.length})
          </summary>
          <dl className="mt-1 mb-2 space-y-3 border-line border-l-2 pl-4 text-sm">
            {changes.map(({ field, language: of, before, after }) => (
              <div key={`${field} ${of}`}>
                <dt className="font-medium">
                  <AuditFieldName field={field} />
                  {of ? <span className="font-normal text-soft"> ({of})</span> : null}
                </dt>
                <dd className="grid grid-cols-1 gap-x-6 [overflow-wrap:anywhere] md:grid-cols-2">
                  <AuditValue label={t('log.before')} value={before} />
                  <AuditValue label={t('log.after')} value={after} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      ) : null}
    </li>
  );
}

/** Companies' fields have their names in the public texts, settings in their own. */
function AuditFieldName({ field }: { field: string }) {
  const { t } = useTranslation(['dashboard', 'settings', 'companies']);
  const ofCompany = namedText(t, 'companies:', field);
  const ofLog = namedText(t, 'dashboard:log.fields.', field, { defaultValue: ofCompany });
  return namedText(t, 'settings:fields.', field, { defaultValue: ofLog });
}

function AuditValue({ label, value }: { label: string; value: unknown }) {
  const { t } = useTranslation('dashboard');
  const isEmpty = value === null || value === undefined || value === '';
  const text =
    typeof value === 'boolean'
      ? t(value ? 'log.yes' : 'log.no')
      : Array.isArray(value) && value.every((item) => typeof item === 'string')
        ? value.join(', ')
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value);
  return (
    <p className="line-clamp-4">
      <span className="text-soft">{label}: </span>
      {isEmpty || text === '' ? <span className="text-soft">{t('log.none')}</span> : text}
    </p>
  );
}
