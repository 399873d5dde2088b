import { setTimeout } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { compressResponses } from '#engine/page-cache';
import type { Call } from '../core/call.ts';
import { knownAddress } from '../core/page-address.ts';
import { Problem } from '../core/problem.ts';
import { SECOND } from '../core/time.ts';
import { pictureUrl } from '../core/uploads/rules.ts';
import type { Env } from './env.ts';
import { createAccountSessions } from './features/accounts/session.ts';
import type { readerProviders } from './features/accounts/sign-on-routes.ts';
import { createAdminSessions } from './features/admins/session.ts';
import { createAiUsage } from './features/ai/index.ts';
import { createAiOnDemand } from './features/ai/on-demand.ts';
import { updateWork } from './features/ai/update-job.ts';
import { bulkChangeWork } from './features/bulk-changes/work.ts';
import { redirectOf } from './features/companies/index.ts';
import { followDirectory } from './features/directory/directory.ts';
import { pageDirectoryOf } from './features/directory/page-directory.ts';
import { createFailures } from './features/failures/failures.ts';
import { importWork } from './features/import-export/import-job.ts';
import type { ResolvedNetwork } from './features/links/ask.ts';
import { readUpload } from './features/links/index.ts';
import { createSecurityAlerts } from './features/security-log/alerts.ts';
import { createSecurityLog } from './features/security-log/log.ts';
import { createSettings } from './features/settings/store.ts';
import { translateWork } from './features/translations/translate-job.ts';
import { registerFeatures, type Scheduled } from './features.ts';
import { createVisitors } from './platform/analytics/visitor.ts';
import { writeForCalls } from './platform/audit/write.ts';
import { createEncryption } from './platform/auth/encryption.ts';
import { findLastBackup } from './platform/backup/scheduled-backup.ts';
import type { Database } from './platform/database/types.ts';
import { purgeCdnOnChanges } from './platform/http/cdn.ts';
import { boundConnections } from './platform/http/connections.ts';
import { answerHealth } from './platform/http/health.ts';
import { loggerOptions } from './platform/http/logging.ts';
import { answerMetrics } from './platform/http/metrics.ts';
import { refuseOtherSites } from './platform/http/other-sites.ts';
import { cachePages } from './platform/http/page-caching.ts';
import { handleProblems, sendNotFound } from './platform/http/problem-handler.ts';
import { normalizeAddress, readableAddress } from './platform/http/request-address.ts';
import { REQUEST_ID_HEADER, requestIdOf, sendRequestIds } from './platform/http/request-id.ts';
import { setSecurityHeaders } from './platform/http/security-headers.ts';
import { endSlowBodies, serverWithTimeouts, TIMEOUTS, type Timeouts } from './platform/http/timeouts.ts';
import { leaveUnofferedLanguages } from './platform/http/unoffered-languages.ts';
import { createJobRunner, type JobRunner } from './platform/jobs/runner.ts';
import { createLimits } from './platform/limits/limits.ts';
import { withPlainAddresses } from './platform/limits/network.ts';
import { callLimits, createRenderQueue, renderLimits } from './platform/limits/render-queue.ts';
import { createOutbox, type Outbox } from './platform/mail/outbox.ts';
import { createTransport, type MailTimeouts } from './platform/mail/transport.ts';
import { loadTelemetry } from './platform/telemetry/load-telemetry.ts';
import { dayIn, dayStartIn, type Now } from './platform/time/clock.ts';
import { every } from './platform/time/timer.ts';
import type { Services } from './services.ts';

/** Largest body of a call that does not say otherwise, in bytes. */
const BODY_LIMIT = 256 * 1024;

