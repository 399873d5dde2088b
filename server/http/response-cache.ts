import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { LANGUAGES, type Language, pathLanguage } from '../../core/languages.ts';
import { problem } from '../../core/problem.ts';
import { requestLanguage } from '../../core/request-language.ts';
import { yearOf } from '../clock.ts';
import { databaseProblem } from '../database/failure.ts';
import { MOVING_FOR, SHOWS_ALL, type Shown, type Topic } from '../database/topics.ts';
import type { Database } from '../database/types.ts';
import { BUSY_POLICY, busyPage } from './busy-page.ts';
import { cdnHeaders } from './cdn.ts';
import { acceptedEncoding, decodeBody, type Encoding, encodeBody, inOwnMemory } from './compression.ts';
import { lineOf } from './network.ts';
import { createRemaker } from './remake.ts';
import type { Leave, RenderGate } from './render-gate.ts';

const textsSchema = z.object({ problem: z.object({ unavailable: z.string() }) });

/** Bytes of cached responses, all forms together. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Bytes that an entry takes beside those that are sent. */
const BESIDE = 1536;
/** What is kept of what answers have in common: a few for each route. */
const COMMONS = 200;
/** Headers that are an answer's own. */
const OWN_HEADERS = new Set(['content-security-policy', 'link', 'x-total-count']);
/** Headers that are made anew for each form of an answer; all others are kept as they are. */
const OF_A_FORM = new Set(['content-length', 'content-encoding', 'transfer-encoding', 'connection', 'date']);

/** What many answers have in common: one for all of them. */
interface Common {
  /** For readers, not for programs. */
  isPage: boolean;
  route: string;
  status: number;
  headers: Record<string, string>;
}

/** What is known of an answer besides its bytes. */
interface Made {
  common: Common;
  revision: number;
  /** When it was made, on the clock of the process, in milliseconds; where its parts were drawn anew, the rest of it. */
  at: number;
  /** The revision that the numbers are of which it may show a minute long. */
  movingOf: number;
  shown: Shown;
  day: string;
  /** Headers beside those in common. */
  headers: Record<string, string>;
  /** The ETag as it is sent. */
  tag: string;
  /** Uncompressed, in bytes. */
  length: number;
}

interface Entry extends Made {
  /** Headers for a CDN that may keep it. */
  cdn: Record<string, string> | undefined;
  /** What it is made of in other encodings: itself, until it is there in a smaller form. */
  source: { body: Buffer; encoding: Encoding };
  making: Partial<Record<Encoding, Promise<Form>>>;
  /** What is sent in each encoding, once it is made: cached responses then cost no more than their bytes. */
  ready: Partial<Record<Encoding, Form>>;
  /** Headers for a reader who has it, once they were sent. */
  notModified?: RawHeaders;
  /** What was known of changes when it was last found unchanged. */
  unchangedAt: number;
  /** Whether numbers that it shows have moved: they do not move back. */
  hasMoved: boolean;
}

interface Form {
  headers: RawHeaders;
  body: Buffer;
}

/** Names and values in turns: what node:http sends with the least work. */
type RawHeaders = string[];

interface Computing {
  slot: string;
  key: string;
  revision: number;
  /** What was kept of a page of which only parts have changed since. */
  before: Entry | undefined;
  settle: (entry: Entry | undefined) => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    computing: Computing | undefined;
    leave: Leave | undefined;
    /** For its turn at the gate. */
    waits: boolean;
    /** What the answer shows, where its call says so, or its page gathered it. */
    shown: Shown | undefined;
  }
  interface FastifyContextConfig {
    /** Whether making the answer is work of which only a little is done at once: a page. */
    gated?: boolean;
  }
}

/** Set while a page is rendered in the background because its numbers moved: it is not answered with itself. */
const revalidating = new AsyncLocalStorage<true>();

