import type { AdministratorSession } from '../../../core/admins/administrator-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';

/** Where somebody is signed in, each with a way to end it but the one that is looked from. */
export function SessionRows({
  sessions,
  ending,
  onEnd,
}: {
  sessions: readonly AdministratorSession[];
  /** Id of the session that is being ended. */
  ending: string | undefined;
  onEnd(id: string): void;
}) {
  const { t } = useTranslation('administrators');
  const { language } = useRoot();
  if (sessions.length === 0) return <p className="py-6 text-center text-soft">{t('sessions.none')}</p>;
  return (
    <ul className="divide-y divide-line border-line border-y">
      {sessions.map((session) => {
        const begun = formatDateTime(session.created_at, language);
        const device = session.device || t('sessions.unknownDevice');
        return (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0">
              <p className="font-medium">{device}</p>
              <p className="number text-soft text-sm">{t('sessions.since', { date: begun })}</p>
            </div>
            {session.current ? (
              <span className="text-xs">
                <Badge tone="good">{t('sessions.current')}</Badge>
              </span>
            ) : (
              <Button
                busy={ending === session.id}
                aria-label={t('sessions.endOf', { device, date: begun })}
                onClick={() => onEnd(session.id)}
              >
                {t('sessions.end')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
