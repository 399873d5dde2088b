import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** An answered request. */
export interface Observed {
  method: string;
  route: string;
  status: number;
  /** Milliseconds from the request to its answer. */
  duration: number;
}

/** /metrics in the Prometheus text format: the process, and each route's answers by status and time. */
export function answerMetrics(app: FastifyInstance): { observe(observed: Observed): void } {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [register],
  });
  const observe = ({ method, route, status, duration }: Observed) =>
    durations.observe({ method, route, status: String(status) }, duration / 1000);
  app.addHook('onResponse', async (request, reply) =>
    observe({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      duration: reply.elapsedTime,
    }),
  );
  app.addHook('onClose', async () => register.clear());
  app.get('/metrics', { logLevel: 'warn' }, async (_request, reply) => {
    reply.header('content-type', register.contentType);
    return register.metrics();
  });
  return { observe };
}