/** While a page is made: what the answers that it is made of show. */
const gathering = new AsyncLocalStorage<{
  on: Set<Topic>;
  moving: Set<Topic>;
  part: Set<Topic>;
  daily: boolean;
  revision: number;
  /** What several of those answers are made of. */
  once: Map<string, Promise<unknown>>;
}>();

/**
 * Makes a page of answers of this process, and notes on its request what all of them show.
 * @param rest what the rest of the page shows, of which only parts are made
 */
export async function gatherShown<T>(
  request: FastifyRequest,
  make: () => Promise<T>,
  rest?: Shown,
): Promise<T> {
  const on = new Set(rest && besideParts(rest));
  const moving = new Set(rest?.moving);
  const part = new Set<Topic>();
  const daily = rest?.daily ?? false;
  const page = { on, moving, part, daily, revision: Number.POSITIVE_INFINITY, once: new Map() };
  const made = await gathering.run(page, make);
  const parts = [...part].filter((topic) => !on.has(topic));
  request.shown = { on: [...on, ...parts], moving: [...moving], daily: page.daily, parts };
  if (request.computing) request.computing.revision = Math.min(request.computing.revision, page.revision);
  return made;
}

/**
 * Makes a page of what was kept of it, where only parts of it have changed since.
 * @param redraw draws those anew
 * @returns undefined where it is to be made as a whole
 */
export async function makeFromKept(
  request: FastifyRequest,
  redraw: (html: string) => Promise<string | undefined>,
): Promise<{ headers: Record<string, string>; html: string } | undefined> {
  const job = request.computing;
  if (!job?.before) return undefined;
  const { source, common, headers, shown } = job.before;
  const html = await gatherShown(
    request,
    async () => redraw((await decodeBody(source.body, source.encoding)).toString()),
    shown,
  ).catch((error: unknown) => {
    // Making the whole page tells its reader what is wrong.
    request.log.warn({ reason: String(error) }, 'the parts of a kept page could not be drawn');
    return undefined;
  });
  if (html !== undefined) return { headers: { ...common.headers, ...headers }, html };
  job.before = undefined;
  return undefined;
}

/** What a page shows whatever its parts do. */
const besideParts = ({ on, parts = [] }: Shown) => on.filter((topic) => !parts.includes(topic));

/**
 * Notes what the answers show that are asked for within otherwise: as that of a part which can be drawn anew
 * alone, or as numbers that move.
 */
export async function gatherAs<T>(what: 'part' | 'moving', make: () => Promise<T>): Promise<T> {
  const page = gathering.getStore();
  if (!page) return make();
  const own = { ...page, on: page[what] };
  const made = await gathering.run(own, make);
  page.daily ||= own.daily;
  page.revision = Math.min(page.revision, own.revision);
  return made;
}

/**
 * Notes what an answer shows on the page that is being made of it.
 * @param revision of the answer, where it is known to be old
 */
export function gather({ on, moving = [], daily = false }: Shown, revision = Number.POSITIVE_INFINITY): void {
  const page = gathering.getStore();
  if (!page) return;
  page.revision = Math.min(page.revision, revision);
  page.daily ||= daily;
  for (const topic of on) page.on.add(topic);
  for (const topic of moving) page.moving.add(topic);
}

/** Reads what several answers of the page that is being made are made of once for all of them. */
export function onceForPage<T>(key: string, read: () => Promise<T>): Promise<T> {
  const page = gathering.getStore();
  if (!page) return read();
  const value = (page.once.get(key) as Promise<T> | undefined) ?? read();
  page.once.set(key, value);
  return value;
}

/** Answers a request, or tells that it cannot. */
export type AnswerCached = (request: IncomingMessage, response: ServerResponse) => boolean;

interface Options {
  database: Database;
  today: () => string;
  /** Told of each request that is answered past the routing, because no hook hears of it. */
  onCached: (request: IncomingMessage, route: string, status: number) => void;
  /** Where requests wait for their turn: for a page, or for what the API computes. */
  gates: { page: RenderGate; call: RenderGate };
  /** How long a page shows numbers that move all the time as they were, in milliseconds. */
  movingFor?: number;
  /** Bytes of memory for what is kept. */
  memory?: number;
  /** How long a CDN may keep a page, in seconds; without it none is told to. */
  cdnSeconds?: number | undefined;
}

