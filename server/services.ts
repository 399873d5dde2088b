import type { FastifyRequest } from 'fastify';
import type { Call } from '../core/call.ts';
import type { Env } from './env.ts';
import type { AccountSessions } from './features/accounts/session.ts';
import type { AdminSessions } from './features/admins/session.ts';
import type { Ai } from './features/ai/ai.ts';
import type { DirectoryService } from './features/directory/index.ts';
import type { Failures } from './features/failures/index.ts';
import type { SecurityLog } from './features/security-log/log.ts';
import type { SettingsStore } from './features/settings/store.ts';
import type { Visitors } from './platform/analytics/visitor.ts';
import type { AuthoredUnit, Database } from './platform/database/types.ts';
import type { JobRunner } from './platform/jobs/runner.ts';
import type { Limits } from './platform/limits/limits.ts';
import type { Outbox } from './platform/mail/outbox.ts';
import type { Now } from './platform/time/clock.ts';

/** What every feature is given. */
export interface Services {
  env: Env;
  database: Database;
  visitors: Visitors;
  accounts: AccountSessions;
  admins: AdminSessions;
  settings: SettingsStore;
  directory: DirectoryService;
  limits: Limits;
  security: SecurityLog;
  outbox: Outbox;
  failures: Failures;
  ai: Ai;
  jobs: JobRunner;
  now: Now;
  /** The current day of the statistics, in the site's time zone. */
  today(): string;
  /** The moment at which a day of the statistics begins. */
  dayStart(day: string): Date;
  analyticsEnabled(): Promise<boolean>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Lets a request through, or throws 401 or 403. */
    authorise(call: Call, request: FastifyRequest): Promise<void>;
    /** Asks for an identity of the administrator confirmed a moment ago, or throws 403. */
    requireFresh(request: FastifyRequest): Promise<void>;
    /** Whether a public call is made with a valid administrator's token. */
    isAdmin(request: FastifyRequest): Promise<boolean>;
    readonly limits: Limits;
    readonly security: SecurityLog;
    /** Runs a write of a call; see `writeForCalls`. */
    writeFor<T>(
      call: Call,
      request: FastifyRequest,
      work: (unit: AuthoredUnit) => Promise<T>,
      action?: string,
    ): Promise<T>;
  }
}
