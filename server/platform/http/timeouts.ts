import { createServer, type RequestListener, type Server } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { IMPORT_BYTES_MAX } from '../../../core/import-export/rules.ts';
import { MINUTE } from '../../../core/time.ts';
import { after } from '../time/timer.ts';

/** How long the server waits for its clients, in milliseconds. */
export interface Timeouts {
  /** From the connection, or from the first byte of a further request, to the end of the headers. */
  headers: number;
  /** For a body, plus the time of the largest body of the call on the slowest line. */
  body: number;
  /** The slowest line that an upload must succeed on, in bytes a second. */
  line: number;
  /** Between two requests on a connection. */
  idle: number;
  /** Without any progress: ends a response that the client does not read. */
  silence: number;
  /** Interval of the checks of header timeouts. */
  look: number;
}

export const TIMEOUTS: Timeouts = {
  // Browsers and proxies send them in one packet, or a few.
  headers: 20_000,
  body: 20_000,
  // A quarter of a megabit: a page's form has 28 s, the largest import 34 minutes.
  line: 32 * 1024,
  // Longer than the usual 60 s of proxies: who closes a connection must be the one who uses it next.
  idle: 72_000,
  // Also the longest that a handler may take in silence; the import of the largest file takes about a minute.
  silence: 10 * MINUTE,
  look: 5_000,
};

/** node:http's own code for a request that did not come in time. */
const TIMED_OUT = 'ERR_HTTP_REQUEST_TIMEOUT';

const bodyTime = (timeouts: Timeouts, limit: number) => timeouts.body + (limit / timeouts.line) * 1000;

/**
 * HTTP server with connection timeouts. `requestTimeout` is the same for all calls, so it allows for the
 * largest body.
 */
export function serverWithTimeouts(timeouts: Timeouts, listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: timeouts.look,
      requestTimeout: timeouts.headers + bodyTime(timeouts, IMPORT_BYTES_MAX),
      keepAliveTimeout: timeouts.idle,
    },
    listener,
  );
  return server.setTimeout(timeouts.silence);
}

/** Ends requests whose body comes by drips, with 408: each call in the time that its own largest body needs. */
export function endSlowBodies(app: FastifyInstance, timeouts: Timeouts): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    const hasBody =
      Number(request.headers['content-length'] ?? 0) > 0 ||
      request.headers['transfer-encoding'] !== undefined;
    // Injected requests are complete at once.
    if (!hasBody || !(raw.socket instanceof Socket)) return;

    const end = () => {
      const { socket } = raw;
      // The same end as that of slow headers, which node:http finds.
      if (reply.raw.headersSent) socket.destroy();
      else app.server.emit('clientError', Object.assign(new Error('slow'), { code: TIMED_OUT }), socket);
    };
    let timer = after(bodyTime(timeouts, request.routeOptions.bodyLimit ?? 0), end);
    raw.once('close', () => clearTimeout(timer));
    // Answered before its end, as one that nobody may send: the rest is read away, but not for long.
    reply.raw.once('finish', () => {
      clearTimeout(timer);
      if (!raw.complete) timer = after(timeouts.body, end);
    });
  });
}