/** How long the revision is waited for where something older can be served, in milliseconds. */
const REVISION_WITHIN = 1000;
/** How long nobody waits for it again, once it did not come. */
const AWAY_FOR = 1000;

/** After so many seconds somebody who found no room may come again. */
const COME_AGAIN = 2;

/**
 * Keeps public GET answers, JSON and HTML, by address and language, with ETag and compressed forms,
 * until the directory's revision changes. Of requests for the same missing answer one computes it
 * and the others wait for it. A call with an Authorization header passes by, and an answer that says
 * that it is private is not kept.
 * @returns what answers before a request is routed, where the answer is kept and known to be fresh
 */
export function cacheResponses(
  app: FastifyInstance,
  { database, today, onCached, gates, movingFor = MOVING_FOR, memory = MAX_BYTES, cdnSeconds }: Options,
): AnswerCached {
  const entries = new LRUCache<string, Entry>({
    maxSize: memory,
    sizeCalculation: sizeOf,
  });
  /** Makes a form, and lets go of what a smaller one can be made into again. */
  const formOf = async (key: string, entry: Entry, encoding: Encoding): Promise<Form> => {
    entry.making[encoding] ??= makeForm(entry, encoding);
    const form = await entry.making[encoding];
    entry.ready[encoding] = form;
    if (entry.source.encoding === 'identity' && encoding !== 'identity')
      entry.source = { body: form.body, encoding };
    // Another size than before.
    if (entries.peek(key) === entry) entries.set(key, { ...entry });
    return form;
  };
  const computing = new Map<string, Promise<Entry | undefined>>();
  let closing = false;

  const stateOf = (entry: Entry) => {
    const { day, shown, revision, movingOf, common, at } = entry;
    const { isChanged, changes } = database.revision;
    if (day !== today() && (shown.daily || yearOf(day) !== yearOf(today()))) return 'stale';
    const known = changes();
    if (entry.unchangedAt !== known) {
      if (isChanged(shown.on, revision)) return 'stale';
      entry.unchangedAt = known;
    }
    if (!shown.moving || (common.isPage && performance.now() - at < movingFor)) return 'good';
    entry.hasMoved ||= isChanged(shown.moving, movingOf);
    if (!entry.hasMoved) return 'good';
    return common.isPage ? 'moved' : 'stale';
  };
  /**
   * Whether nothing has changed of a page but what parts of it show. Its numbers are of today at least; a CDN,
   * which would not come again for those of now, gets all of it anew.
   */
  const isGoodButParts = (entry: Entry) =>
    (entry.shown.parts ?? []).length > 0 &&
    entry.day === today() &&
    entry.cdn === undefined &&
    !database.revision.isChanged(besideParts(entry.shown), entry.revision);
  /** What may be sent. A page of which only numbers moved is, and is made anew behind the request. */
  const sendable = (key: string, entry: Entry | undefined): Entry | undefined => {
    const state = entry && stateOf(entry);
    if (state !== 'moved') return state === 'good' ? entry : undefined;
    if (revalidating.getStore()) return undefined;
    remaker.add(key);
    return entry;
  };
  const remaker = createRemaker((key) => {
    const [language = '', url = ''] = key.split(' ');
    const headers = { 'accept-language': language, 'accept-encoding': 'br' };
    return revalidating.run(true, async () => void (await app.askInside(url, headers)));
  });

  // While the database is away, everything that is kept is served as it is.
  let awayUntil = 0;
  const revisionSoon = async (): Promise<number | undefined> => {
    const known = database.revision.known();
    if (known !== undefined || performance.now() < awayUntil) return known;
    try {
      const late = setTimeout(REVISION_WITHIN, undefined, { ref: false });
      const revision = await Promise.race([database.revision.current(), late]);
      if (revision !== undefined) return revision;
    } catch (error) {
      if (!databaseProblem(error)) throw error;
    }
    awayUntil = performance.now() + AWAY_FOR;
    return undefined;
  };

  /** Serves what was kept before the last change, marked so (RFC 7234, 5.5.1): it is better than nothing. */
  async function sendStale(request: FastifyRequest, reply: FastifyReply, key: string, entry: Entry) {
    const encoding = acceptedEncoding(request.raw, entry.length);
    const { body } = await formOf(key, entry, encoding);
    // No CDN is to keep it.
    const stale = { ...entry, cdn: undefined };
    const headers = [...headersOf(stale, body, encoding), 'warning', '110 - "Response is Stale"'];
    // A page that is made of it is as old.
    gather(entry.shown, entry.revision);
    reply.hijack();
    sendForm(request.raw, reply.raw, entry, { headers, body });
    return reply;
  }

  app.decorateRequest('computing', undefined);
  app.decorateRequest('leave', undefined);
  app.decorateRequest('waits', false);
  app.decorateRequest('shown', undefined);

  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.cached || !mayBeKept(request.raw)) return;
    const key = cacheKey(request.raw);
    const kept = entries.get(key);
    const revision = kept ? await revisionSoon() : await database.revision.current();
    if (kept && revision === undefined) return sendStale(request, reply, key, kept);
    let entry = sendable(key, entries.get(key));
    // Who asks after a change does not wait for what was begun before it.
    const slot = `${revision} ${key}`;
    while (!entry) {
      const waiting = computing.get(slot);
      if (waiting) {
        entry = await waiting;
        continue;
      }
      const { gated } = request.routeOptions.config;
      const last = entries.get(key) ?? kept;
      // Behind a request it is made anew because of its numbers.
      const before = last && !revalidating.getStore() && isGoodButParts(last) ? last : undefined;
      begin(request, { slot, key, revision: revision ?? 0, before });
      request.waits = true;
      request.leave = await gates[gated ? 'page' : 'call'].enter(lineOf(request.ip));
      request.waits = false;
      if (request.leave && request.computing) return;
      const isGone = !request.computing;
      finish(request);
      // Hung up while waiting.
      if (isGone) return reply.hijack();
      const old = entries.get(key);
      if (old) return sendStale(request, reply, key, old);
      if (gated) return sendBusy(request, reply);
      throw problem('unavailable', 'Too many requests are waiting; try again in a moment.', {
        retryAfter: COME_AGAIN,
      });
    }
    gather(entry.shown);
    const encoding = acceptedEncoding(request.raw, entry.length);
    const form = readyForm(entry, encoding) ?? (await formOf(key, entry, encoding));
    // Everything that the hooks would add was kept with it.
    reply.hijack();
    sendForm(request.raw, reply.raw, entry, form);
    return reply;
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const job = request.computing;
    const mayNotBeKept = /private|no-store/.test(String(reply.getHeader('cache-control') ?? ''));
    if (
      !job ||
      mayNotBeKept ||
      reply.statusCode !== 200 ||
      (typeof payload !== 'string' && !Buffer.isBuffer(payload))
    ) {
      finish(request);
      gather(SHOWS_ALL);
      return payload;
    }
    const entry = makeEntry(request, reply, payload, { ...job, day: today() }, cdnSeconds);
    gather(entry.shown);
    entries.set(job.key, entry);
    // Parts that are drawn anew bring no numbers: those follow behind the request.
    if (job.before && stateOf(entry) === 'moved') remaker.add(job.key);
    finish(request, entry);
    if (isFresh(request.raw, entry)) {
      setHeaders(
        reply.code(304).removeHeader('content-type').removeHeader('content-length'),
        notModified(entry),
      );
      return '';
    }
    const form = await formOf(job.key, entry, acceptedEncoding(request.raw, entry.length));
    setHeaders(reply.code(entry.common.status), form.headers);
    return form.body;
  });

  const begin = (request: FastifyRequest, { slot, ...job }: Omit<Computing, 'settle'>) => {
    let settle: Computing['settle'] = () => {};
    computing.set(
      slot,
      new Promise((resolve) => {
        settle = resolve;
      }),
    );
    request.computing = { slot, ...job, settle };
  };
  const finish = (request: FastifyRequest, entry?: Entry) => {
    request.leave?.();
    if (!request.computing) return;
    computing.delete(request.computing.slot);
    request.computing.settle(entry);
    request.computing = undefined;
  };
  app.addHook('onResponse', async (request) => finish(request));
  app.addHook('onTimeout', async (request) => finish(request));
  // Whoever hangs up ends no work that has begun: until it comes to its answer it has its place, or
  // hanging up would be the way past the gate.
  app.addHook('onRequestAbort', async (request) => {
    if (request.waits) finish(request);
  });
  // Fastify tells clients to close their connections while it stops.
  app.addHook('preClose', async () => {
    closing = true;
    await remaker.stop();
  });

  return (request, response) => {
    if (closing || !mayBeKept(request)) return false;
    if (database.revision.known() === undefined) return false;
    const key = cacheKey(request);
    const entry = sendable(key, entries.get(key));
    const form = entry && readyForm(entry, acceptedEncoding(request, entry.length));
    if (!entry || !form) return false;
    sendForm(request, response, entry, form);
    onCached(request, entry.common.route, response.statusCode);
    return true;
  };
}

