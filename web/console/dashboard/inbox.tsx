import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { readAdminSession } from '../../../core/admins/calls.ts';
import type { InboxItem } from '../../../core/dashboard/calls.ts';
import type { WorkItem } from '../../../core/work/calls.ts';
import { formatDay } from '../../i18n/days.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Segments } from '../../shared/ui/segments.tsx';
import { useCall } from '../shared/api.ts';
import { choice, useListState } from '../shared/list-state.ts';
import { useWork } from '../shared/use-work.ts';
import { LastingFailures, useOpenInbox, useWaiting } from '../shared/waiting.tsx';
import { type NamedWork, WorkButton, WorkDialog } from '../work/work-button.tsx';

const VIEWS = ['all', 'mine', 'snoozed'] as const;
const INBOX_LIST = { inbox: choice(VIEWS, 'all') };

const INBOX_ENTRY =
  'number flex min-h-11 min-w-0 flex-1 basis-44 items-center [overflow-wrap:anywhere] text-left underline-offset-4 hover:underline';

interface Entry extends Pick<InboxItem, 'kind' | 'to'> {
  item: string;
  text: string;
  known: WorkItem | undefined;
}

/** All work that waits: each kind, and what is in hand of single companies, as a link to where it is done. */
export function Inbox() {
  const { t } = useTranslation(['console', 'work']);
  const { state, change } = useListState(INBOX_LIST);
  const waiting = useWaiting();
  const kinds = useOpenInbox();
  const { work, of } = useWork();
  const me = useCall(readAdminSession, {}).data?.username;
  const title = useRef<HTMLHeadingElement>(null);
  const [opened, setOpened] = useState<NamedWork | null>(null);
  const last = useRef(opened);
  if (opened) last.current = opened;
  if (!waiting || !kinds) return null;
  const entries: Entry[] = [
    ...kinds.map(({ kind, count, to }) => ({
      kind,
      to,
      item: '',
      text: t(`waiting.${kind}`, { count }),
      known: of(kind),
    })),
    ...work
      .filter(({ item, kind }) => item !== '' && kinds.some((one) => one.kind === kind))
      .map((known) => ({ ...known, text: `${known.name}: ${t(`work:kinds.${known.kind}`)}`, known })),
  ];
  const views = {
    all: entries.filter(({ known }) => !known?.snoozed_until),
    mine: entries.filter(({ known }) => known?.assignee === me && !known?.snoozed_until),
    snoozed: entries.filter(({ known }) => known?.snoozed_until),
  };
  const shown = views[state.inbox];
  return (
    <section aria-labelledby="waiting">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="waiting" ref={title} tabIndex={-1} className="text-xl outline-none">
          {t('waiting.title')}
        </h2>
        {entries.length > 0 ? (
          <Segments
            label={t('work:view')}
            options={VIEWS.map((value) => ({
              value,
              label: `${t(`work:views.${value}`)} (${views[value].length})`,
            }))}
            value={state.inbox}
            onChange={(inbox) => change({ inbox })}
          />
        ) : null}
      </div>
      <LastingFailures failures={waiting.failures} />
      {shown.length === 0 && (waiting.failures.length === 0 || entries.length > 0) ? (
        <p className="mt-2 text-soft">{entries.length === 0 ? t('waiting.none') : t('work:noneHere')}</p>
      ) : (
        <ul className="mt-4 grid gap-3 lg:grid-cols-2">
          {shown.map((entry) => (
            <li
              key={`${entry.kind} ${entry.item}`}
              className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 rounded-xl border border-line bg-raised px-4 py-1.5"
            >
              <InboxLine entry={entry} isMine={entry.known?.assignee === me} onOpen={setOpened} />
            </li>
          ))}
        </ul>
      )}
      {/* A snoozed item leaves the list, while its dialog stays open. */}
      <WorkDialog
        work={opened}
        onClose={() => setOpened(null)}
        finalFocus={() => (shown.some((one) => isSameWork(one, last.current)) ? null : title.current)}
      />
    </section>
  );
}

const isSameWork = (one: Pick<NamedWork, 'kind' | 'item'>, other: NamedWork | null) =>
  one.kind === other?.kind && one.item === other.item;

function InboxLine({
  entry: { kind, item, to, text, known },
  isMine,
  onOpen,
}: {
  entry: Entry;
  isMine: boolean;
  onOpen(work: NamedWork): void;
}) {
  const { t } = useTranslation('work');
  const { language } = useRoot();
  return (
    <>
      <Link to={to} className={INBOX_ENTRY}>
        {text}
      </Link>
      {isMine ? <Badge tone="warning">{t('mine')}</Badge> : null}
      {known?.snoozed_until ? (
        <span className="text-soft text-sm">
          {t('snoozedUntil', { date: formatDay(known.snoozed_until, language) })}
        </span>
      ) : null}
      <WorkButton work={{ kind, item, name: text }} onOpen={() => onOpen({ kind, item, name: text })} />
    </>
  );
}
