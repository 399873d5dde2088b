import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { formatList } from '../../../core/list-text.ts';
import type { SecurityEvent } from '../../../core/security-log/calls.ts';
import type { SecurityOutcome } from '../../../core/security-log/rules.ts';
import { MINUTE } from '../../../core/time.ts';
import { formatNumber } from '../../i18n/format.ts';
import { namedText } from '../../i18n/translate.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { formatAgo, formatDateTime } from '../../shared/console/format.ts';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Badge, type Tone } from '../../shared/ui/badge.tsx';
import { USER_PARAMETER } from '../users/user-list.ts';

/** The columns in order. */
const EVENT_COLUMNS = [
  { id: 'when', width: 'w-44' },
  { id: 'event', width: '' },
  { id: 'who', width: 'w-[22%]' },
  { id: 'where', width: 'w-[26%]' },
] as const;

const OUTCOME_TONES: Record<SecurityOutcome, Tone> = {
  success: 'neutral',
  failure: 'danger',
  refused: 'warning',
};

const EVENT_CELL =
  'block py-0.5 align-top @3xl:table-cell @3xl:border-line @3xl:border-b @3xl:px-2 @3xl:py-3';
const EVENT_LINK = 'underline decoration-line underline-offset-4 hover:decoration-current';

/** A page of events as a table, as blocks where the section (a container) is narrow. */
export function EventTable({
  events,
  onActor,
}: {
  events: SecurityEvent[];
  /** Shows only what one actor did. */
  onActor(actor: string): void;
}) {
  const { t } = useTranslation('security');
  const now = useNow();
  return (
    <table
      aria-label={t('table')}
      className="block w-full border-separate border-spacing-0 @3xl:table @3xl:table-fixed"
    >
      <thead className="hidden @3xl:table-header-group">
        <tr>
          {EVENT_COLUMNS.map(({ id, width }) => (
            <th
              key={id}
              scope="col"
              className={`border-line border-b px-2 py-2 text-left font-medium text-soft text-sm ${width}`}
            >
              {t(`columns.${id}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block @3xl:table-row-group">
        {events.map((event) => (
          <tr
            key={event.id}
            className="block border-line border-b py-3 [overflow-wrap:anywhere] @3xl:table-row @3xl:border-0"
          >
            <td className={`number text-sm ${EVENT_CELL}`}>
              <Moment event={event} now={now} />
            </td>
            <td className={EVENT_CELL}>
              <What event={event} />
            </td>
            <td className={EVENT_CELL}>
              <Who event={event} onActor={onActor} />
            </td>
            <td className={`text-sm ${EVENT_CELL}`}>
              <Where event={event} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The time, anew each minute. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function Moment({ event: { at, last_at, count }, now }: { event: SecurityEvent; now: Date }) {
  const { t } = useTranslation('security');
  const { language } = useRoot();
  return (
    <>
      <time dateTime={last_at}>
        {formatDateTime(last_at, language)}
        <span className="text-soft @3xl:block"> {formatAgo(last_at, now, language)}</span>
      </time>
      {count > 1 ? (
        <span className="block text-soft">
          {t('times', { number: formatNumber(count, language), date: formatDateTime(at, language) })}
        </span>
      ) : null}
    </>
  );
}

/** Subject of a bulk action, as the server writes it: `12 companies, 3 failed`. */
const MOVED = /^(\d+) (companies|users|events|actions|rows)(?:, (\d+) failed)?$/;

function Subject({ event: { event, subject } }: { event: SecurityEvent }) {
  const { t } = useTranslation(['security', 'settings']);
  const { language } = useRoot();
  if (event === 'settings_changed' || event === 'keys_changed')
    return formatList(
      subject.split(', ').map((name) => namedText(t, 'settings:fields.', name)),
      language,
    );
  if (event.startsWith('account_'))
    return (
      <Link to={`${paths.admin('users')}?${USER_PARAMETER}=${subject}`} className={EVENT_LINK}>
        {subject}
      </Link>
    );
  const [, count, what, failed] = MOVED.exec(subject) ?? [];
  if (count === undefined) return subject;
  const told = (key: string, number: number) =>
    namedText(t, 'security:moved.', key, { count: number, number: formatNumber(number, language) });
  const parts = [
    told(what ?? '', Number(count)),
    ...(Number(failed) > 0 ? [told('failed', Number(failed))] : []),
  ];
  return formatList(parts, language);
}

function What({ event: whole }: { event: SecurityEvent }) {
  const { event, outcome, subject } = whole;
  const { t } = useTranslation('security');
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{t(`events.${event}`)}</span>
        <span className="text-sm">
          <Badge tone={OUTCOME_TONES[outcome]}>{t(`outcomes.${outcome}`)}</Badge>
        </span>
      </span>
      {subject ? (
        <span className="mt-0.5 block text-soft text-sm">
          <Subject event={whole} />
        </span>
      ) : null}
    </>
  );
}

function Who({ event, onActor }: { event: SecurityEvent; onActor(actor: string): void }) {
  const { t } = useTranslation('security');
  const { actor_kind: kind, actor, actor_email: email } = event;
  if (kind === 'admin')
    return (
      <>
        <button type="button" className={`min-h-6 text-left ${EVENT_LINK}`} onClick={() => onActor(actor)}>
          {actor}
        </button>
        <span className="block text-soft text-sm">{t('kinds.admin')}</span>
      </>
    );
  if (kind !== 'user') return <span className="text-soft">{t(`kinds.${kind}`)}</span>;
  if (!actor || !email) return <span className="text-soft">{t('deletedReader')}</span>;
  return (
    <>
      <Link to={`${paths.admin('users')}?${USER_PARAMETER}=${actor}`} className={EVENT_LINK}>
        {email}
      </Link>
      <span className="block text-soft text-sm">{t('kinds.user')}</span>
    </>
  );
}

function Where({ event: { source, network, device } }: { event: SecurityEvent }) {
  const { t } = useTranslation('security');
  return (
    <>
      {t(`sources.${source}`)}
      {[device, network].filter(Boolean).map((part) => (
        <span key={part} className="block text-soft">
          {part}
        </span>
      ))}
    </>
  );
}