/** What answers have in common, by its JSON. */
const commons = new LRUCache<string, Common>({ max: COMMONS, memoMethod: (json) => JSON.parse(json) });
/** What a call answers may depend on who asks; a page is the same for everybody. */
function mayBeKept({ method, headers, url = '' }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    (headers.authorization === undefined || !url.startsWith('/api/'))
  );
}

/** Says in a page that there is no room, and asks again by itself. */
function sendBusy(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { cookie, 'accept-language': acceptLanguage } = request.headers;
  const language = requestLanguage({ pathname: request.url, cookie, acceptLanguage });
  return reply
    .code(503)
    .header('retry-after', COME_AGAIN)
    .header('cache-control', 'no-store')
    .header('content-security-policy', BUSY_POLICY)
    .type('text/html; charset=utf-8')
    .send(busyPage(language, BUSY[language], COME_AGAIN));
}

/** What the pages say themselves where the service has no room. */
const BUSY = Object.fromEntries(
  LANGUAGES.map((language) => {
    const file = new URL(`../../web/i18n/locales/${language}/on-demand/problems.json`, import.meta.url);
    return [language, textsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).problem.unavailable];
  }),
) as Record<Language, string>;

/** An unprefixed page is another one in each language; an API address names its language itself. */
function cacheKey({ url = '', headers }: IncomingMessage): string {
  if (url.startsWith('/api/')) return url;
  const { cookie, 'accept-language': acceptLanguage } = headers;
  return `${requestLanguage({ pathname: url, cookie, acceptLanguage })} ${url}`;
}

