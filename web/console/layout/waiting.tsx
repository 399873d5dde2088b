import { Link } from 'react-router';
import { readWaiting, type Waiting } from '../../../core/dashboard/calls.ts';
import { MINUTE } from '../../../core/time.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { type SectionId, sectionPermission } from '../../shared/console/sections.ts';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { useCall } from '../shared/api.ts';
import { useMay } from '../shared/may.ts';
import { useShowJobs } from '../shared/show-jobs.ts';

type WaitingKind = Exclude<keyof Waiting, 'mail_error' | 'failures'>;

/** How often it is counted anew while the console is open, in milliseconds. */
const COUNT_EVERY = MINUTE;

/** Where each kind of work is worked off: the section, and its list of just that. */
const WAITING_PLACES: Record<WaitingKind, { section: SectionId; query: string }> = {
  held_comments: { section: 'comments', query: '?status=held' },
  reported_comments: { section: 'comments', query: '?status=reported' },
  pending_translations: { section: 'translations', query: '?show=pending' },
  unreviewed_translations: { section: 'translations', query: '?show=unreviewed' },
  // The jobs have a dialog of their own.
  failed_jobs: { section: 'dashboard', query: '' },
  delayed_mails: { section: 'settings', query: '#mail' },
  refused_mails: { section: 'settings', query: '#mail' },
};
const ENTRY =
  'number flex min-h-11 items-center rounded-xl border border-line bg-raised px-4 text-left hover:border-soft hover:bg-tint';
const WAITING_KINDS = Object.keys(WAITING_PLACES) as WaitingKind[];

const addressOf = (kind: WaitingKind) =>
  `${paths.admin(WAITING_PLACES[kind].section)}${WAITING_PLACES[kind].query}`;

function useWaiting(): Waiting | undefined {
  return useCall(readWaiting, {}, { refetchInterval: COUNT_EVERY }).data;
}

/** How much work waits in a section, beside its name: a link to the list of it, where it has one. */
export function WaitingCount({
  section,
  onClick,
}: {
  section: SectionId;
  onClick?: (() => void) | undefined;
}) {
  const { t } = useTranslation('console');
  const { language } = useRoot();
  const waiting = useWaiting();
  if (!waiting) return null;
  const kinds = WAITING_KINDS.filter((kind) => WAITING_PLACES[kind].section === section && waiting[kind] > 0);
  const count = kinds.reduce((sum, kind) => sum + waiting[kind], 0);
  const [first] = kinds;
  if (!first) return null;
  const text = kinds.map((kind) => t(`waiting.${kind}`, { count: waiting[kind] })).join(' · ');
  return (
    <Link
      to={addressOf(first)}
      onClick={onClick}
      title={text}
      aria-label={text}
      className="group absolute right-0 flex min-h-10 items-center pr-3 pl-2"
    >
      <span className="number rounded-full bg-accent px-2 py-0.5 font-medium text-on-accent text-xs group-hover:underline">
        {formatNumber(count, language)}
      </span>
    </Link>
  );
}

/** All work that waits, each kind as a link to the list of it. */
export function WaitingList() {
  const { t } = useTranslation('console');
  const waiting = useWaiting();
  const showJobs = useShowJobs();
  const may = useMay();
  if (!waiting) return null;
  const isOurs = (kind: WaitingKind) =>
    may(kind === 'failed_jobs' ? 'jobs.read' : sectionPermission(WAITING_PLACES[kind].section));
  const kinds = WAITING_KINDS.filter((kind) => waiting[kind] > 0 && isOurs(kind));
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="text-xl">
        {t('waiting.title')}
      </h2>
      <LastingFailures failures={waiting.failures} />
      {kinds.length === 0 && waiting.failures.length === 0 ? (
        <p className="mt-2 text-soft">{t('waiting.none')}</p>
      ) : (
        <ul className="mt-4 flex flex-wrap gap-3">
          {kinds.map((kind) => (
            <li key={kind}>
              {kind === 'failed_jobs' ? (
                <button type="button" className={ENTRY} aria-haspopup="dialog" onClick={() => showJobs()}>
                  {t(`waiting.${kind}`, { count: waiting[kind] })}
                </button>
              ) : (
                <Link to={addressOf(kind)} className={ENTRY}>
                  {t(`waiting.${kind}`, { count: waiting[kind] })}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Work of the server that fails, with the reason. */
function LastingFailures({ failures }: Pick<Waiting, 'failures'>) {
  const { t } = useTranslation('console');
  const { language } = useRoot();
  if (failures.length === 0) return null;
  return (
    <ul aria-label={t('failures.title')} className="mt-4 space-y-2">
      {failures.map(({ kind, since, reason }) => (
        <li key={kind} className="wrap-anywhere rounded-xl border border-danger px-4 py-3">
          <p className="font-medium text-danger">{t(`failures.${kind}`)}</p>
          <p className="text-sm text-soft">
            {t('failures.since', { time: formatDateTime(since, language) })} · {reason}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** What the mail server said last to a mail that waits, where it is set up. */
export function DelayedMails() {
  const { t } = useTranslation('console');
  const waiting = useWaiting();
  if (!waiting?.delayed_mails) return null;
  return (
    <div role="status" className="text-sm text-warning">
      <p>{t('waiting.delayed_mails', { count: waiting.delayed_mails })}</p>
      {waiting.mail_error ? (
        <p className="wrap-anywhere">{t('waiting.mailError', { reason: waiting.mail_error })}</p>
      ) : null}
    </div>
  );
}
