// Traces and metrics over OTLP. Nothing imports this file, nor OpenTelemetry, unless OTEL_EXPORTER_OTLP_ENDPOINT is set.

import { randomUUID } from 'node:crypto';
import { finished } from 'node:stream';
import {
  type Context,
  context,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LogEvent } from 'kysely';
import type { Registry } from 'prom-client';
import { MINUTE } from '../../../core/time.ts';
import { VERSION } from '../../../core/version.ts';
import type { Env } from '../../env.ts';
import type { Dialect } from '../database/types.ts';
import { after } from '../time/timer.ts';
import { prometheusProducer } from './prometheus-producer.ts';

type TelemetryEnv = Pick<
  Env,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_HEADERS'
  | 'OTEL_SERVICE_NAME'
  | 'OTEL_TRACES_SAMPLER_ARG'
>;

/** Characters of a statement that a span has. */
const STATEMENT_MAX = 2000;
/** Paths of health checks and metrics, requested every few seconds; not traced. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);
/** How long a stop waits for what is still to be sent, in milliseconds. */
const FLUSH_WITHIN = 2000;

export interface Telemetry {
  /** Records a span of a statement, as child of the request's span. */
  onStatement(event: LogEvent, dialect: Dialect): void;
  /** Makes a span of each request that is routed, as a part of the caller's trace where the proxy is trusted. */
  traceRequests(app: FastifyInstance, options: { isProxyTrusted: boolean }): void;
  /** Sends the metrics of a registry every minute. */
  sendMetrics(app: FastifyInstance, register: Registry): void;
}

let started: Telemetry | undefined;

/** Starts the traces of a process, once. */
export function startTelemetry(env: TelemetryEnv): Telemetry {
  started ??= createTelemetry(env);
  return started;
}

function createTelemetry(env: TelemetryEnv): Telemetry {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '');
  const headers = headersOf(env.OTEL_EXPORTER_OTLP_HEADERS);
  const resource = defaultResource().merge(
    resourceFromAttributes({
      'service.name': env.OTEL_SERVICE_NAME,
      'service.version': VERSION,
      'service.instance.id': randomUUID(),
    }),
  );
  const provider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(env.OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers }) }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer('tiny-giants', VERSION);
  const propagator = new W3CTraceContextPropagator();

  const onStatement: Telemetry['onStatement'] = (event, dialect) => {
    // Work in the background asks the database several times a second: that alone is no trace.
    if (!trace.getActiveSpan()) return;
    const { sql } = event.query;
    const endTime = performance.timeOrigin + performance.now();
    const span = tracer.startSpan(/^\s*\w*/.exec(sql)?.[0].trim().toUpperCase() || 'SQL', {
      kind: SpanKind.CLIENT,
      startTime: endTime - event.queryDurationMillis,
      attributes: {
        'db.system.name': dialect === 'postgres' ? 'postgresql' : 'sqlite',
        'db.query.text': sql.slice(0, STATEMENT_MAX),
      },
    });
    if (event.level === 'error')
      span.setStatus({ code: SpanStatusCode.ERROR, message: (event.error as Error).message });
    span.end(endTime);
  };

  return {
    onStatement,
    traceRequests(app, { isProxyTrusted }) {
      const contexts = new WeakMap<FastifyRequest, Context>();
      // A collector that is away fails every few seconds.
      let quietUntil = 0;
      const warn = (message: string) => {
        if (Date.now() < quietUntil) return;
        quietUntil = Date.now() + 10 * MINUTE;
        app.log.warn({ reason: message }, 'traces or metrics cannot be sent');
      };
      const ignore = () => {};
      diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore });

      app.addHook('onRequest', (request, reply, done) => {
        if (PROBES.has(request.url)) return done();
        const parent = isProxyTrusted
          ? propagator.extract(ROOT_CONTEXT, request.headers, HEADERS)
          : ROOT_CONTEXT;
        const { method, routeOptions, id } = request;
        const span = tracer.startSpan(
          `${method} ${routeOptions.url ?? ''}`.trim(),
          {
            kind: SpanKind.SERVER,
            attributes: {
              'http.request.method': method,
              ...(routeOptions.url ? { 'http.route': routeOptions.url } : {}),
              'url.path': request.url.split('?')[0] ?? '',
              'http.request.header.x-request-id': [id],
            },
          },
          parent,
        );
        finished(reply.raw, (error) => endSpan(span, reply.raw.statusCode, error));
        const own = trace.setSpan(parent, span);
        contexts.set(request, own);
        context.with(own, done);
      });
      // The body was read in the context of its socket.
      app.addHook('preValidation', (request, _reply, done) =>
        context.with(contexts.get(request) ?? ROOT_CONTEXT, done),
      );
      app.addHook('onClose', () => withinLimit(provider.forceFlush()));
    },
    sendMetrics(app, register) {
      const meters = new MeterProvider({
        resource,
        readers: [
          new PeriodicExportingMetricReader({
            exporter: new OTLPMetricExporter({ url: `${endpoint}/v1/metrics`, headers }),
            exportIntervalMillis: MINUTE,
            exportTimeoutMillis: MINUTE / 2,
            metricProducers: [prometheusProducer(register, resource)],
          }),
        ],
      });
      app.addHook('preClose', () => withinLimit(meters.shutdown()));
    },
  };
}

/** Headers of `OTEL_EXPORTER_OTLP_HEADERS`: `name=value` with commas between, percent-encoded. */
function headersOf(setting = ''): Record<string, string> {
  const pairs = setting.split(',').filter((pair) => pair.includes('='));
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name.trim(), decodeURIComponent(value.join('=').trim())];
    }),
  );
}

const HEADERS: TextMapGetter<FastifyRequest['headers']> = {
  keys: (headers) => Object.keys(headers),
  get: (headers, name) => headers[name],
};

function endSpan(span: Span, status: number, error: Error | null | undefined): void {
  if (error) span.setStatus({ code: SpanStatusCode.ERROR, message: 'The client hung up.' });
  else {
    span.setAttribute('http.response.status_code', status);
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

/** Waits for work of a stop, but not for a collector that does not answer. Never rejects. */
async function withinLimit(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = after(FLUSH_WITHIN, resolve);
  });
  await Promise.race([work.catch(() => {}), limit]);
  clearTimeout(timer);
}