/** What an answer depends on beside its address. */
function varyOf(request: FastifyRequest): string {
  return request.url.startsWith('/api/') || pathLanguage(request.url.split('?')[0] ?? '')
    ? 'Accept-Encoding'
    : 'Accept-Encoding, Accept-Language, Cookie';
}

function makeEntry(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string | Buffer,
  { revision, day, before }: Pick<Computing, 'revision' | 'before'> & { day: string },
  cdnSeconds: number | undefined,
): Entry {
  const body = inOwnMemory(payload);
  const headers: Record<string, string> = {};
  const inCommon: Record<string, string> = {};
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value === undefined || OF_A_FORM.has(name)) continue;
    (OWN_HEADERS.has(name) ? headers : inCommon)[name] = String(value);
  }
  inCommon['cache-control'] = 'public, max-age=0, must-revalidate';
  inCommon['vary'] = varyOf(request);
  const hash = createHash('sha256')
    .update(body)
    .update(headers['link'] ?? '')
    .digest('base64url')
    .slice(0, 22);
  const common: Common = {
    isPage: Boolean(request.routeOptions.config.gated),
    route: request.routeOptions.url ?? 'none',
    status: reply.statusCode,
    headers: inCommon,
  };
  return entryOf(
    {
      common: commons.memo(JSON.stringify(common)),
      revision,
      at: before?.at ?? performance.now(),
      movingOf: before?.movingOf ?? revision,
      shown: request.shown ?? SHOWS_ALL,
      day: before?.day ?? day,
      headers,
      tag: `W/"${hash}"`,
      length: body.length,
    },
    { body, encoding: 'identity' },
    cdnSeconds,
  );
}

