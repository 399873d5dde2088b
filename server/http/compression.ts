import { transcode } from 'node:buffer';
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
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

/** Smaller bodies gain nothing from compression. */
const COMPRESS_FROM = 1024;
/** Levels of brotli and gzip for an answer that is kept: made once per revision, so a little more than the fastest. */
const CACHED_QUALITY = 5;
const CACHED_LEVEL = 6;
/** And for one that is made for a single request. */
const SINGLE_QUALITY = 3;
const SINGLE_LEVEL = 4;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const unbrotlied = promisify(brotliDecompress);
const ungzipped = promisify(gunzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** What is offered, best first. */
const OFFERED: Encoding[] = ['br', 'gzip'];

/** The best encoding by Accept-Encoding; browsers send few different ones. */
const encodings = new LRUCache<string, Encoding>({
  max: 100,
  memoMethod(accepted) {
    const taken = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(OFFERED);
    return OFFERED.find((encoding) => taken.includes(encoding)) ?? 'identity';
  },
});

/** How a body of a length, in bytes, is sent to who asks. */
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
    return isCached ? inOwnMemory(encoded) : encoded;
  }
  const encoded = await brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: isCached ? CACHED_QUALITY : SINGLE_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
  return isCached ? inOwnMemory(encoded) : encoded;
}

/**
 * The bytes in memory of their own, for what is kept: Node makes buffers of up to 32 KiB, and zlib's
 * results, as parts of 64 KiB, which are kept whole as long as one part of them is. Texts are made bytes by
 * `transcode`, which for those that are not Latin alone takes half as long as to write them into a buffer.
 */
export function inOwnMemory(content: string | Buffer): Buffer {
  if (typeof content === 'string')
    return transcode(Buffer.from(content.toWellFormed(), 'utf16le'), 'utf16le', 'utf8');
  const own = Buffer.allocUnsafeSlow(content.length);
  content.copy(own);
  return own;
}

/** The body that was encoded. */
export async function decodeBody(encoded: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return encoded;
  return encoding === 'gzip' ? ungzipped(encoded) : unbrotlied(encoded);
}

/**
 * Compresses the answers of the API that are kept for nobody: an administrator's lists are the
 * longest of all. No answer repeats a token of its request, so that their lengths tell nothing.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (
      request.method !== 'GET' ||
      !/^(?:application\/json|text\/csv)\b/.test(type) ||
      reply.hasHeader('content-encoding') ||
      reply.hasHeader('etag')
    )
      return payload;
    reply.header('vary', 'Accept-Encoding');
    if (payload instanceof Readable) {
      const encoding = acceptedEncoding(request.raw, Number.POSITIVE_INFINITY);
      if (encoding === 'identity') return payload;
      reply.header('content-encoding', encoding);
      // A file that breaks off breaks off compressed, too: its error is told by the stream that is sent.
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

function encoder(encoding: Exclude<Encoding, 'identity'>) {
  if (encoding === 'gzip') return createGzip({ level: SINGLE_LEVEL });
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: SINGLE_QUALITY } });
}
