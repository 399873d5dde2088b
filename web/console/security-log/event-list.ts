import { ACTOR_KINDS, SECURITY_EVENTS, SECURITY_OUTCOMES } from '../../../core/security-log/rules.ts';
import {
  choice,
  dayParameter,
  type ListState,
  pageNumber,
  pageSize,
  searchWords,
} from '../shared/list-state.ts';

export const EVENT_LIST = {
  q: searchWords,
  event: choice(['all', ...SECURITY_EVENTS], 'all'),
  outcome: choice(['all', ...SECURITY_OUTCOMES], 'all'),
  kind: choice(['all', ...ACTOR_KINDS], 'all'),
  actor: searchWords,
  from: dayParameter,
  to: dayParameter,
  page: pageNumber,
  size: pageSize,
};

export type EventListState = ListState<typeof EVENT_LIST>;

/** The filters with their default values. */
export const NO_FILTERS = {
  q: '',
  event: 'all',
  outcome: 'all',
  kind: 'all',
  actor: '',
  from: '',
  to: '',
} as const satisfies Partial<EventListState>;

export function isFiltered(state: EventListState): boolean {
  return (Object.keys(NO_FILTERS) as (keyof typeof NO_FILTERS)[]).some(
    (name) => state[name] !== NO_FILTERS[name],
  );
}

/** What the calls understand of an address. */
export function eventFiltersOf({ q, event, outcome, kind, actor, from, to }: EventListState) {
  return {
    q,
    ...(event === 'all' ? {} : { event }),
    ...(outcome === 'all' ? {} : { outcome }),
    ...(kind === 'all' ? {} : { kind }),
    ...(actor ? { actor } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
}
