import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem, problem } from '../../../core/problem.ts';
import { databaseProblem, isOwnerGone } from '../database/failure.ts';

/** The one place where an error becomes an answer. Never a stack, a path or SQL. */
export function handleProblems(app: FastifyInstance, movedCompany: MovedCompany): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const known = isCutOff(error, request) ? CUT_OFF : asProblem(error);
    const address = known.code === 'company_not_found' && (await movedAddress(request, movedCompany));
    if (address) return redirectMoved(request, reply, address);
    logProblem(request.log, error, known);
    return sendProblem(reply, known);
  });
}

/** Id of the company that a merged company leads to; undefined if it was not merged. */
export type MovedCompany = (id: string) => Promise<string | undefined>;

/**
 * `/api/companies/ID/related?limit=3`, `/ko/companies/ID/feed.xml`, `/share/ko/companies/ID.png`,
 * `/api/changes?company=ID&limit=3`.
 */
const COMPANY_ADDRESS =
  /^([^?]*\/companies\/|\/api\/changes\?(?:.*&)?company=)([^/?&]+?)((?:\.png)?(?:[/?&].*)?)$/;

/** The address with the id of the target of a merge. Writes of administrators are never redirected. */
async function movedAddress(
  { method, url }: FastifyRequest,
  movedCompany: MovedCompany,
): Promise<string | undefined> {
  const [, before = '', id = '', after = ''] = COMPANY_ADDRESS.exec(url) ?? [];
  const isRead = method === 'GET' || method === 'HEAD';
  if (!id || !(isRead || before === '/api/companies/')) return undefined;
  // The database may be away by now, and a query may hold what cannot be decoded: then the company is not found.
  const into = await Promise.resolve(id)
    .then(decodeURIComponent)
    .then(movedCompany)
    .catch(() => undefined);
  return into === undefined ? undefined : `${before}${encodeURIComponent(into)}${after}`;
}

/** Browsers must not cache it, because a merge can be undone. 308 keeps the method of writes. */
function redirectMoved({ method }: FastifyRequest, reply: FastifyReply, address: string): FastifyReply {
  const status = method === 'GET' || method === 'HEAD' ? 301 : 308;
  return reply.header('cache-control', 'no-cache').redirect(address, status);
}

function logProblem(log: FastifyBaseLogger, error: FastifyError, known: Problem): void {
  // An account or a company that goes while something of its own is saved; a mistake of ours looks the same.
  if (known.status < 500 && known.cause !== undefined) log.warn({ err: known.cause }, known.message);
  if (known.status < 500) return;
  // A refusal without a cause is expected; other errors are logged with their cause.
  const isRefusal = error instanceof Problem && known.cause === undefined;
  if (isRefusal) log.warn({ code: known.code }, known.message);
  else log.error({ err: known.cause ?? error }, known.message);
}

/** The problem that a page shows for an error of one of its calls. */
export function problemOfPage(log: FastifyBaseLogger, error: unknown): Problem {
  const known = asProblem(error as FastifyError);
  logProblem(log, error as FastifyError, known);
  return known;
}

export function sendProblem(reply: FastifyReply, known: Problem): FastifyReply {
  if (known.retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(known.retryAfter)));
  return reply
    .code(known.status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .send(
      JSON.stringify({
        ...known.extra,
        error: known.message,
        message: known.message,
        code: known.code,
        request_id: reply.request.id,
        ...(known.reason ? { reason: known.reason } : {}),
        ...(known.details ? { details: known.details } : {}),
      }),
    );
}

export function sendNotFound({ method, url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  // A HEAD has the length of its GET (RFC 9110, section 9.3.2).
  const asked = method === 'HEAD' ? 'GET' : method;
  return sendProblem(reply, problem('not_found', `There is no ${asked} ${url.split('?')[0]}.`));
}

const CUT_OFF = problem('validation_failed', 'The request ended in the middle of its body.');

/** The client hung up, or was too slow: nobody reads the answer, but it is no fault of the database's. */
function isCutOff(error: FastifyError, request: FastifyRequest): boolean {
  return error.code === 'ECONNRESET' && request.raw.destroyed && !request.raw.complete;
}

function asProblem(error: FastifyError): Problem {
  if (error instanceof Problem) return error;
  const database = databaseProblem(error);
  if (database) return database;
  if (isOwnerGone(error))
    return problem('not_found', 'What this belongs to was deleted meanwhile.', { cause: error });
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return problem('invalid_json', 'The body is not valid JSON.');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return problem('payload_too_large', 'The body is too large.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return problem('unsupported_media_type', 'Send the body as application/json.');
  }
  // A condition of a request for a static file (RFC 9110, section 13.1).
  if (error.statusCode === 412)
    return problem('precondition_failed', 'The file is not as the request requires.');
  // What Fastify itself refuses about a request (a broken header, a wrong length) is the client's.
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return problem('validation_failed', error.message);
  return problem('internal_error', 'Something went wrong on our side.', { cause: error });
}
