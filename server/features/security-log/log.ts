import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { Problem, type ProblemCode } from '../../../core/problem.ts';
import type {
  SecurityActor,
  SecurityEventName,
  SecurityOutcome,
  SecuritySource,
} from '../../../core/security-log/rules.ts';
import type { Database, Db } from '../../platform/database/types.ts';
import { deviceName } from '../../platform/http/device-name.ts';
import type { Now } from '../../platform/time/clock.ts';
import type { SecurityAlerts } from './alerts.ts';
import { type NewSecurityEvent, recordSecurityEvent, truncatedAddress } from './store.ts';

type AlertedEvent = Pick<NewSecurityEvent, 'event' | 'outcome' | 'actor' | 'subject'>;

/** Log of sign-ins, refusals and changes of access. */
export interface SecurityLog {
  /** Writes what a request did, in the transaction of the act. */
  record(tx: Db, request: FastifyRequest, told: AlertedEvent): Promise<void>;
  /** Writes that a call was refused, in a write of its own; what is no refusal of the person is passed over. */
  recordRefusal(
    request: FastifyRequest,
    error: unknown,
    told: Pick<NewSecurityEvent, 'event' | 'actor' | 'subject'>,
  ): Promise<void>;
}

interface SecurityLogOptions {
  database: Database;
  alerts: SecurityAlerts;
  now: Now;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Counts an event. */
  onRecorded(event: SecurityEventName, outcome: SecurityOutcome): void;
}

/** Refusals that a status does not tell: other answers of 400 are only a form that is filled in wrongly. */
const CREDENTIAL_REFUSALS: ReadonlySet<ProblemCode> = new Set([
  'wrong_password',
  'token_invalid',
  'factor_refused',
]);

function outcomeOf(error: unknown): SecurityOutcome | undefined {
  if (!(error instanceof Problem)) return undefined;
  if (error.code === 'rate_limited') return 'refused';
  return CREDENTIAL_REFUSALS.has(error.code) || error.status === 401 || error.status === 403
    ? 'failure'
    : undefined;
}

const isForAdmins = (request: FastifyRequest) => request.url.startsWith('/api/admin/');

/** A browser says where a request comes from; a program need not. */
function requestSource(request: FastifyRequest, actor: SecurityActor): SecuritySource {
  const isBrowser = ['sec-fetch-site', 'origin', 'referer'].some((name) => name in request.headers);
  if (!isBrowser) return 'api';
  return actor.kind === 'admin' || isForAdmins(request) ? 'console' : 'site';
}

export function createSecurityLog({
  database,
  alerts,
  now,
  log,
  onRecorded,
}: SecurityLogOptions): SecurityLog {
  async function record(tx: Db, request: FastifyRequest, event: AlertedEvent): Promise<void> {
    const at = now();
    const written = {
      outcome: 'success' as const,
      ...event,
      source: requestSource(request, event.actor),
      network: truncatedAddress(request.ip),
      device: deviceName(request.headers['user-agent']),
    };
    await recordSecurityEvent(tx, written, at);
    onRecorded(event.event, written.outcome);
    await alerts.consider(tx, written, { at, isForAdmins: isForAdmins(request) });
  }

  return {
    record,
    async recordRefusal(request, error, event) {
      const outcome = outcomeOf(error);
      if (!outcome) return;
      await database
        .write(({ tx }) => record(tx, request, { ...event, outcome }))
        .then(() => alerts.send())
        // The database is away: the refusal itself is what has to be answered.
        .catch((failure: Error) => log.warn({ reason: failure.message }, 'a refusal was not recorded'));
    },
  };
}
