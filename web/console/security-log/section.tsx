import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  exportSecurityEvents,
  exportSecurityTable,
  findSecurityEvents,
} from '../../../core/security-log/calls.ts';
import { ACTOR_KINDS, SECURITY_EVENTS, SECURITY_OUTCOMES } from '../../../core/security-log/rules.ts';
import { SEARCH_MAX } from '../../../core/text.ts';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { receiveFile } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Select } from '../../shared/ui/input.tsx';
import { saveFile } from '../../shared/ui/save-file.ts';
import { SearchInput } from '../../shared/ui/search-input.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { callKey, useCountedCall } from '../shared/api.ts';
import { DayRange } from '../shared/day-range.tsx';
import { useListState } from '../shared/list-state.ts';
import { QueryTable } from '../shared/query-table.tsx';
import { RefreshButton } from '../shared/refresh-button.tsx';
import { Section } from '../shared/section.tsx';
import { EVENT_LIST, type EventListState, eventFiltersOf, isFiltered, NO_FILTERS } from './event-list.ts';
import { EventTable } from './event-table.tsx';

const SECURITY_LOG_TEXTS = ['security', 'settings'];

export default function SecuritySection() {
  return (
    <Section id="security" features={SECURITY_LOG_TEXTS} actions={<SecurityLogActions />}>
      <Events />
    </Section>
  );
}

/** Beside the title, outside of what waits for the section's texts. */
function SecurityLogActions() {
  const client = useQueryClient();
  return (
    <WithTexts features={SECURITY_LOG_TEXTS}>
      <ExportEventsButton file="csv" />
      <ExportEventsButton file="json" />
      <RefreshButton
        texts="security"
        refresh={() => client.invalidateQueries({ queryKey: callKey(findSecurityEvents) })}
      />
    </WithTexts>
  );
}

/** The events of the current filter, whatever page is shown. */
function ExportEventsButton({ file }: { file: 'csv' | 'json' }) {
  const { t } = useTranslation(['security', 'problems', 'common']);
  const toast = useToast();
  const client = useQueryClient();
  const { state } = useListState(EVENT_LIST);
  const download = useMutation({
    mutationFn: () =>
      receiveFile(file === 'csv' ? exportSecurityTable : exportSecurityEvents, {
        query: eventFiltersOf(state),
      }),
    onSuccess: (received) => {
      saveFile(received.file, received.name || `security-log.${file}`);
      // The export is an event, too.
      void client.invalidateQueries({ queryKey: callKey(findSecurityEvents) });
    },
    onError: (error) =>
      toast({ type: 'error', title: t('security:exportFailed'), message: problemText(t, error, '') }),
  });
  return (
    <Button busy={download.isPending} onClick={() => download.mutate()}>
      {download.isPending
        ? t('security:exporting')
        : t(file === 'csv' ? 'security:exportCsv' : 'security:exportJson')}
    </Button>
  );
}

function Events() {
  const { t } = useTranslation('security');
  const { language } = useRoot();
  const { state, change } = useListState(EVENT_LIST);
  const { page, size } = state;
  const list = useCountedCall(findSecurityEvents, {
    query: { ...eventFiltersOf(state), limit: size, offset: (page - 1) * size },
  });
  const filtered = isFiltered(state);
  const number = (value: number) => formatNumber(value, language);
  return (
    <div className="@container">
      <EventFilters state={state} onChange={change} />
      {state.actor ? (
        <p className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="[overflow-wrap:anywhere]">{t('onlyActor', { name: state.actor })}</span>
          <Button onClick={() => change({ actor: '' })}>{t('showAll')}</Button>
        </p>
      ) : null}
      <QueryTable
        query={list}
        state={state}
        onChange={change}
        failed={t('loadFailed')}
        empty={t(filtered ? 'noMatch' : 'empty')}
        onReset={filtered ? () => change(NO_FILTERS) : undefined}
      >
        {(events) => <EventTable events={events} onActor={(actor) => change({ actor })} />}
      </QueryTable>
      {list.data && list.data.total > 0 ? (
        <p aria-live="polite" className="number mt-4 text-soft text-sm">
          {t('footer', { count: list.data.total, number: number(list.data.total) })}
        </p>
      ) : null}
    </div>
  );
}

function EventFilters({
  state,
  onChange,
}: {
  state: EventListState;
  onChange(changes: Partial<EventListState>): void;
}) {
  const { t } = useTranslation('security');
  const all = { value: 'all' as const, label: t('all') };
  return (
    <search className="mb-6 grid grid-cols-2 gap-4 @4xl:grid-cols-[minmax(0,1fr)_11rem_10rem_9.5rem_9.5rem]">
      <SearchInput
        className="col-span-full"
        label={t('search')}
        placeholder={t('searchPlaceholder')}
        maxLength={SEARCH_MAX}
        value={state.q}
        onChange={(q) => onChange({ q })}
      />
      <Select
        className="col-span-full @2xl:col-span-1"
        label={t('event')}
        value={state.event}
        onChange={(event) => onChange({ event })}
        options={[all, ...SECURITY_EVENTS.map((value) => ({ value, label: t(`events.${value}`) }))]}
      />
      <Select
        label={t('outcome')}
        value={state.outcome}
        onChange={(outcome) => onChange({ outcome })}
        options={[all, ...SECURITY_OUTCOMES.map((value) => ({ value, label: t(`outcomes.${value}`) }))]}
      />
      <Select
        label={t('kind')}
        value={state.kind}
        onChange={(kind) => onChange({ kind })}
        options={[all, ...ACTOR_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))]}
      />
      <DayRange labels={{ from: t('from'), to: t('to') }} state={state} onChange={onChange} />
    </search>
  );
}
