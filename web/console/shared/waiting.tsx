import { Link } from 'react-router';
import { ISSUES } from '../../../core/companies/issues.ts';
import { type InboxItem, readInbox, readWaiting, type Waiting } from '../../../core/dashboard/calls.ts';
import { MINUTE } from '../../../core/time.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { SECTIONS, type SectionId, sectionPermission } from '../../shared/console/sections.ts';
import { useRoot } from '../../shared/root-data.ts';
import { useCall } from './api.ts';
import { useMay } from './may.ts';
import { useWork } from './use-work.ts';

/** How often it is counted anew while the console is open, in milliseconds. */
const COUNT_EVERY = MINUTE;

/** The section in which a kind of work is done. */
const sectionOf = (to: string): SectionId =>
  SECTIONS.find(({ id }) => id === /^\/admin\/([a-z]+)/.exec(to)?.[1])?.id ?? 'dashboard';

/** Companies to look after are never all done: their number stands in the inbox, not beside the section's name. */
const isCounted = ({ kind }: InboxItem) =>
  !ISSUES.some((issue) => issue === kind) && kind !== 'missing_translations';

export function useWaiting(): Waiting | undefined {
  return useCall(readWaiting, {}, { refetchInterval: COUNT_EVERY }).data;
}

function useInbox(): InboxItem[] | undefined {
  return useCall(readInbox, {}, { refetchInterval: COUNT_EVERY }).data;
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
  const { of } = useWork();
  const items = (useInbox() ?? []).filter(
    (item) => sectionOf(item.to) === section && isCounted(item) && !of(item.kind)?.snoozed_until,
  );
  const [first] = items;
  if (!first) return null;
  const total = items.reduce((sum, { count }) => sum + count, 0);
  const text = items.map(({ kind, count }) => t(`waiting.${kind}`, { count })).join(' · ');
  return (
    <Link
      to={first.to}
      onClick={onClick}
      title={text}
      aria-label={text}
      // In the menu of a phone a link is as wide as the menu, and would cover that to the section.
      className="group absolute right-0 flex min-h-10 w-auto! items-center pr-3 pl-2"
    >
      <span className="number rounded-full bg-accent px-2 py-0.5 font-medium text-on-accent text-xs group-hover:underline">
        {formatNumber(total, language)}
      </span>
    </Link>
  );
}

const isOpenTo =
  (may: ReturnType<typeof useMay>) =>
  ({ kind, to }: InboxItem): boolean =>
    may(kind === 'failed_jobs' ? 'jobs.read' : sectionPermission(sectionOf(to)));

/** The inbox in words, each kind of work with the address of its list; kinds whose section the role does not open are left out. */
export function useWaitingEntries(): { kind: string; text: string; to: string }[] {
  const { t } = useTranslation('console');
  return (useOpenInbox() ?? []).map(({ kind, count, to }) => ({
    kind,
    text: t(`waiting.${kind}`, { count }),
    to,
  }));
}

/** The inbox without the kinds whose section the role does not open; undefined until it is loaded. */
export function useOpenInbox(): InboxItem[] | undefined {
  const may = useMay();
  return useInbox()?.filter(isOpenTo(may));
}

/** Work of the server that fails, with the reason. */
export function LastingFailures({ failures }: Pick<Waiting, 'failures'>) {
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

/** In the settings: number of delayed mails and last error of the mail server; nothing without delays. */
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
