import type { RouterContextProvider } from 'react-router';
import { VISITOR_HEADER, VISITOR_KEY } from '../../core/analytics/visitor-session.ts';
import { type Answer, type Call, callPath, type Endpoint, type Sent } from '../../core/call.ts';
import { type PageUse, pageContext } from './page-context.ts';
import type { LightCall } from './public-calls.ts';

/** Local storage keys of the two tokens. */
export const USER_TOKEN_KEY = 'authToken';
export const ADMIN_TOKEN_KEY = 'adminToken';
/** What the administrator's role was when the session began. */
export const ADMIN_ROLE_KEY = 'adminRole';

/** A failed call: the server's words, its status (0 where the network failed) and its code. */
export class CallError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly body: Record<string, unknown>;
  /** Seconds until a retry can succeed, where the server says so. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    status: number,
    code?: string,
    body: Record<string, unknown> = {},
    retryAfter?: number,
  ) {
    super(message);
    this.name = 'CallError';
    this.status = status;
    this.code = code;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

/** A proxy may also name a date in Retry-After; only seconds are read. */
function secondsToWait(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds > 0 ? seconds : undefined;
}

/** The error of a response whose status is no success. */
export function failure(status: number, text: string, headers: Headers): CallError {
  let body: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) body = parsed as Record<string, unknown>;
  } catch {
    // A proxy's page, not ours.
  }
  const message = body['message'] ?? body['error'];
  const code = typeof body['code'] === 'string' ? body['code'] : undefined;
  return new CallError(
    typeof message === 'string' ? message : `HTTP error! status: ${status}`,
    status,
    code,
    body,
    secondsToWait(headers),
  );
}

/** Values refused by local storage (full or forbidden), kept as long as the page. */
const unstoredValues = new Map<string, string>();

/** Local storage that may be forbidden: then nothing outlives the page and everything works. */
export const storage = {
  get(key: string): string | null {
    try {
      return unstoredValues.get(key) ?? localStorage.getItem(key);
    } catch {
      return unstoredValues.get(key) ?? null;
    }
  },
  set(key: string, value: string): void {
    unstoredValues.delete(key);
    try {
      localStorage.setItem(key, value);
    } catch {
      // Full or forbidden.
      unstoredValues.set(key, value);
    }
  },
  keys(): string[] {
    try {
      return [...Object.keys(localStorage), ...unstoredValues.keys()];
    } catch {
      return [...unstoredValues.keys()];
    }
  },
  remove(key: string): void {
    unstoredValues.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // Forbidden.
    }
  },
};

/** The token of a call: the administrator's for admin calls, otherwise the reader's. */
function tokenFor({ access, token }: Pick<Endpoint, 'access' | 'token'>): string | null {
  if (token === false) return null;
  return storage.get(access === 'admin' ? ADMIN_TOKEN_KEY : USER_TOKEN_KEY);
}

/** Says who calls. */
export function callHeaders(call: Pick<Endpoint, 'access' | 'token'>): Record<string, string> {
  const headers: Record<string, string> = {};
  const token = tokenFor(call);
  const session = storage.get(VISITOR_KEY);
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (session) headers[VISITOR_HEADER] = session;
  return headers;
}

/** What is asked where an administrator's session is refused: each resolves to whether it is good now. */
interface RefusedSession {
  /** It is over. */
  over(): Promise<boolean>;
  /** Its person has to confirm the identity again. */
  unconfirmed(): Promise<boolean>;
}
let refusedSession: RefusedSession | undefined;

export function onRefusedSession(asks: RefusedSession | undefined): void {
  refusedSession = asks;
}

/** Whether a call that failed may be made again, because its session was renewed or confirmed meanwhile. */
export async function isRenewed(
  call: Pick<Endpoint, 'access'>,
  { status, code }: Pick<CallError, 'status' | 'code'>,
): Promise<boolean> {
  if (call.access !== 'admin') return false;
  if (status === 401) return (await refusedSession?.over()) ?? false;
  if (code === 'confirmation_required') return (await refusedSession?.unconfirmed()) ?? false;
  return false;
}

/** Makes a call from the browser, for an answer whose headers matter or that is not JSON. @throws CallError */
export async function request<C extends Call>(call: C | LightCall<C>, parts: Sent<C>): Promise<Response> {
  const response = await attempt(call, parts);
  if (response.ok) return response;
  const failed = failure(response.status, await response.text().catch(() => ''), response.headers);
  if (await isRenewed(call, failed)) return request(call, parts);
  throw failed;
}

async function attempt<C extends Call>(call: C | LightCall<C>, parts: Sent<C>): Promise<Response> {
  const headers = callHeaders(call);
  const { body, ...address } = parts as {
    body?: unknown;
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
  };
  if (body !== undefined) headers['content-type'] = 'application/json';
  try {
    return await fetch(`/api${callPath(call, address)}`, {
      method: call.method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new CallError('Network error occurred', 0);
  }
}

/** Makes a call from the browser. @throws CallError */
export async function callFromBrowser<C extends Call>(
  call: C | LightCall<C>,
  parts: Sent<C>,
): Promise<Answer<C>> {
  const response = await request(call, parts);
  return JSON.parse(await response.text().catch(() => '')) as Answer<C>;
}

/** Makes a call that answers with a file to keep, under the name that the server gives it. @throws CallError */
export async function receiveFile<C extends Call>(
  call: C,
  parts: Sent<C>,
): Promise<{ file: Blob; name: string }> {
  const response = await request(call, parts);
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  const file = await response.blob().catch(() => {
    throw new CallError('Network error occurred', 0);
  });
  return { file, name: name ?? '' };
}

type Asks = <C extends Call>(
  context: Readonly<RouterContextProvider>,
  call: C,
  parts: Sent<C>,
) => Promise<{ answer: Answer<C>; total: number; next: string | null }>;

/** Makes a call from a loader on the server, in process. @throws CallError */
export const callFromLoader: Asks = (...asked) => callAs('serialized', ...asked);

/**
 * The same for what is drawn there: the loader hands over no object of the answer, only values that it names. The
 * server has not taken out what it knows besides.
 */
export const callUnvalidated: Asks = (...asked) => callAs('server-only', ...asked);

async function callAs<C extends Call>(
  use: PageUse,
  context: Readonly<RouterContextProvider>,
  call: C,
  parts: Sent<C>,
): ReturnType<typeof callFromLoader<C>> {
  const asked = await context.get(pageContext).ask(call, parts, use);
  if ('refused' in asked) {
    const { status, code, message, movedTo } = asked.refused;
    throw new CallError(message, status, code, movedTo === undefined ? {} : { movedTo });
  }
  return { answer: asked.answer as Answer<C>, total: asked.total ?? 0, next: asked.next ?? null };
}

/** The cursor in a Link header with rel="next". */
export function nextCursor(headers: Headers): string | null {
  const next = /<([^>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1];
  return next ? new URL(next, 'http://localhost').searchParams.get('cursor') : null;
}
