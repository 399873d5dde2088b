import { Link } from 'react-router';
import { findAuditEntries } from '../../../core/admins/audit-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../shared/paths.ts';
import { AuditLines } from '../audit/audit-lines.tsx';
import { useFollowedCall } from '../shared/api.ts';
import { NotLoaded } from '../shared/section.tsx';

const SHOWN = 10;

/** The newest entries of the audit log, and the way to all of them. */
export function LatestActions() {
  const { t } = useTranslation(['dashboard', 'audit']);
  const log = useFollowedCall(findAuditEntries, { query: { limit: SHOWN } });
  const entries = log.data?.pages[0]?.answer;
  return (
    <section aria-labelledby="audit-log">
      <h2 id="audit-log" className="text-xl">
        {t('log.title')}
      </h2>
      <p className="mt-1 text-soft">{t('log.text')}</p>
      <div className="mt-4 space-y-4">
        {entries === undefined ? (
          <NotLoaded query={log} failed={t('audit:failed')} lines={4} />
        ) : entries.length === 0 ? (
          <p className="text-soft">{t('audit:empty')}</p>
        ) : (
          <>
            <AuditLines entries={entries} />
            <Link to={paths.admin('audit')} className="button">
              {t('audit:showAll')}
            </Link>
          </>
        )}
      </div>
    </section>
  );
}
