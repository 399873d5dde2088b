import type { ProblemDetail, Refusal } from './refusal.ts';

/**
 * Every error the API can answer with, and its HTTP status. The only table: the server throws
 * `problem(code, ...)`, one handler sends it, and the web translates `problem.<code>`.
 */
export const PROBLEM_STATUS = {
  validation_failed: 400,
  invalid_json: 400,
  wrong_password: 400,
  recent_login_required: 403,
  token_invalid: 400,
  /** A code or a passkey that is not the right one, or was used before. */
  factor_refused: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  session_expired: 401,
  email_verification_required: 403,
  account_suspended: 403,
  forbidden: 403,
  /** Something that needs an identity confirmed a moment ago. */
  confirmation_required: 403,
  /** The settings ask for a second factor, and there is none. */
  second_factor_required: 403,
  not_found: 404,
  company_not_found: 404,
  comment_not_found: 404,
  user_not_found: 404,
  administrator_not_found: 404,
  invitation_not_found: 404,
  session_not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  /** A part of the configuration, saved on a version that is no longer the newest. */
  stale_version: 409,
  ai_not_configured: 409,
  /** The month has taken as many tokens as the settings allow. */
  ai_limit_spent: 409,
  /** A file that is not in the version that the request names. */
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  ai_failed: 502,
  unavailable: 503,
  ai_timeout: 504,
  storage_full: 507,
} as const;

export type ProblemCode = keyof typeof PROBLEM_STATUS;

/** Why a link, an administrator, an AI provider or the mail server failed us, where the code alone does not say; the web translates `reason.<reason>`. */
export const PROBLEM_REASONS = [
  'already_verified',
  'not_your_role',
  'last_owner',
  'ai_turned_off',
  'ai_key_missing',
  'ai_key_refused',
  'ai_model_unknown',
  'ai_limit_reached',
  'ai_unavailable',
  'ai_unreachable',
  'ai_request_refused',
  'ai_answer_unusable',
  'ai_translation_incomplete',
  'text_changed_meanwhile',
  'sign_on_unreachable',
  'sign_on_refused',
  'sign_on_unusable',
  'sign_on_expired',
  'sign_on_unverified',
  'sign_on_unknown',
  'mail_not_set_up',
  'mail_login_refused',
  'mail_not_secure',
  'mail_no_recipient',
  'mail_unreachable',
  'mail_timeout',
  'mail_server_unknown',
  'mail_refused',
] as const;

export type ProblemReason = (typeof PROBLEM_REASONS)[number];

/** What names a failure inside an answer: the reason where there is one, else the code. */
export type FailureCode = ProblemCode | ProblemReason;

export const FAILURE_CODES = [...(Object.keys(PROBLEM_STATUS) as ProblemCode[]), ...PROBLEM_REASONS];

export interface ProblemOptions {
  reason?: ProblemReason;
  details?: ProblemDetail[];
  /** Seconds until a retry can succeed; sent as Retry-After. */
  retryAfter?: number;
  /** More members of the answer, such as `email_verification_required: true`. */
  extra?: Record<string, unknown>;
  cause?: unknown;
}

export class Problem extends Error {
  readonly code: ProblemCode;
  readonly reason: ProblemReason | undefined;
  readonly status: number;
  readonly details: ProblemDetail[] | undefined;
  readonly retryAfter: number | undefined;
  readonly extra: Record<string, unknown> | undefined;

  constructor(code: ProblemCode, message: string, options: ProblemOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'Problem';
    this.code = code;
    this.reason = options.reason;
    this.status = PROBLEM_STATUS[code];
    this.details = options.details;
    this.retryAfter = options.retryAfter;
    this.extra = options.extra;
  }
}

/** Makes an error to throw. `message` is English and says what to do; the code is for programs. */
export function problem(code: ProblemCode, message: string, options?: ProblemOptions): Problem {
  return new Problem(code, message, options);
}

/** Makes the error to throw where one field of a request is refused. @param path as `body.content` */
export function refusedField(path: string, refusal: Refusal): Problem {
  return refusedFields([{ path, ...refusal }]);
}

/** Maximum number of wrong values that one refusal names. */
const DETAILS_MAX = 20;

/** Makes the error to throw where values of a request are refused; it names the first ones. */
export function refusedFields(details: readonly ProblemDetail[]): Problem {
  const [first] = details;
  const message = first ? `${first.path}: ${first.message}` : 'The request is not valid.';
  return problem('validation_failed', message, { details: details.slice(0, DETAILS_MAX) });
}

/** Makes the error to throw where a body is refused as a whole, as a file that cannot be imported. */
export function refusedBody(code: ProblemCode, refusal: Refusal, cause?: unknown): Problem {
  return problem(code, refusal.message, { details: [{ path: 'body', ...refusal }], cause });
}
