import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CachedResponse } from './cached-response.ts';
import type { ReleaseTurn } from './options.ts';

/** The rendering of a response for which other requests may wait. */
interface InFlight {
  slot: string;
  key: string;
  revision: number;
  settle: (response: CachedResponse | undefined) => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    inFlight: InFlight | undefined;
    release: ReleaseTurn | undefined;
  }
}

/** Lets one request render a missing response while the others for the same response wait for the rendering. */
export function createSingleFlight(app: FastifyInstance) {
  app.decorateRequest('inFlight', undefined);
  app.decorateRequest('release', undefined);
  const renderings = new Map<string, Promise<CachedResponse | undefined>>();
  return {
    /** The rendering under way; resolves to undefined where it gave no response that can be stored. */
    renderingOf: (slot: string) => renderings.get(slot),
    begin(request: FastifyRequest, job: Omit<InFlight, 'settle'>): void {
      const { promise, resolve } = Promise.withResolvers<CachedResponse | undefined>();
      renderings.set(job.slot, promise);
      request.inFlight = { ...job, settle: resolve };
    },
    /** Ends the rendering of a request, where there is one, and frees the place in the queue. */
    finish(request: FastifyRequest, response?: CachedResponse): void {
      request.release?.();
      if (!request.inFlight) return;
      renderings.delete(request.inFlight.slot);
      request.inFlight.settle(response);
      request.inFlight = undefined;
    },
  };
}
