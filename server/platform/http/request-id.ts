import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Header of the id, of requests and answers. */
export const REQUEST_ID_HEADER = 'x-request-id';
/** Ids of clients that are taken over: nothing that a log, a shell or a page would have to escape. */
const CLIENT_ID = /^[\w-]{1,64}$/;

const requestIds = new WeakMap<IncomingMessage, string>();

/** Id of a request in log, answer and problem: the client's own where it is usable, else a random one. */
export function requestIdOf(request: IncomingMessage): string {
  const known = requestIds.get(request);
  if (known !== undefined) return known;
  const given = request.headers[REQUEST_ID_HEADER];
  const id = typeof given === 'string' && CLIENT_ID.test(given) ? given : randomUUID();
  requestIds.set(request, id);
  return id;
}

/** Sets the id on all routed answers. Registered after the page cache, which keeps the headers that are set before. */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    done(null, payload);
  });
}