export interface BuildOptions {
  env: Env;
  database: Database;
  now?: Now;
  /** Timeout and first retry delay of AI requests, in milliseconds; tests set less. */
  ai?: { timeout?: number; firstWait?: number };
  /** Network and pause between requests of link checks; tests set their own. */
  links?: { network?: ResolvedNetwork; hostPause?: number };
  /** Timeouts of the mail transport; tests set less. */
  mail?: { timeouts?: MailTimeouts };
  /** Timeouts of client connections; tests set less. */
  timeouts?: Timeouts;
  /** Delays repeated tries at passwords and codes; tests do not wait. */
  pause?: (milliseconds: number) => Promise<void>;
  /** Source of the web pages: the build, Vite with reload, or none (API tests). */
  pages?: 'built' | 'development' | 'none';
  /** How long pages may show outdated counters, in milliseconds; tests set none. */
  softStaleMs?: number;
  /** Delay in which changes are collected before a CDN is purged, in milliseconds; tests set none. */
  cdn?: { collectMs?: number };
  /** Memory for cached responses, in bytes; tests set less. */
  cacheBytes?: number;
  /** Returns the free space of a folder, in bytes; tests replace it. */
  freeBytes?: (folder: string) => Promise<number>;
  /** Identity providers of readers; by default those of the settings. */
  providers?: ReturnType<typeof readerProviders>;
}

export interface BuiltApp extends Scheduled {
  app: FastifyInstance;
  outbox: Outbox;
  jobs: JobRunner;
  /** Makes /readyz fail before close(), so that a load balancer sends no more requests. */
  stopping(): void;
}

