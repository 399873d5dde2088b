import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { pathLanguage, requestLanguage } from '../core/languages.ts';
import type { Database } from './database/open.ts';

/** Bytes of kept answers, all forms together. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Smaller bodies gain nothing from compression. */
const COMPRESS_FROM = 1024;
/** Brotli's level: made once per revision, so a little more than the fastest. */
const BROTLI_QUALITY = 5;
/** Headers of an answer that are kept with it. */
const KEPT_HEADERS = [
  'content-type',
  'content-security-policy',
  'link',
  'x-total-count',
  'content-language',
] as const;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

type Encoding = 'br' | 'gzip' | 'identity';

interface Entry {
  revision: number;
  status: number;
  headers: Record<string, string>;
  etag: string;
  body: Buffer;
  compressed: Partial<Record<Encoding, Promise<Buffer>>>;
}

interface Computing {
  key: string;
  revision: number;
  settle: (entry: Entry | undefined) => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    computing: Computing | undefined;
  }
}

/**
 * Keeps public GET answers, JSON and HTML, by address and language, with ETag and compressed forms,
 * until the directory's revision changes. Of requests for the same missing answer one computes it
 * and the others wait for it. A request with an Authorization header passes by.
 */
export function cacheResponses(app: FastifyInstance, database: Database, today: () => string): void {
  const entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    // Three forms at most; the compressed ones are a fraction of the body.
    sizeCalculation: (entry, key) => Math.ceil(entry.body.length * 1.6) + key.length + 1024,
  });
  const computing = new Map<string, Promise<Entry | undefined>>();

  app.decorateRequest('computing', undefined);

  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    if (!request.routeOptions.config.cached || request.headers.authorization) return;
    // Figures of today and ages in years are other ones tomorrow.
    const key = `${today()} ${cacheKey(request)}`;
    const revision = await database.revision();
    let entry = entries.get(key);
    if (!entry || entry.revision !== revision) {
      const waiting = computing.get(key);
      if (!waiting) {
        let settle: Computing['settle'] = () => {};
        computing.set(
          key,
          new Promise((resolve) => {
            settle = resolve;
          }),
        );
        request.computing = { key, revision, settle };
        return;
      }
      entry = await waiting;
      if (!entry) return;
    }
    return sendEntry(request, reply, entry);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const job = request.computing;
    if (!job || reply.statusCode !== 200 || (typeof payload !== 'string' && !Buffer.isBuffer(payload)))
      return payload;
    const entry = makeEntry(reply, payload, job.revision);
    entries.set(job.key, entry);
    finish(request, entry);
    return prepareEntry(request, reply, entry);
  });

  const finish = (request: FastifyRequest, entry?: Entry) => {
    if (!request.computing) return;
    computing.delete(request.computing.key);
    request.computing.settle(entry);
    request.computing = undefined;
  };
  app.addHook('onResponse', async (request) => finish(request));
  app.addHook('onRequestAbort', async (request) => finish(request));
  app.addHook('onTimeout', async (request) => finish(request));
}

/** An unprefixed page is another one in each language; an API address names its language itself. */
function cacheKey(request: FastifyRequest): string {
  if (request.url.startsWith('/api/')) return request.url;
  const { cookie, 'accept-language': acceptLanguage } = request.headers;
  return `${requestLanguage({ pathname: request.url, cookie, acceptLanguage })} ${request.url}`;
}

function makeEntry(reply: FastifyReply, payload: string | Buffer, revision: number): Entry {
  const body = Buffer.from(payload);
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  const hash = createHash('sha256')
    .update(body)
    .update(headers['link'] ?? '')
    .digest('base64url')
    .slice(0, 22);
  return { revision, status: reply.statusCode, headers, etag: hash, body, compressed: {} };
}

function compressedBody(entry: Entry, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return Promise.resolve(entry.body);
  entry.compressed[encoding] ??=
    encoding === 'br'
      ? brotli(entry.body, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: entry.body.length,
          },
        })
      : gzipped(entry.body, { level: 6 });
  return entry.compressed[encoding];
}

function acceptedEncoding(request: FastifyRequest, entry: Entry): Encoding {
  if (entry.body.length < COMPRESS_FROM) return 'identity';
  const accepted = request.headers['accept-encoding'];
  if (typeof accepted !== 'string') return 'identity';
  const refused = (name: string) => new RegExp(`\\b${name}\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$)`).test(accepted);
  if (/\bbr\b/.test(accepted) && !refused('br')) return 'br';
  if (/\bgzip\b/.test(accepted) && !refused('gzip')) return 'gzip';
  return 'identity';
}

/** Sets the headers for an entry and returns the body to send. */
async function prepareEntry(
  request: FastifyRequest,
  reply: FastifyReply,
  entry: Entry,
): Promise<Buffer | string> {
  const encoding = acceptedEncoding(request, entry);
  const etag = `W/"${entry.etag}"`;
  reply.code(entry.status).headers(entry.headers);
  reply.header('etag', etag);
  reply.header('cache-control', 'public, max-age=0, must-revalidate');
  reply.header(
    'vary',
    request.url.startsWith('/api/') || pathLanguage(request.url.split('?')[0] ?? '')
      ? 'Accept-Encoding'
      : 'Accept-Encoding, Accept-Language, Cookie',
  );
  if (isFresh(request, entry.etag)) {
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return '';
  }
  const body = await compressedBody(entry, encoding);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  reply.header('content-length', body.length);
  return body;
}

function isFresh(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match'];
  if (!known) return false;
  return known.split(',').some((tag) => {
    const trimmed = tag.trim();
    return trimmed === '*' || trimmed === `W/"${etag}"` || trimmed === `"${etag}"`;
  });
}

async function sendEntry(request: FastifyRequest, reply: FastifyReply, entry: Entry): Promise<FastifyReply> {
  return reply.send(await prepareEntry(request, reply, entry));
}
