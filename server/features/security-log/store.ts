import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import type { Limit } from '../../../core/limits.ts';
import type { SecurityEvent, SecurityFilters } from '../../../core/security-log/calls.ts';
import type {
  SecurityActor,
  SecurityEventName,
  SecurityOutcome,
  SecuritySource,
} from '../../../core/security-log/rules.ts';
import { searchForm, searchTerms } from '../../../core/text.ts';
import { HOUR } from '../../../core/time.ts';
import { tokenHash } from '../../platform/auth/secret-token.ts';
import { contains } from '../../platform/database/contains.ts';
import { readCursor, writeCursor } from '../../platform/database/cursor.ts';
import { newId } from '../../platform/database/ids.ts';
import type { Database, Db, Dialect } from '../../platform/database/types.ts';
import { takeAll } from '../../platform/limits/throttle.ts';

/** An event for the security log. It contains no secrets and no text that an unauthenticated person typed. */
export interface NewSecurityEvent {
  event: SecurityEventName;
  outcome?: SecurityOutcome;
  actor: SecurityActor;
  /** Object of the action: names, counts. */
  subject?: string;
  source: SecuritySource;
  /** As `truncatedAddress` makes it. */
  network?: string;
  device?: string;
}

/** The actor of commands on the server, where the operator is not known by name. */
export const ON_THE_SERVER = { actor: { kind: 'system' }, source: 'server' } as const;
export const ON_THE_COMMAND_LINE = { actor: { kind: 'system' }, source: 'command_line' } as const;

/** Rows of repeated events that are begun within an hour: who has many networks does not fill the table either. */
const NEW_REPETITIONS = {
  counts: 'security-events',
  by: 'subject',
  when: 'named',
  rules: [{ max: 2000, window: HOUR }],
} as const satisfies Limit;

const SUBJECT_MAX = 500;

/**
 * Network prefix of an IP address, /24 or /48: the stored part, which does not identify a line. Empty if
 * invalid.
 */
