import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  AUDIT_ACTION,
  exportAuditLog,
  findAuditEntries,
  readAuditChoices,
} from '../../../core/admins/audit-calls.ts';
import { SEARCH_MAX } from '../../../core/text.ts';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { namedText } from '../../i18n/translate.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { receiveFile } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Select } from '../../shared/ui/input.tsx';
import { saveFile } from '../../shared/ui/save-file.ts';
import { SearchInput } from '../../shared/ui/search-input.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { callKey, useCall, useFollowedCall } from '../shared/api.ts';
import { DayRange } from '../shared/day-range.tsx';
import { dayParameter, type ListState, searchWords, useListState } from '../shared/list-state.ts';
import { Empty } from '../shared/query-table.tsx';
import { RefreshButton } from '../shared/refresh-button.tsx';
import { LoadFailed, NotLoaded, Section } from '../shared/section.tsx';
import { actionName } from './action-text.tsx';
import { AuditLines } from './audit-lines.tsx';

const AUDIT_TEXTS = ['audit', 'settings', 'work', 'directory'];

const AUDIT_LIST = {
  admin: searchWords,
  action: { usual: '', read: (text: string) => (AUDIT_ACTION.test(text) ? text : undefined) },
  company: searchWords,
  from: dayParameter,
  to: dayParameter,
};
type AuditState = ListState<typeof AUDIT_LIST>;
const NOTHING_FILTERED: AuditState = { admin: '', action: '', company: '', from: '', to: '' };

/** Filters of the address as a query of the calls: without empty ones. */
const filtersIn = (state: AuditState) =>
  Object.fromEntries(Object.entries(state).filter(([, value]) => value !== ''));

export default function AuditSection() {
  return (
    <Section id="audit" features={AUDIT_TEXTS} actions={<AuditActions />}>
      <AuditEntries />
    </Section>
  );
}

/** Buttons beside the title, which is outside of the section's texts: they load the texts themselves. */
function AuditActions() {
  const client = useQueryClient();
  return (
    <WithTexts features={AUDIT_TEXTS}>
      <ExportAuditButton />
      <RefreshButton
        texts="audit"
        refresh={() => client.invalidateQueries({ queryKey: callKey(findAuditEntries) })}
      />
    </WithTexts>
  );
}

/** The entries of the current filter, however many are shown. */
function ExportAuditButton() {
  const { t } = useTranslation(['audit', 'problems', 'common']);
  const toast = useToast();
  const { state } = useListState(AUDIT_LIST);
  const download = useMutation({
    mutationFn: () => receiveFile(exportAuditLog, { query: filtersIn(state) }),
    onSuccess: (received) => saveFile(received.file, received.name || 'audit-log.csv'),
    onError: (error) =>
      toast({ type: 'error', title: t('audit:exportFailed'), message: problemText(t, error, '') }),
  });
  return (
    <Button busy={download.isPending} onClick={() => download.mutate()}>
      {t(download.isPending ? 'audit:exporting' : 'audit:exportCsv')}
    </Button>
  );
}

function AuditEntries() {
  const { t } = useTranslation('audit');
  const { state, change } = useListState(AUDIT_LIST);
  const log = useFollowedCall(findAuditEntries, { query: filtersIn(state) });
  const entries = log.data?.pages.flatMap(({ answer }) => answer);
  const isFiltered = Object.values(state).some((value) => value !== '');
  return (
    <div className="@container">
      <AuditFilterFields state={state} onChange={change} />
      {entries === undefined ? (
        <NotLoaded query={log} failed={t('failed')} lines={8} />
      ) : entries.length === 0 ? (
        <Empty
          text={t(isFiltered ? 'noMatch' : 'empty')}
          onReset={isFiltered ? () => change(NOTHING_FILTERED) : undefined}
        />
      ) : (
        <AuditLines entries={entries} onAdmin={(admin) => change({ admin })} />
      )}
      {log.error && entries ? (
        <div className="mt-4">
          <LoadFailed error={log.error} text={t('failed')} onRetry={() => void log.fetchNextPage()} />
        </div>
      ) : log.hasNextPage ? (
        <Button className="mt-4" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
    </div>
  );
}

function AuditFilterFields({
  state,
  onChange,
}: {
  state: AuditState;
  onChange(changes: Partial<AuditState>): void;
}) {
  const { t } = useTranslation('audit');
  const { data: choices } = useCall(readAuditChoices, {});
  // A filter of the address is a choice even before an entry has the value.
  const withChosen = (values: readonly string[] = [], chosen: string) =>
    chosen === '' || values.includes(chosen) ? values : [...values, chosen];
  const actions = withChosen(choices?.actions, state.action);
  const kinds = Map.groupBy(actions, (action) => action.split('.')[0] ?? '');
  const kindName = (kind: string) => namedText(t, 'audit:kinds.', kind);
  return (
    <search className="mb-6 grid grid-cols-2 gap-4 @3xl:grid-cols-3 @5xl:grid-cols-[1fr_1.4fr_1.4fr_9.5rem_9.5rem]">
      <Select
        label={t('admin')}
        value={state.admin}
        onChange={(admin) => onChange({ admin })}
        options={[
          { value: '', label: t('all') },
          ...withChosen(choices?.admins, state.admin).map((value) => ({ value, label: value })),
        ]}
      />
      <Select
        label={t('action')}
        value={state.action}
        onChange={(action) => onChange({ action })}
        options={[
          { value: '', label: t('all') },
          ...[...kinds].flatMap(([kind, of]) => [
            { value: kind, label: t('every', { kind: kindName(kind) }), group: kindName(kind) },
            ...of
              .filter((value) => value !== kind)
              .map((value) => ({ value, label: actionName(t, value), group: kindName(kind) })),
          ]),
        ]}
      />
      <SearchInput
        className="col-span-full @3xl:col-span-1"
        label={t('company')}
        placeholder={t('companyPlaceholder')}
        maxLength={SEARCH_MAX}
        value={state.company}
        onChange={(company) => onChange({ company })}
      />
      <DayRange labels={{ from: t('from'), to: t('to') }} state={state} onChange={onChange} />
    </search>
  );
}
