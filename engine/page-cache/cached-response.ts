import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import fresh from 'fresh';
import { cdnHeaders } from './cdn.ts';
import type { CacheDependencies } from './dependencies.ts';
import { decodeBody, type Encoding, encodeBody, unpooled } from './encoding.ts';

/** Headers that belong to a connection or to one encoding of a body. */
const NOT_CACHED = new Set(['content-length', 'content-encoding', 'transfer-encoding', 'connection', 'date']);
/** Memory of an entry beside its bodies, in bytes. */
const OVERHEAD = 2048;

interface ResponseFacts {
  route: string;
  /** Whether it is a page for readers; other responses are data for programs. */
  isPage: boolean;
  status: number;
  headers: Readonly<Record<string, unknown>>;
  vary: string;
  dependencies: CacheDependencies;
  /** Database revision at rendering. */
  revision: number;
  /** ISO date on which it was made. */
  day: string;
  /** How long a CDN may keep it, in seconds; undefined where none may. */
  cdnSeconds: number | undefined;
}

/** Names and values in turns, as `writeHead` takes them. */
type RawHeaders = string[];

interface EncodedResponse {
  headers: RawHeaders;
  body: Buffer;
}

/** A complete response in the encodings that were asked for so far. */
export class CachedResponse {
  readonly route: string;
  readonly isPage: boolean;
  readonly status: number;
  readonly dependencies: CacheDependencies;
  readonly revision: number;
  readonly day: string;
  readonly etag: string;
  /** Bytes before compression. */
  readonly length: number;
  /** When it was made, by `performance.now()`. */
  readonly at = performance.now();
  readonly #headers: Record<string, string>;
  readonly #cdn: Record<string, string>;
  readonly #encoded: Partial<Record<Encoding, EncodedResponse>>;
  readonly #encoding: Partial<Record<Encoding, Promise<EncodedResponse>>> = {};
  #notModified: RawHeaders | undefined;

  constructor(payload: string | Buffer, facts: ResponseFacts) {
    const { headers, vary, cdnSeconds, dependencies } = facts;
    const body = unpooled(payload);
    this.route = facts.route;
    this.isPage = facts.isPage;
    this.status = facts.status;
    this.dependencies = dependencies;
    this.revision = facts.revision;
    this.day = facts.day;
    this.length = body.length;
    this.#headers = {};
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined && !NOT_CACHED.has(name)) this.#headers[name] = String(value);
    const hash = createHash('sha256')
      .update(body)
      .update(this.#headers['link'] ?? '');
    this.etag = `W/"${hash.digest('base64url').slice(0, 22)}"`;
    Object.assign(this.#headers, {
      'cache-control': 'public, max-age=0, must-revalidate',
      vary,
      etag: this.etag,
    });
    this.#cdn = cdnSeconds === undefined ? {} : cdnHeaders(cdnSeconds, dependencies.tags);
    this.#encoded = { identity: this.#withHeaders(body, 'identity') };
  }

  /** Memory in bytes. */
  get size(): number {
    return Object.values(this.#encoded).reduce((sum, { body }) => sum + body.length, OVERHEAD);
  }

  /** The response in an encoding, where it was encoded before. */
  encodedAlready(encoding: Encoding): EncodedResponse | undefined {
    return this.#encoded[encoding];
  }

  /** The response in an encoding. The uncompressed body is dropped once there is a compressed one. */
  encoded(encoding: Encoding): Promise<EncodedResponse> {
    this.#encoding[encoding] ??= this.#encode(encoding);
    return this.#encoding[encoding];
  }

  async #encode(encoding: Encoding): Promise<EncodedResponse> {
    const known = this.#encoded[encoding];
    if (known) return known;
    const [source = 'identity', { body = Buffer.alloc(0) } = {}] =
      (Object.entries(this.#encoded)[0] as [Encoding, EncodedResponse] | undefined) ?? [];
    const plain = await decodeBody(body, source);
    const encoded = this.#withHeaders(await encodeBody(plain, encoding, { isCached: true }), encoding);
    this.#encoded[encoding] = encoded;
    if (encoding !== 'identity') {
      delete this.#encoded.identity;
      delete this.#encoding.identity;
    }
    return encoded;
  }

  #withHeaders(body: Buffer, encoding: Encoding, more = this.#cdn): EncodedResponse {
    const headers = rawHeaders({ ...this.#headers, ...more, 'content-length': String(body.length) });
    if (encoding !== 'identity') headers.push('content-encoding', encoding);
    return { headers, body };
  }

  /** The same response marked as stale (RFC 7234, section 5.5.1), without permission for a CDN to keep it. */
  async encodedStale(encoding: Encoding): Promise<EncodedResponse> {
    const { body } = await this.encoded(encoding);
    return this.#withHeaders(body, encoding, { warning: '110 - "Response is Stale"' });
  }

  /** Headers of a 304 response. */
  get notModifiedHeaders(): RawHeaders {
    const { 'content-type': _, ...others } = this.#headers;
    this.#notModified ??= rawHeaders({ ...others, ...this.#cdn });
    return this.#notModified;
  }

  /** Whether the client has this response already. */
  isKnownTo({ headers }: IncomingMessage): boolean {
    const known = headers['if-none-match'];
    return (
      known !== undefined && (known === this.etag || fresh({ 'if-none-match': known }, { etag: this.etag }))
    );
  }

  /** Bypasses Fastify's reply: its headers and the results of its hooks are already included. */
  send(request: IncomingMessage, response: ServerResponse, { headers, body }: EncodedResponse): void {
    if (this.isKnownTo(request)) response.writeHead(304, this.notModifiedHeaders).end();
    else response.writeHead(this.status, headers).end(request.method === 'HEAD' ? undefined : body);
  }
}

function rawHeaders(headers: Record<string, string>): RawHeaders {
  const raw: RawHeaders = [];
  for (const name in headers) raw.push(name, headers[name] as string);
  return raw;
}