export function truncatedAddress(address: string): string {
  if (!ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 3).join('.')}.0/24`;
  const groups = parsed.parts.slice(0, 3).map((group) => group.toString(16));
  return `${groups.join(':')}::/48`;
}

/**
 * Writes an event into the log, in the transaction of the act. What anybody can cause as often as they
 * like is one row an hour for each network, with how often it was.
 */
export async function recordSecurityEvent(
  tx: Db,
  { event, outcome = 'success', actor, subject = '', source, network = '', device = '' }: NewSecurityEvent,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const row = toSecurityRow({ event, outcome, actor, subject, source, network, device });
  // Administrators' own acts are few, and each counts.
  const isOnce = outcome === 'success' && (actor.kind === 'admin' || actor.kind === 'system');
  if (isOnce) {
    await insert(tx, row, at, null);
    return;
  }
  const key = repetitionKey(row, at);
  const repeated = await tx
    .updateTable('security_events')
    .set((eb) => ({ count: eb('count', '+', 1), last_at: at }))
    .where('repeat_key', '=', key)
    .returning('id')
    .executeTakeFirst();
  if (repeated) return;
  const isFull = (await takeAll(tx, { limit: NEW_REPETITIONS, subject: 'new' }, now)) > 0;
  if (!isFull) {
    await insert(tx, row, at, key);
    return;
  }
  const everybody = toSecurityRow({
    event,
    outcome,
    actor: { kind: 'unknown' },
    source,
    subject: '',
    network: '',
    device: '',
  });
  await insert(tx, everybody, at, repetitionKey(everybody, at));
}

type SecurityRow = Omit<ReturnType<typeof toSecurityRow>, never>;

function toSecurityRow({ actor, subject, ...event }: Required<NewSecurityEvent>) {
  const name = 'name' in actor ? actor.name : '';
  const shortened = subject.slice(0, SUBJECT_MAX);
  return {
    ...event,
    actor_kind: actor.kind,
    actor: name,
    subject: shortened,
    search_text: searchForm([name, shortened, event.network, event.device].filter(Boolean).join('\n')),
  };
}

/** Key of repeated events: a hash, so that it contains no personal data. */
function repetitionKey(
  { event, outcome, source, actor_kind, actor, network }: SecurityRow,
  at: string,
): string {
  const hour = at.slice(0, '2026-11-21T03'.length);
  return tokenHash(JSON.stringify([event, outcome, source, actor_kind, actor, network, hour]));
}

async function insert(tx: Db, row: SecurityRow, at: string, repeat_key: string | null): Promise<void> {
  await tx
    .insertInto('security_events')
    .values({ id: newId(), ...row, at, last_at: at, count: 1, repeat_key })
    .onConflict((conflict) =>
      conflict
        .column('repeat_key')
        .doUpdateSet((eb) => ({ count: eb('security_events.count', '+', 1), last_at: at })),
    )
    .execute();
}

/** Clears what is older than the setting says. */
export async function deleteOldSecurityEvents(tx: Db, before: Date): Promise<void> {
  await tx.deleteFrom('security_events').where('last_at', '<', before.toISOString()).execute();
}

/** Anonymises an account in the log: the events remain, without the person. */
export async function forgetReader(tx: Db, userId: string): Promise<void> {
  await tx
    .updateTable('security_events')
    .set({ actor: '', network: '', device: '', search_text: '', repeat_key: null })
    .where('actor', '=', userId)
    .where('actor_kind', '=', 'user')
    .execute();
  await tx
    .updateTable('security_events')
    .set({ subject: '', search_text: '' })
    .where('subject', '=', userId)
    .execute();
}

/** The moments that the days of a filter stand for. */
export interface Period {
  /** The first moment. */
  from?: string | undefined;
  /** The moment at which it is over. */
  until?: string | undefined;
}

type EventQuery = Omit<SecurityFilters, 'from' | 'to'> & Period;

function eventsListed(db: Db, dialect: Dialect, { q, event, outcome, kind, actor, from, until }: EventQuery) {
  let query = db.selectFrom('security_events as e');
  if (event) query = query.where('e.event', '=', event);
  if (outcome) query = query.where('e.outcome', '=', outcome);
  if (kind) query = query.where('e.actor_kind', '=', kind);
  if (actor) query = query.where('e.actor', '=', actor);
  if (from) query = query.where('e.last_at', '>=', from);
  if (until) query = query.where('e.at', '<', until);
  for (const term of searchTerms(q)) query = query.where(contains(dialect, 'e.search_text', term));
  return query;
}

export interface SecurityPage {
  events: SecurityEvent[];
  total: number;
  next: string | null;
}

/** The events that match, the latest first. @throws validation_failed for a wrong cursor */
export async function findSecurityEvents(
  database: Database,
  filter: EventQuery & { limit: number; offset?: number | undefined; cursor?: string | undefined },
): Promise<SecurityPage> {
  const listed = eventsListed(database.scan, database.dialect, filter);
  let page = listed
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'e.actor').on('e.actor_kind', '=', 'user'))
    .select([
      'e.id',
      'e.at',
      'e.last_at',
      'e.count',
      'e.event',
      'e.outcome',
      'e.source',
      'e.actor_kind',
      'e.actor',
      'u.email as actor_email',
      'e.subject',
      'e.network',
      'e.device',
    ]);
  if (filter.cursor) {
    const [last, id] = readCursor('security', ['text', 'text'], filter.cursor);
    page = page.where(sql<boolean>`(e.last_at, e.id) < (${last}, ${id})`);
  }
  const [rows, total] = await Promise.all([
    page
      .orderBy('e.last_at', 'desc')
      .orderBy('e.id', 'desc')
      .limit(filter.limit + 1)
      .offset(filter.offset ?? 0)
      .execute(),
    countSecurityEvents(database, filter),
  ]);
  const events = rows.slice(0, filter.limit);
  const last = rows.length > filter.limit ? events.at(-1) : undefined;
  return { events, total, next: last ? writeCursor('security', [last.last_at, last.id]) : null };
}

export async function countSecurityEvents(database: Database, filter: EventQuery): Promise<number> {
  const { total } = await eventsListed(database.scan, database.dialect, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}