function entryOf(made: Made, source: Entry['source'], cdnSeconds: number | undefined): Entry {
  const { common, shown } = made;
  // What depends on a cookie is for no CDN, and what the API answers is asked for right after a write.
  const isForCdn = cdnSeconds !== undefined && common.isPage && common.headers['vary'] === 'Accept-Encoding';
  return {
    ...made,
    cdn: isForCdn ? cdnHeaders(cdnSeconds, shown) : undefined,
    source,
    making: {},
    ready: {},
    unchangedAt: -1,
    hasMoved: false,
  };
}

/** Memory of an entry, in bytes. */
function sizeOf({ source, ready }: Entry, key: string): number {
  const bodies = new Set([source.body, ...Object.values(ready).map(({ body }) => body)]);
  return [...bodies].reduce((sum, { length }) => sum + length, key.length + BESIDE);
}

/** An answer in one encoding, with its headers; undefined where it is still to be encoded. */
function readyForm(entry: Entry, encoding: Encoding): Form | undefined {
  const { body, encoding: from } = entry.source;
  // As it was read from the disk.
  if (from === encoding) entry.ready[encoding] ??= { headers: headersOf(entry, body, encoding), body };
  return entry.ready[encoding];
}

async function makeForm(entry: Entry, encoding: Encoding): Promise<Form> {
  const { body: made, encoding: from } = entry.source;
  const body =
    from === encoding ? made : await encodeBody(await decodeBody(made, from), encoding, { isCached: true });
  return { headers: headersOf(entry, body, encoding), body };
}

function headersOf(
  { common, headers, tag, cdn }: Pick<Entry, 'common' | 'headers' | 'tag' | 'cdn'>,
  body: Buffer,
  encoding: Encoding,
): RawHeaders {
  const all = [
    ...rawHeaders({ ...common.headers, ...headers, etag: tag, ...cdn }),
    'content-length',
    String(body.length),
  ];
  if (encoding !== 'identity') all.push('content-encoding', encoding);
  return all;
}

/** Those of an answer that is what its reader has. */
function notModified(entry: Entry): RawHeaders {
  const make = () => {
    const { 'content-type': _, ...others } = entry.common.headers;
    return rawHeaders({ ...others, ...entry.headers, etag: entry.tag, ...entry.cdn });
  };
  entry.notModified ??= make();
  return entry.notModified;
}

function rawHeaders(headers: Record<string, string>): RawHeaders {
  const raw: RawHeaders = [];
  for (const name in headers) raw.push(name, headers[name] as string);
  return raw;
}

function setHeaders(reply: FastifyReply, headers: RawHeaders): void {
  for (let i = 0; i < headers.length; i += 2) reply.header(headers[i] ?? '', headers[i + 1]);
}

function isFresh(request: IncomingMessage, { tag }: Entry): boolean {
  const known = request.headers['if-none-match'];
  return known !== undefined && (known === tag || fresh({ 'if-none-match': known }, { etag: tag }));
}

/** Sends a cached response past Fastify's own sending. */
function sendForm(request: IncomingMessage, response: ServerResponse, entry: Entry, form: Form): void {
  if (isFresh(request, entry)) {
    response.writeHead(304, notModified(entry)).end();
    return;
  }
  response
    .writeHead(entry.common.status, form.headers)
    .end(request.method === 'HEAD' ? undefined : form.body);
}
