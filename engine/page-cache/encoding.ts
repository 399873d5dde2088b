import type { IncomingMessage } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliDecompress,
  constants,
  createBrotliCompress,
  createGzip,
  gunzip,
  gzip,
} from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

/** Smaller bodies gain nothing from compression. */
const COMPRESS_FROM = 1024;
/** Brotli and gzip levels for a cached body, which is encoded once and sent often. */
const CACHED_QUALITY = 5;
const CACHED_LEVEL = 6;
/** Levels for a body that is sent once. */
const SINGLE_QUALITY = 3;
const SINGLE_LEVEL = 4;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const unbrotlied = promisify(brotliDecompress);
const ungzipped = promisify(gunzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** Encodings that the server offers, best first. */
const ENCODINGS: Encoding[] = ['br', 'gzip'];

/** The best encoding by Accept-Encoding; browsers send few different ones. */
const encodings = new LRUCache<string, Encoding>({
  max: 100,
  memoMethod(accepted) {
    const taken = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(ENCODINGS);
    return ENCODINGS.find((encoding) => taken.includes(encoding)) ?? 'identity';
  },
});

/** The encoding for a body. @param length of the body in bytes */
export function acceptedEncoding({ headers }: Pick<IncomingMessage, 'headers'>, length: number): Encoding {
  const accepted = headers['accept-encoding'];
  return length >= COMPRESS_FROM && typeof accepted === 'string' ? encodings.memo(accepted) : 'identity';
}

export async function encodeBody(
  body: Buffer,
  encoding: Encoding,
  { isCached }: { isCached: boolean },
): Promise<Buffer> {
  if (encoding === 'identity') return body;
  if (encoding === 'gzip') {
    const encoded = await gzipped(body, { level: isCached ? CACHED_LEVEL : SINGLE_LEVEL });
    return isCached ? unpooled(encoded) : encoded;
  }
  const encoded = await brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: isCached ? CACHED_QUALITY : SINGLE_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
  return isCached ? unpooled(encoded) : encoded;
}

/**
 * A copy outside of Node's buffer pools, for bodies that are cached: small buffers, and the results of zlib, are slices
 * of blocks of up to 64 KiB, which stay in memory as long as one slice does.
 */
export function unpooled(content: string | Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(Buffer.byteLength(content));
  if (typeof content === 'string') copy.write(content);
  else content.copy(copy);
  return copy;
}

/** Undoes `encodeBody`. */
export async function decodeBody(encoded: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return encoded;
  return encoding === 'gzip' ? ungzipped(encoded) : unbrotlied(encoded);
}

/** Media types of text; an event stream has to arrive event by event. */
const TEXT_TYPES =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)\b|image\/svg\+xml\b)/;

/**
 * Compresses every response of text that is not compressed yet: what the page cache does not keep, such as private
 * pages, errors and the console's lists. No response repeats a secret of its request, so their lengths reveal
 * nothing (BREACH).
 */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (
      request.method !== 'GET' ||
      !TEXT_TYPES.test(type) ||
      reply.hasHeader('content-encoding') ||
      reply.hasHeader('content-range') ||
      // The page cache has compressed it, or the client does not accept that.
      reply.hasHeader('etag')
    )
      return payload;
    varyByEncoding(reply);
    if (payload instanceof Readable) {
      const length = reply.getHeader('content-length');
      const encoding = acceptedEncoding(
        request.raw,
        length === undefined ? Number.POSITIVE_INFINITY : Number(length),
      );
      if (encoding === 'identity') return payload;
      reply.header('content-encoding', encoding).removeHeader('content-length');
      // An error of the source destroys the stream that is sent.
      return pipeline(payload, encoder(encoding), () => {});
    }
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    const body = Buffer.from(payload);
    const encoding = acceptedEncoding(request.raw, body.length);
    if (encoding === 'identity') return payload;
    reply.header('content-encoding', encoding).removeHeader('content-length');
    return encodeBody(body, encoding, { isCached: false });
  });
}

function varyByEncoding(reply: FastifyReply): void {
  const vary = String(reply.getHeader('vary') ?? '');
  if (/\baccept-encoding\b/i.test(vary)) return;
  reply.header('vary', vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding');
}

function encoder(encoding: Exclude<Encoding, 'identity'>) {
  if (encoding === 'gzip') return createGzip({ level: SINGLE_LEVEL });
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: SINGLE_QUALITY } });
}
