import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { pictureUrl } from '../core/uploads/rules.ts';
import type { Env } from './env.ts';
import { createAccountSessions } from './features/accounts/session.ts';
import { createAdminSessions } from './features/admins/session.ts';
import { createAiUsage } from './features/ai/index.ts';
import { createAiOnDemand } from './features/ai/on-demand.ts';
import { updateWork } from './features/ai/update-job.ts';
import { bulkChangeWork } from './features/bulk-changes/work.ts';
import { followDirectory } from './features/directory/directory.ts';
import { createFailures } from './features/failures/failures.ts';
import { importWork } from './features/import-export/import-job.ts';
import { readUpload } from './features/links/index.ts';
import { createSecurityAlerts } from './features/security-log/alerts.ts';
import { createSecurityLog } from './features/security-log/log.ts';
import { createSettings } from './features/settings/store.ts';
import { translateWork } from './features/translations/translate-job.ts';
import { createVisitors } from './platform/analytics/visitor.ts';
import { createEncryption } from './platform/auth/encryption.ts';
import type { Database } from './platform/database/types.ts';
import type { Metrics } from './platform/http/metrics.ts';
import { createJobRunner } from './platform/jobs/runner.ts';
import { createLimits } from './platform/limits/limits.ts';
import { createOutbox, type MailEvents } from './platform/mail/outbox.ts';
import { createTransport, type MailTimeouts, type Transport } from './platform/mail/transport.ts';
import { dayIn, dayStartIn, type Now } from './platform/time/clock.ts';
import type { Services } from './services.ts';

export interface ServiceOptions {
  env: Env;
  database: Database;
  now?: Now;
  /** Timeout and first retry delay of AI requests, in milliseconds; tests set less. */
  ai?: { timeout?: number; firstWait?: number };
  /** Timeouts of the mail transport; tests set less. */
  mail?: { timeouts?: MailTimeouts };
  /** Delays repeated tries at passwords and codes; tests do not wait. */
  pause?: (milliseconds: number) => Promise<void>;
}

interface ServiceSurroundings {
  log: FastifyBaseLogger;
  /** The counters of the process. The server registers them after the services, so each use asks for them. */
  metrics: () => Metrics;
}

/** The services of the features, and the transport for scheduled work that sends mails without the outbox. */
interface CreatedServices {
  context: Services;
  transport: Transport;
  mailEvents: MailEvents;
}

/** Makes the services of a process, with the directory as it is configured now. */
export async function createServices(
  options: ServiceOptions,
  { log, metrics }: ServiceSurroundings,
): Promise<CreatedServices> {
  const {
    env,
    database,
    now = () => new Date(),
    pause = (milliseconds) => setTimeout(milliseconds),
  } = options;
  const siteDay = dayIn(env.SITE_TIME_ZONE);
  const today = () => siteDay(now());
  const settings = createSettings(database, createEncryption(env.APP_SECRET, 'settings'));
  const directory = followDirectory(database);
  await directory.refresh();
  const usage = createAiUsage(database, settings, env, today);
  const ai = createAiOnDemand({ settings, env, usage, now, log, ...options.ai });
  const visitors = createVisitors(env.APP_SECRET, env.APP_SECRET_OLD);
  const accounts = createAccountSessions(database, now);
  const transport = createMailTransport(options, log);
  const mailEvents: MailEvents = {
    onRefused: () => metrics().countRefusedMail(),
    onPostponed: (reason) => void failures.report('mail', reason),
    onSent: () => void failures.recover('mail'),
  };
  const encryption = createEncryption(env.APP_SECRET, 'outbox');
  const outbox = createOutbox({ database, encryption, ...mailEvents, transport, now, log });
  const failures = createFailures({
    ...{ database, env, outbox, settings, now, log },
    onFailure: (kind) => metrics().countFailure(kind),
  });
  const context: Services = {
    env,
    database,
    visitors,
    accounts,
    admins: createAdminSessions(database, settings, now),
    settings,
    directory,
    limits: createLimits({
      database,
      accounts,
      visitorOf: (request) => visitors.of(request, today()),
      enabled: env.RATE_LIMITS,
      now,
      pause,
    }),
    security: createSecurityLog({
      database,
      alerts: createSecurityAlerts({ env, outbox, settings }),
      onRecorded: (event, outcome) => metrics().countSecurityEvent(event, outcome),
      now,
      log,
    }),
    outbox,
    failures,
    ai,
    jobs: createJobRunner({
      database,
      kinds: jobKinds({ database, ai, now, today }, log),
      onEnd: (reason) =>
        void (reason === undefined ? failures.recover('jobs') : failures.report('jobs', reason)),
      now,
      log,
    }),
    now,
    today,
    dayStart: dayStartIn(env.SITE_TIME_ZONE),
    analyticsEnabled: async () => (await settings.current()).enableAnalytics,
  };
  return { context, transport, mailEvents };
}

const createMailTransport = (
  { env, database, mail }: Pick<ServiceOptions, 'env' | 'database' | 'mail'>,
  log: FastifyBaseLogger,
): Transport =>
  createTransport({
    smtpUrl: env.SMTP_URL,
    from: env.MAIL_FROM,
    siteName: env.SITE_NAME,
    varDir: env.VAR_DIR,
    siteUrl: env.SITE_URL,
    readPicture: (id) => readUpload(database.read, pictureUrl(id)),
    log,
    ...mail,
  });

/** The work of each kind of job. */
const jobKinds = (
  work: Pick<Services, 'database' | 'ai' | 'now' | 'today'>,
  log: FastifyBaseLogger,
): Parameters<typeof createJobRunner>[0]['kinds'] => ({
  'ai-update': updateWork(work),
  'translate-missing': translateWork(work),
  'bulk-change': bulkChangeWork,
  import: importWork({
    ...work,
    onFault: (error) => log.error({ err: error }, 'a company could not be imported'),
  }),
});