/** Builds the server with all features, for the process and for tests. */
export async function buildApp({
  env,
  database,
  now = () => new Date(),
  ai: aiTimeouts,
  links: linkOptions,
  mail: mailTimeouts,
  timeouts = TIMEOUTS,
  pause = (milliseconds) => setTimeout(milliseconds),
  pages = 'none',
  softStaleMs,
  cdn: cdnTimes,
  cacheBytes,
  freeBytes,
  providers,
}: BuildOptions): Promise<BuiltApp> {
  // In development, Vite adds query parameters of its own.
  const addressOf = (url = '/') =>
    pages === 'development' ? normalizeAddress(url) : knownAddress(normalizeAddress(url));
  const isProxyTrusted = trustsProxy(env.TRUST_PROXY);
  let isProxyWarned = false;
  let answerFromCache: ReturnType<typeof cachePages> = () => false;
  const app = Fastify({
    serverFactory: (route) =>
      serverWithTimeouts(timeouts, (request, response) => {
        request.url = addressOf(request.url);
        try {
          if (answerFromCache(request, response)) return;
        } catch (error) {
          // This runs outside of Fastify, which would catch the error: one request must not end the process.
          app.log.error(error);
          response.destroy();
          return;
        }
        route(request, response);
      }),
    logger: loggerOptions(env.LOG_LEVEL) ?? false,
    bodyLimit: BODY_LIMIT,
    rewriteUrl: (request) => {
      const { 'x-forwarded-for': forwarded } = request.headers;
      if (forwarded !== undefined && !isProxyTrusted && !isProxyWarned) {
        isProxyWarned = true;
        app.log.warn(
          'X-Forwarded-For comes, and TRUST_PROXY is not set: clients behind a proxy count as one',
        );
      }
      if (typeof forwarded === 'string') request.headers['x-forwarded-for'] = withPlainAddresses(forwarded);
      return readableAddress(addressOf(request.url));
    },
    trustProxy: trustedProxies(env.TRUST_PROXY),
    genReqId: requestIdOf,
    routerOptions: { maxParamLength: 1000 },
    // Requests that arrive on open connections while closing are answered, not refused.
    return503OnClosing: false,
  });
  const telemetry = await loadTelemetry(env);
  telemetry?.traceRequests(app, { isProxyTrusted });
  const today = dayIn(env.SITE_TIME_ZONE);
  const settings = createSettings(database, createEncryption(env.APP_SECRET, 'settings'));
  const directory = followDirectory(database);
  await directory.refresh();
  const usage = createAiUsage(database, settings, env, () => today(now()));
  const ai = createAiOnDemand({ settings, env, usage, now, log: app.log, ...aiTimeouts });
  const work = { database, ai, now, today: () => today(now()) };
  const visitors = createVisitors(env.APP_SECRET, env.APP_SECRET_OLD);
  const accounts = createAccountSessions(database, now);
  const transport = createTransport({
    smtpUrl: env.SMTP_URL,
    from: env.MAIL_FROM,
    siteName: env.SITE_NAME,
    varDir: env.VAR_DIR,
    siteUrl: env.SITE_URL,
    readPicture: (id) => readUpload(database.read, pictureUrl(id)),
    log: app.log,
    ...mailTimeouts,
  });
  const mailEvents = {
    onRefused: () => metrics.countRefusedMail(),
    onPostponed: (reason: string) => void failures.report('mail', reason),
    onSent: () => void failures.recover('mail'),
  };
  const outbox = createOutbox({
    database,
    encryption: createEncryption(env.APP_SECRET, 'outbox'),
    ...mailEvents,
    transport,
    now,
    log: app.log,
  });
  const failures = createFailures({
    database,
    env,
    outbox,
    settings,
    now,
    log: app.log,
    onFailure: (kind) => metrics.countFailure(kind),
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
      visitorOf: (request) => visitors.of(request, work.today()),
      enabled: env.RATE_LIMITS,
      now,
      pause,
    }),
    security: createSecurityLog({
      database,
      alerts: createSecurityAlerts({ env, outbox, settings }),
      onRecorded: (event, outcome) => metrics.countSecurityEvent(event, outcome),
      now,
      log: app.log,
    }),
    outbox,
    failures,
    ai,
    jobs: createJobRunner({
      database,
      kinds: {
        'ai-update': updateWork(work),
        'translate-missing': translateWork(work),
        'bulk-change': bulkChangeWork,
        import: importWork({
          ...work,
          onFault: (error) => app.log.error({ err: error }, 'a company could not be imported'),
        }),
      },
      onEnd: (reason) =>
        void (reason === undefined ? failures.recover('jobs') : failures.report('jobs', reason)),
      now,
      log: app.log,
    }),
    now,
    today: work.today,
    dayStart: dayStartIn(env.SITE_TIME_ZONE),
    analyticsEnabled: async () => (await settings.current()).enableAnalytics,
  };

  endSlowBodies(app, timeouts);
  acceptJson(app);
  const movedCompany = (id: string) => redirectOf(database.read, id);
  handleProblems(app, movedCompany);
  refuseOtherSites(app, env.SITE_URL);
  app.decorate('authorise', async (call: Call, request: FastifyRequest) => {
    if (call.access === 'user') await context.accounts.require(request);
    if (call.access !== 'admin') return;
    await context.admins.authorise(call, request).catch(async (error: unknown) => {
      // The console hides what a role may not do, so a refusal may be an attack.
      if (error instanceof Problem && error.code === 'forbidden')
        await context.security.recordRefusal(request, error, {
          event: 'permission_refused',
          actor: await context.admins.actor(request),
          subject: call.name,
        });
      throw error;
    });
  });
  app.decorate('requireFresh', context.admins.requireFresh);
  app.decorate(
    'isAdmin',
    async (request: FastifyRequest) => (await context.admins.find(request)) !== undefined,
  );
  app.decorate('forPages', new Map());
  app.decorate('limits', context.limits);
  app.decorate('security', context.security);
  app.decorate('writeFor', writeForCalls(context));
  setSecurityHeaders(app, { https: env.SITE_URL.startsWith('https:') });
  const metrics = answerMetrics(app, env.METRICS_TOKEN, () => findLastBackup(database.read));
  telemetry?.sendMetrics(app, metrics.register);
  let connections = 0;
  /** In a load test all clients share one network. */
  const queueFor = (limits: ReturnType<typeof renderLimits>) =>
    createRenderQueue(
      env.RATE_LIMITS ? limits : { ...limits, waitingOfOne: limits.waiting },
      () => connections,
    );
  boundConnections(app.server, { each: env.RATE_LIMITS && !trustsProxy(env.TRUST_PROXY) });
  app.server.on('connection', () => connections++);
  answerFromCache = cachePages(app, {
    database,
    today: context.today,
    softStaleMs,
    maxBytes: cacheBytes,
    cdnSeconds: env.CDN_SECONDS,
    queues: { page: queueFor(renderLimits(database.dialect)), data: queueFor(callLimits(database.dialect)) },
    beforeSend: (req, response) => response.setHeader(REQUEST_ID_HEADER, requestIdOf(req)),
    onHit(req, route, statusCode) {
      metrics.countCached(req.method ?? '', route, statusCode);
      app.log.info({ reqId: requestIdOf(req), req, res: { statusCode } }, 'answered from memory');
    },
  });
  purgeCdnOnChanges(app, context, {
    softStaleMs,
    ...cdnTimes,
    onPurge(outcome, reason) {
      metrics.countPurge(outcome);
      void (outcome === 'told'
        ? failures.recover('purge')
        : failures.report('purge', `The CDN was not purged: ${reason}.`));
    },
  });
  // Registered after the cache, which compresses stored responses itself and must get them uncompressed.
  compressResponses(app);
  sendRequestIds(app);
  const health = answerHealth(app, database);

  // Another process may have saved the configuration. The page cache has looked at the revision before it lets a
  // response be computed, so nothing is cached of an older one; writes and background work see it within a second.
  app.addHook('onRequest', async () => {
    // While the database is unavailable, the current configuration stays in force.
    if (directory.isBehind()) await directory.refresh().catch(() => {});
  });
  leaveUnofferedLanguages(app);
  const following = every(SECOND, () => void directory.refresh().catch(() => {}));
  following.unref();
  app.addHook('onClose', async () => clearInterval(following));

  const scheduled = registerFeatures(app, context, {
    ...{ freeBytes, linkOptions, providers, transport, mailEvents },
  });
  app.all('/api/*', async (request, reply) => sendNotFound(request, reply));
  app.setNotFoundHandler((request, reply) => sendNotFound(request, reply));

  if (pages !== 'none') {
    const { registerPages } = await import('./platform/http/pages.ts');
    await registerPages(app, {
      siteUrl: env.SITE_URL,
      directory: pageDirectoryOf(env.SITE_NAME),
      contact: env.CONTACT_EMAIL ?? null,
      sendsMail: outbox.folder === null,
      timeZone: env.SITE_TIME_ZONE,
      today: context.today,
      movedCompany,
      development: pages === 'development',
    });
  }
  app.addHook('onReady', async () => {
    context.outbox.start();
    context.jobs.start();
  });
  // Before open requests are waited for: a model may take longer than a stop.
  app.addHook('preClose', async () => ai.stop());
  app.addHook('onClose', async () => {
    await Promise.all([context.jobs.stop(), context.outbox.stop()]);
  });
  return {
    app,
    outbox: context.outbox,
    jobs: context.jobs,
    ...scheduled,
    stopping: health.stopping,
  };
}

/** Bodies are JSON; an empty one with a JSON content type is none, because many clients send that. */
function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else parse(request, body as string, done);
  });
}

/** Whether connections are a proxy's. */
const trustsProxy = (setting: string | undefined) => trustedProxies(setting) !== false;

/** `2` believes the two nearest proxies; anything else is a list of their addresses. */
function trustedProxies(
  setting: string | undefined,
): boolean | string | ((address: string, hop: number) => boolean) {
  if (!setting || setting === 'false') return false;
  if (setting === 'true') return true;
  const hops = Number(setting);
  return Number.isInteger(hops) ? (_address, hop) => hop < hops : setting;
}
