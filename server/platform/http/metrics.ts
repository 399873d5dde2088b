import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { FAILURE_KINDS, type FailureKind } from '../../../core/failures/rules.ts';
import { problem } from '../../../core/problem.ts';
import { bearerToken, tokenHash } from '../auth/secret-token.ts';

export interface Metrics {
  register: Registry;
  /** Counts a request that was answered from the page cache, before routing. */
  countCached(method: string, route: string, status: number): void;
  /** Counts a mail that a mail server refused for good. */
  countRefusedMail(): void;
  /** Counts a failure of the server's own work. */
  countFailure(kind: FailureKind): void;
  /** Counts a purge of the CDN, or its failure. */
  countPurge(outcome: 'told' | 'failed'): void;
  /** Counts an event of the security log. */
  countSecurityEvent(event: string, outcome: string): void;
}

/** Whether a request comes from this machine, and not through a proxy on it. */
function isLoopback({ ip, headers }: FastifyRequest): boolean {
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in headers);
  return !isForwarded && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(ip);
}

/** /metrics in the Prometheus text format: the process, and each route's answers by status and time. */
export function answerMetrics(
  app: FastifyInstance,
  token: string | undefined,
  lastBackup: () => Promise<Date | undefined>,
): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [register],
  });
  app.addHook('onResponse', async (request, reply) => {
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  });
  // They take some microseconds each, so counting them has to be cheap: labels are made when somebody asks.
  const kept = new Map<string, number>();
  new Counter({
    name: 'http_kept_answers_total',
    help: 'Requests answered from memory before routing, by route and status; not among the durations',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [register],
    collect() {
      for (const [key, count] of kept) {
        const [method = '', status = '', route = ''] = key.split(' ');
        this.inc({ method, route, status }, count);
      }
      kept.clear();
    },
  });
  const refusedMails = new Counter({
    name: 'mail_refused_total',
    help: 'Mails that the mail server refused for good since the start of this process',
    registers: [register],
  });
  const securityEvents = new Counter({
    name: 'security_events_total',
    help: 'Events of the security log since the start of this process, by event and outcome',
    labelNames: ['event', 'outcome'] as const,
    registers: [register],
  });
  const purges = new Counter({
    name: 'cdn_purges_total',
    help: 'Times that the CDN was told, or could not be told, what was changed',
    labelNames: ['outcome'] as const,
    registers: [register],
  });
  const failures = Object.fromEntries(
    FAILURE_KINDS.map((kind) => [
      kind,
      new Counter({
        name: `${kind}_failures_total`,
        help: `Failures of ${kind} since the start of this process`,
        registers: [register],
      }),
    ]),
  ) as Record<FailureKind, Counter>;
  new Gauge({
    name: 'last_backup_timestamp_seconds',
    help: 'When the newest scheduled backup was made, by any process',
    registers: [register],
    async collect() {
      const at = await lastBackup().catch(() => undefined);
      if (at) this.set(at.getTime() / 1000);
    },
  });
  app.addHook('onClose', async () => register.clear());
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    const isAllowed = token
      ? tokenHash(bearerToken(request.headers.authorization) ?? '') === tokenHash(token)
      : isLoopback(request);
    if (!isAllowed) throw problem('unauthorized', 'Metrics are for the machine itself, or by METRICS_TOKEN.');
    reply.header('content-type', register.contentType);
    return register.metrics();
  });
  return {
    register,
    countRefusedMail: () => refusedMails.inc(),
    countFailure: (kind) => failures[kind].inc(),
    countPurge: (outcome) => purges.inc({ outcome }),
    countSecurityEvent: (event, outcome) => securityEvents.inc({ event, outcome }),
    countCached(method, route, status) {
      const key = `${method} ${status} ${route}`;
      kept.set(key, (kept.get(key) ?? 0) + 1);
    },
  };
}
