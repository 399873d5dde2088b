import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface Metrics {
  /** Counts a request that was answered from memory, past the routing. */
  countCached(method: string, route: string, status: number): void;
}

/** /metrics in the Prometheus text format: the process, and each route's answers by status and time. */
export function answerMetrics(app: FastifyInstance): Metrics {
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
  app.addHook('onClose', async () => register.clear());
  app.get('/metrics', { logLevel: 'warn' }, async (_request, reply) => {
    reply.header('content-type', register.contentType);
    return register.metrics();
  });
  return {
    countCached(method, route, status) {
      const key = `${method} ${status} ${route}`;
      kept.set(key, (kept.get(key) ?? 0) + 1);
    },
  };
}
