import type { FastifyInstance, FastifyRequest } from 'fastify';
import { compressResponses } from '#engine/page-cache';
import type { Call } from '../core/call.ts';
import { Problem } from '../core/problem.ts';
import { SECOND } from '../core/time.ts';
import { createServices, type ServiceOptions } from './create-services.ts';
import type { readerProviders } from './features/accounts/reader-providers.ts';
import { redirectOf } from './features/companies/index.ts';
import { pageDirectoryOf } from './features/directory/page-directory.ts';
import type { ResolvedNetwork } from './features/links/ask.ts';
import { registerFeatures, type Scheduled } from './features.ts';
import { writeForCalls } from './platform/audit/write.ts';
import { findLastBackup } from './platform/backup/scheduled-backup.ts';
import { purgeCdnOnChanges } from './platform/http/cdn.ts';
import { boundConnections } from './platform/http/connections.ts';
import { answerHealth } from './platform/http/health.ts';
import { answerMetrics, type Metrics } from './platform/http/metrics.ts';
import { refuseOtherSites } from './platform/http/other-sites.ts';
import { cachePages } from './platform/http/page-caching.ts';
import { handleProblems, sendNotFound } from './platform/http/problem-handler.ts';
import { REQUEST_ID_HEADER, requestIdOf, sendRequestIds } from './platform/http/request-id.ts';
import { setSecurityHeaders } from './platform/http/security-headers.ts';
import { createHttpServer } from './platform/http/server.ts';
import { endSlowBodies, TIMEOUTS, type Timeouts } from './platform/http/timeouts.ts';
import { trustsProxy } from './platform/http/trusted-proxies.ts';
import { leaveUnofferedLanguages } from './platform/http/unoffered-languages.ts';
import type { JobRunner } from './platform/jobs/runner.ts';
import { callLimits, createRenderQueue, renderLimits } from './platform/limits/render-queue.ts';
import type { Outbox } from './platform/mail/outbox.ts';
import { loadTelemetry } from './platform/telemetry/load-telemetry.ts';
import { every } from './platform/time/timer.ts';
import type { Services } from './services.ts';

export interface BuildOptions extends ServiceOptions {
  /** Network and pause between requests of link checks; tests set their own. */
  links?: { network?: ResolvedNetwork; hostPause?: number };
  /** Timeouts of client connections; tests set less. */
  timeouts?: Timeouts;
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
export async function buildApp(options: BuildOptions): Promise<BuiltApp> {
  const {
    env,
    database,
    timeouts = TIMEOUTS,
    pages = 'none',
    freeBytes,
    links: linkOptions,
    providers,
  } = options;
  let answerFromCache: ReturnType<typeof cacheWithQueues> = () => false;
  const app = createHttpServer({
    env,
    timeouts,
    isDevelopment: pages === 'development',
    answerFromCache: (request, response) => answerFromCache(request, response),
  });
  const telemetry = await loadTelemetry(env);
  telemetry?.traceRequests(app, { isProxyTrusted: trustsProxy(env.TRUST_PROXY) });
  const { context, transport, mailEvents } = await createServices(options, {
    log: app.log,
    metrics: () => metrics,
  });
  const { outbox, jobs } = context;

  endSlowBodies(app, timeouts);
  acceptJson(app);
  const movedCompany = (id: string) => redirectOf(database.read, id);
  handleProblems(app, movedCompany);
  refuseOtherSites(app, env.SITE_URL);
  decorateForCalls(app, context);
  setSecurityHeaders(app, { https: env.SITE_URL.startsWith('https:') });
  const metrics = answerMetrics(app, env.METRICS_TOKEN, () => findLastBackup(database.read));
  telemetry?.sendMetrics(app, metrics.register);
  boundConnections(app.server, { each: env.RATE_LIMITS && !trustsProxy(env.TRUST_PROXY) });
  answerFromCache = cacheWithQueues(app, context, metrics, options);
  purgeCdnWithReports(app, context, metrics, options);
  // Registered after the cache, which compresses stored responses itself and must get them uncompressed.
  compressResponses(app);
  sendRequestIds(app);
  const health = answerHealth(app, database);
  refreshDirectory(app, context.directory);
  leaveUnofferedLanguages(app);

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
    outbox.start();
    jobs.start();
  });
  // Before open requests are waited for: a model may take longer than a stop.
  app.addHook('preClose', async () => context.ai.stop());
  app.addHook('onClose', async () => {
    await Promise.all([jobs.stop(), outbox.stop()]);
  });
  return { app, outbox, jobs, ...scheduled, stopping: health.stopping };
}

/** What a route of a call needs of the services: who may call, the limits, the logs, and the way to write. */
function decorateForCalls(app: FastifyInstance, context: Services): void {
  const { accounts, admins, limits, security } = context;
  app.decorate('authorise', async (call: Call, request: FastifyRequest) => {
    if (call.access === 'user') await accounts.require(request);
    if (call.access !== 'admin') return;
    await admins.authorise(call, request).catch(async (error: unknown) => {
      // The console hides what a role may not do, so a refusal may be an attack.
      if (error instanceof Problem && error.code === 'forbidden')
        await security.recordRefusal(request, error, {
          event: 'permission_refused',
          actor: await admins.actor(request),
          subject: call.name,
        });
      throw error;
    });
  });
  app.decorate('requireFresh', admins.requireFresh);
  app.decorate('isAdmin', async (request: FastifyRequest) => (await admins.find(request)) !== undefined);
  app.decorate('forPages', new Map());
  app.decorate('limits', limits);
  app.decorate('security', security);
  app.decorate('writeFor', writeForCalls(context));
}

/** Caches responses, with a queue each for pages and for data of the API. Returns the function that answers before routing. */
function cacheWithQueues(
  app: FastifyInstance,
  { env, database, today }: Services,
  metrics: Metrics,
  { softStaleMs, cacheBytes }: Pick<BuildOptions, 'softStaleMs' | 'cacheBytes'>,
): ReturnType<typeof cachePages> {
  let connections = 0;
  app.server.on('connection', () => connections++);
  /** In a load test all clients share one network. */
  const queueFor = (limits: ReturnType<typeof renderLimits>) =>
    createRenderQueue(
      env.RATE_LIMITS ? limits : { ...limits, waitingOfOne: limits.waiting },
      () => connections,
    );
  return cachePages(app, {
    database,
    today,
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
}

/** Purges the CDN after changes, counts the purges and reports their failures. */
function purgeCdnWithReports(
  app: FastifyInstance,
  context: Services,
  metrics: Metrics,
  { softStaleMs, cdn: cdnTimes }: Pick<BuildOptions, 'softStaleMs' | 'cdn'>,
): void {
  const { failures } = context;
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
}

/**
 * Reads the configuration again where another process may have saved it. The page cache has looked at the revision
 * before it lets a response be computed, so nothing is cached of an older one; writes and background work see it
 * within a second.
 */
function refreshDirectory(app: FastifyInstance, directory: Services['directory']): void {
  app.addHook('onRequest', async () => {
    // While the database is unavailable, the current configuration stays in force.
    if (directory.isBehind()) await directory.refresh().catch(() => {});
  });
  let timer: NodeJS.Timeout | undefined;
  // Not before: nothing would end the timer of a server that could not be built.
  app.addHook('onReady', async () => {
    timer = every(SECOND, () => void directory.refresh().catch(() => {}));
    timer.unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
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
