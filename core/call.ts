import type { z } from 'zod';
import type { NeededPermission } from './admins/roles.ts';
import type { Limit } from './limits.ts';
import type { ProblemCode } from './problem.ts';
import type { SecurityEventName } from './security-log/rules.ts';

/** Who may make a call: anybody, a signed-in user, or an administrator. */
export type Access = 'public' | 'user' | 'admin';

/**
 * What a call of the API is. The server turns it into a validated, documented route, the web into
 * a typed request, and the tests into generated ones; nothing about a call is stated elsewhere.
 */
export type Call = CallOfAnybody | CallOfAdmins;

interface CallOfAnybody extends CallParts {
  access: 'public' | 'user';
  permission?: undefined;
  fresh?: undefined;
}

interface CallOfAdmins extends CallParts {
  access: 'admin';
  /** What the administrator has to be allowed to do. */
  permission: NeededPermission;
  /**
   * Asks for an identity confirmed within the last minutes: always, or where the handler finds
   * that it matters, `named`.
   */
  fresh?: 'always' | 'named';
}

interface CallParts {
  /** Lower camel case, unique: the OpenAPI operation id. */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`, parameters as `:id`. */
  path: `/${string}`;
  /** False where a client sends no token, because the call begins or ends a session. */
  token?: false;
  /** One sentence for the documentation. */
  summary: string;
  tag: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  answer: z.ZodType;
  /** Where body or answer are not JSON. */
  bodyType?: 'text/csv' | 'application/octet-stream';
  answerType?: 'text/csv' | 'text/html';
  /** Status of a successful answer; 200 when absent. */
  status?: 200 | 201 | 202;
  /** Problem codes of this call, beyond the codes common to all calls. */
  problems?: readonly ProblemCode[];
  /** True for a public GET whose answer may be kept until the directory's revision changes. */
  cached?: boolean;
  /** A GET that changes something, because a mail links to it: HEAD, which programs ask links with, is not served. */
  once?: true;
  /** Looks at every company: pages, too, take what is kept of it. */
  costly?: true;
  /** What the audit log calls the act, as `company.update`; false where the log tells it otherwise. */
  audit?: string | false;
  /** Event name in the security log; if set, refusals of the call are logged too. */
  security?: SecurityEventName;
  /** Largest body accepted, in bytes; 256 KiB when absent. */
  bodyLimit?: number;
  /** How often it may be made: counted in this order by the route, or where the handler names one. */
  limit?: readonly Limit[];
  /** Why a public call that writes has no limit. */
  unlimited?: string;
}

/** Address and access of a call: all that a client needs to make it. */
export type Endpoint = Pick<Call, 'name' | 'method' | 'path' | 'access' | 'token'>;

const ALWAYS: ProblemCode[] = ['validation_failed', 'unavailable', 'internal_error'];
const WITH_A_BODY: ProblemCode[] = ['invalid_json', 'payload_too_large', 'unsupported_media_type'];
/** `forbidden` for a request from another site. */
const OF_WRITES: ProblemCode[] = ['storage_full', 'forbidden'];
const BY_ACCESS: Record<Access, ProblemCode[]> = {
  public: [],
  user: ['unauthorized', 'session_expired', 'account_suspended'],
  admin: ['unauthorized', 'session_expired', 'forbidden', 'second_factor_required'],
};

/** Whether a call can be refused with 429. */
export function isRefusedPastLimit(call: Pick<Call, 'limit'>): boolean {
  return (call.limit ?? []).some((limit) => limit.past === undefined);
}

/** All problem codes of a call: its own codes and the codes of its access and method. */
export function problemCodesOf(call: Call): ProblemCode[] {
  const all: ProblemCode[] = [
    ...(call.problems ?? []),
    ...BY_ACCESS[call.access],
    ...ALWAYS,
    ...(isRefusedPastLimit(call) ? (['rate_limited'] as const) : []),
    ...(call.fresh ? (['confirmation_required'] as const) : []),
    ...(call.method === 'GET' ? [] : [...WITH_A_BODY, ...OF_WRITES]),
  ];
  return [...new Set(all)];
}

const definedCalls = new WeakSet<object>();

export function defineCall<const C extends Call>(call: C): C {
  definedCalls.add(call);
  return call;
}

export function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && definedCalls.has(value);
}

type PartSchema<C extends Call, K extends 'params' | 'query' | 'body'> = C[K] extends z.ZodType
  ? C[K]
  : never;

/** The parts of a call after validation, as a handler receives them. */
export interface HandlerInput<C extends Call> {
  params: [PartSchema<C, 'params'>] extends [never] ? undefined : z.output<PartSchema<C, 'params'>>;
  query: [PartSchema<C, 'query'>] extends [never] ? undefined : z.output<PartSchema<C, 'query'>>;
  body: [PartSchema<C, 'body'>] extends [never] ? undefined : z.output<PartSchema<C, 'body'>>;
}

type SentPart<C extends Call, K extends 'params' | 'query' | 'body'> = [PartSchema<C, K>] extends [never]
  ? { [P in K]?: undefined }
  : Record<string, never> extends z.input<PartSchema<C, K>>
    ? { [P in K]?: z.input<PartSchema<C, K>> }
    : { [P in K]: z.input<PartSchema<C, K>> };

/** The parts of a call as a client gives them. */
export type Sent<C extends Call> = SentPart<C, 'params'> & SentPart<C, 'query'> & SentPart<C, 'body'>;

/** Answer of a call as a client reads it. */
export type Answer<C extends Call> = z.output<C['answer']>;

/** Puts parameters and query into a call's path: `/companies/:id` -> `/companies/lichess?language=ko`. */
export function callPath(
  call: Pick<Call, 'path'>,
  parts: { params?: Record<string, unknown> | undefined; query?: Record<string, unknown> | undefined },
): string {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(parts.params?.[name])),
  );
  const text = new URLSearchParams(queryTexts(parts.query)).toString();
  return text ? `${path}?${text}` : path;
}

/** A query as an address carries it: what is empty is not sent. */
export function queryTexts(query: Record<string, unknown> = {}): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') texts[name] = String(value);
  return texts;
}
