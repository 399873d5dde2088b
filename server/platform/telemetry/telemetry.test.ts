import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dialects, migratedDatabase } from '../../testing/dialects.ts';
import { freePort } from '../../testing/free-port.ts';
import { startProcess } from '../../testing/process.ts';

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number; arrayValue?: { values: { stringValue: string }[] } };
}
interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code?: number; message?: string };
  attributes: Attribute[];
  startTimeUnixNano: string;
  endTimeUnixNano: string;
}
interface OtlpMetric {
  name: string;
  sum?: { isMonotonic: boolean; dataPoints: { asDouble: number; attributes: Attribute[] }[] };
  gauge?: { dataPoints: { asDouble: number }[] };
  histogram?: {
    dataPoints: {
      count: number;
      sum: number;
      bucketCounts: number[];
      explicitBounds: number[];
      attributes: Attribute[];
    }[];
  };
}

/** A receiver of OTLP over HTTP on loopback, as a collector is one. */
async function startCollector() {
  const received = {
    status: 200,
    headers: [] as (string | undefined)[],
    services: new Set<string>(),
    spans: [] as OtlpSpan[],
    metrics: [] as OtlpMetric[],
  };
  const server = createServer(async (request, response) => {
    const body = JSON.parse((await request.toArray()).join(''));
    received.headers.push(request.headers['x-tenant'] as string | undefined);
    for (const { resource, scopeSpans = [], scopeMetrics = [] } of body.resourceSpans ??
      body.resourceMetrics) {
      for (const { key, value } of resource.attributes as Attribute[])
        if (key === 'service.name') received.services.add(value.stringValue ?? '');
      for (const { spans } of scopeSpans) received.spans.push(...spans);
      for (const { metrics } of scopeMetrics) received.metrics.push(...metrics);
    }
    response.writeHead(received.status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

const attributeOf = ({ attributes }: Pick<OtlpSpan, 'attributes'>, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return (
    value?.stringValue ??
    value?.intValue ??
    value?.arrayValue?.values.map(({ stringValue }) => stringValue).join()
  );
};

/** Begins a log-in whose body never comes to its end. */
async function hangUp(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/auth/login HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
  );
  await pause(300);
  socket.destroy();
  await pause(300);
}

for (const dialect of dialects) {
  describe(`traces and metrics on ${dialect}`, () => {
    let database: Awaited<ReturnType<typeof migratedDatabase>>;
    let collector: Awaited<ReturnType<typeof startCollector>>;
    beforeEach(async () => {
      database = await migratedDatabase(dialect);
      collector = await startCollector();
    });
    afterEach(async () => {
      await collector.close();
      await database.remove();
    });
    const start = (variables: Record<string, string> = {}) =>
      startProcess(database.url, database.folder, {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=our%20giants',
        OTEL_SERVICE_NAME: 'our-giants',
        TRUST_PROXY: '1',
        ...variables,
      });

    test('arrive: requests with their statements, in the trace of the proxy, and all metrics', async () => {
      const server = await start();
      const traceId = '0af7651916cd43dd8448eb211c80319c';
      await server.call('GET', '/api/companies/none', undefined, {
        traceparent: `00-${traceId}-b7ad6b7169203331-01`,
        'x-request-id': 'known',
      });
      const credentials = { email: 'ada@example.com', password: 'correct horse battery' };
      const registered = await server.call('POST', '/api/auth/register?token=secret', credentials);
      expect(registered.status).toBe(201);
      await server.call('GET', '/healthz');
      await hangUp(server.url);
      expect(await server.end('SIGTERM')).toBe(0);

      const { spans, metrics, services, headers } = collector.received;
      expect([...services]).toEqual(['our-giants']);
      expect(new Set(headers)).toEqual(new Set(['our giants']));
      const [read, write] = ['GET /api/companies/:id', 'POST /api/auth/register'].map((name) =>
        spans.find((span) => span.name === name),
      ) as [OtlpSpan, OtlpSpan];
      expect(read).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331', kind: 2 });
      expect(
        ['http.route', 'http.response.status_code', 'http.request.header.x-request-id', 'url.path'].map(
          (name) => attributeOf(read, name),
        ),
      ).toEqual(['/api/companies/:id', 404, 'known', '/api/companies/none']);
      expect(write.parentSpanId).toBeUndefined();
      expect(JSON.stringify(spans)).not.toMatch(/secret|ada@example\.com|correct horse/);
      for (const [request, statement] of [
        [read, /^select .*"companies"/],
        [write, /^insert into "users"/],
      ] as const) {
        const own = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId);
        expect(own.map((span) => attributeOf(span, 'db.query.text'))).toContainEqual(
          expect.stringMatching(statement),
        );
        for (const span of own) {
          expect(span).toMatchObject({ traceId: request.traceId, kind: 3 });
          expect(attributeOf(span, 'db.system.name')).toBe(dialect === 'postgres' ? 'postgresql' : 'sqlite');
          expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
        }
      }
      expect(spans.map(({ name }) => name).filter((name) => /healthz|readyz|metrics/.test(name))).toEqual([]);
      expect(spans.find(({ name }) => name === 'POST /api/auth/login')?.status).toEqual({
        code: 2,
        message: 'The client hung up.',
      });
      // What the server does by itself is no trace.
      expect(spans.every(({ kind, parentSpanId }) => kind === 2 || parentSpanId)).toBe(true);

      const metric = (name: string) => metrics.find((one) => one.name === name);
      const duration = metric('http_request_duration_seconds')?.histogram?.dataPoints.find(
        (point) => attributeOf(point, 'route') === '/api/auth/register',
      );
      expect(duration).toMatchObject({ count: 1, explicitBounds: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10] });
      expect(duration?.bucketCounts).toHaveLength(8);
      expect(duration?.bucketCounts.reduce((sum, count) => sum + count, 0)).toBe(1);
      expect(metric('backup_failures_total')?.sum).toMatchObject({
        isMonotonic: true,
        dataPoints: [{ asDouble: 0 }],
      });
      expect(metric('process_resident_memory_bytes')?.gauge?.dataPoints[0]?.asDouble).toBeGreaterThan(1e7);
    });

    test('of strangers start traces of their own, and none are made of a part of 0', async () => {
      const untrusting = await start({ TRUST_PROXY: '' });
      const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
      await untrusting.call('GET', '/api/companies/none', undefined, { traceparent });
      await untrusting.end('SIGTERM');
      const found = collector.received.spans.find(({ name }) => name === 'GET /api/companies/:id');
      expect(found).toBeDefined();
      expect([found?.traceId, found?.parentSpanId]).not.toContain('0af7651916cd43dd8448eb211c80319c');
      expect(found?.parentSpanId).toBeUndefined();
      collector.received.spans.length = 0;
      const silent = await start({ OTEL_TRACES_SAMPLER_ARG: '0' });
      await silent.call('GET', '/api/companies/none');
      await silent.end('SIGTERM');
      expect(collector.received.spans).toEqual([]);
      expect(collector.received.metrics.length).toBeGreaterThan(20);
    });

    test('that are refused are told in the log; a collector that is away holds neither requests nor a stop up', async () => {
      collector.received.status = 400;
      const refused = await start({ LOG_LEVEL: 'warn' });
      await refused.call('GET', '/api/companies');
      await expect
        .poll(() => refused.output(), { timeout: 15_000 })
        .toContain('traces or metrics cannot be sent');
      await refused.end('SIGTERM');
      expect(refused.output().match(/cannot be sent/g)).toHaveLength(1);
      const away = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` });
      expect((await away.call('GET', '/api/companies')).status).toBe(200);
      const started = performance.now();
      expect(await away.end('SIGTERM')).toBe(0);
      expect(performance.now() - started).toBeLessThan(8000);
    });
  });
}

// The few types of @opentelemetry/api come with prom-client.
test('nothing of it is in memory without the setting', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-telemetry-'));
  const hook = join(folder, 'hook.mjs');
  writeFileSync(
    hook,
    `import { registerHooks } from 'node:module';
     registerHooks({ load(url, context, next) { if (/@opentelemetry\\/(?!api)|telemetry\\.ts|s3mini|age-encryption/.test(url)) console.log('LOADED ' + url); return next(url, context); } });`,
  );
  const loaded = async (variables: Record<string, string>) => {
    const server = await startProcess(`sqlite:${join(folder, 'test.db')}`, folder, {
      NODE_OPTIONS: `--import ${pathToFileURL(hook)}`,
      ...variables,
    });
    await server.call('GET', '/api/companies');
    await server.end('SIGTERM');
    return server.output().match(/LOADED .*/g) ?? [];
  };
  expect((await loaded({})).filter((line) => !line.endsWith('load-telemetry.ts'))).toEqual([]);
  expect((await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })).join()).toContain('sdk-trace');
  rmSync(folder, { recursive: true });
});
