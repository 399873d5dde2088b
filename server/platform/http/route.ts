import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type CacheDependencies, trackDependencies } from '#engine/page-cache';
import { calls } from '../../../core/api/calls.ts';
import { type Call, type HandlerInput, queryTexts } from '../../../core/call.ts';
import { refusedFields } from '../../../core/problem.ts';
import { checkWith } from '../../../core/refusal.ts';
import type { SecurityActor } from '../../../core/security-log/rules.ts';
import { DEPENDS_ON_ALL } from '../database/cache-tags.ts';
import type { AuthoredUnit, Db } from '../database/types.ts';
import type { RequestLimits } from '../limits/limits.ts';
import { announcePage, type PageCount } from './list-headers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The calls that pages are made of, by name. */
    readonly forPages: Map<string, AnswerPage>;
  }
}

/** Answer of a call for a page, with the cursor of the next part of a list. */
export interface PageAnswer extends Partial<PageCount> {
  answer: unknown;
}
export interface PageParts {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
}
/**
 * What a page makes of an answer. `serialized`: it may go to the browser as it is, and is validated as if it were
 * asked for over HTTP; `server-only`: the page takes from it what it names, and the rest stays in the process.
 */
export type PageUse = 'serialized' | 'server-only';
/** Answers a call of a page that is rendered. @throws the problem that a request would get */
type AnswerPage = (parts: PageParts, use: PageUse) => Promise<PageAnswer>;

/** One of the limits that stand on a call. */
type LimitOf<C extends Call> = NonNullable<C['limit']>[number];

/** What a handler receives: the validated parts, the way to write, and the exchange itself for headers. */
export type HandlerContext<C extends Call> = HandlerInput<C> & {
  /**
   * Runs the write of this call, with actor and time; changes are logged and invalidate caches. Counts the
   * limits of the call first.
   * @param action audit log action, if not the action of the call
   * @throws rate_limited
   */
  write<T>(work: (unit: AuthoredUnit) => Promise<T>, action?: string): Promise<T>;
  /** Counts against a limit of this call by what only the handler knows. @throws rate_limited */
  count(limit: LimitOf<C>, of: { subject?: string; tx?: Db }): Promise<void>;
  /** Resets a limit, as after a right password. */
  forget: RequestLimits['forget'];
  /** Counts in the same way. Returns false past a limit that refuses nothing. */
  isWithin(tx: Db, limit: LimitOf<C>, subject?: string): Promise<boolean>;
  /** For a call that is `fresh: 'named'`. @throws confirmation_required */
  requireFresh(): Promise<void>;
  /** Names the actor for the security log if the call is refused later; until then the actor is unknown. */
  concerns(actor: SecurityActor): void;
  /** Sets the headers of a list: its length and the next page. */
  announce(page: PageCount): void;
  request: FastifyRequest;
  reply: FastifyReply;
};

const LISTED_CALLS = new Set(calls.map((call) => call.name));

/** Checks one part of a request. @throws validation_failed naming each wrong field */
function parsePart(
  part: 'params' | 'query' | 'body',
  schema: z.ZodType | undefined,
  value: unknown,
): unknown {
  if (!schema) return undefined;
  const checked = checkWith(schema, value);
  if (checked.success) return checked.data;
  throw refusedFields(
    checked.refusals.map(({ path, ...refusal }) => ({ path: [part, ...path].join('.'), ...refusal })),
  );
}

/**
 * Makes a call of core a route: authorised, limited, validated on the way in, and on the way out so that
 * nothing leaks. A handler that answers with a stream validates what it writes into it.
 * @param dependsOn what a cached response depends on; without it, on everything
 */
export function route<C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: (handled: HandlerContext<C>) => Promise<z.input<C['answer']> | Readable>,
  dependsOn?: (received: HandlerInput<C>, answer: z.output<C['answer']>) => CacheDependencies,
): void {
  if (!LISTED_CALLS.has(call.name))
    throw new Error(`${call.name} is served, and is not in core/api/calls.ts.`);
  const receive = (parts: Record<'params' | 'query' | 'body', unknown>) =>
    ({
      params: parsePart('params', call.params, parts.params),
      query: parsePart('query', call.query, parts.query),
      body: parsePart('body', call.body, parts.body),
    }) as HandlerInput<C>;
  const countsFirst = call.limit?.some(({ when }) => when === 'first') ?? false;
  app.route({
    method: call.method,
    url: `/api${call.path}`,
    ...(call.bodyLimit === undefined ? {} : { bodyLimit: call.bodyLimit }),
    ...(call.once ? { exposeHeadRoute: false } : {}),
    config: { cached: call.cached ? 'data' : false },
    onRequest: async (request) => {
      await app.authorise(call, request);
    },
    handler: async (request, reply) => {
      let actor: SecurityActor = { kind: 'unknown' };
      const received = receive(request as Pick<FastifyRequest, 'params' | 'query' | 'body'>);
      const limits = app.limits.of(call, request);
      const handle = async () => {
        if (countsFirst) await limits.begin();
        return handler({
          ...received,
          write: (work, action) => app.writeFor(call, request, work, action),
          count: limits.count,
          forget: limits.forget,
          isWithin: limits.isWithin,
          requireFresh: () => {
            if (call.fresh !== 'named') throw new Error(`${call.name} does not say that it asks again.`);
            return app.requireFresh(request);
          },
          concerns(who) {
            actor = who;
          },
          announce: (page) => announcePage(request, reply, page),
          request,
          reply,
        });
      };
      const answer = await handle().catch(async (error: unknown) => {
        if (call.security) await app.security.recordRefusal(request, error, { event: call.security, actor });
        throw error;
      });
      if (call.status) reply.code(call.status);
      reply.header('content-type', `${call.answerType ?? 'application/json'}; charset=utf-8`);
      if (answer instanceof Readable) return reply.send(answer);
      const checked = call.answer.parse(answer);
      if (dependsOn) request.cacheDependencies = dependsOn(received, checked as z.output<C['answer']>);
      return call.answerType ? checked : JSON.stringify(checked);
    },
  });

  if (call.cached)
    app.forPages.set(call.name, async ({ params, query }, use) => {
      let page: PageCount | undefined;
      const received = receive({ params, query: queryTexts(query), body: undefined });
      const answer = await handler({
        ...received,
        announce(announced) {
          page = announced;
        },
        request: asNobody(app),
      } as HandlerContext<C>);
      const given = use === 'serialized' ? call.answer.parse(answer) : answer;
      trackDependencies(dependsOn?.(received, given as z.output<C['answer']>) ?? DEPENDS_ON_ALL);
      return { answer: given, ...page };
    });
}

/**
 * The request of a page's calls. Pages are the same for every reader, so it has no account and cannot write.
 */
function asNobody({ log }: FastifyInstance): FastifyRequest {
  return { headers: {}, log } as FastifyRequest;
}
