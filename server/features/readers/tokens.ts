import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Characters of a reader's id, a UUID. */
const READER_ID_LENGTH = 36;
const SIGNATURE_BYTES = 24;
/** Characters of a signature and the hyphen before it. */
const SIGNED_TAIL = 33;

export interface ReaderTokens {
  /**
   * A signed address: what a link in a mail has in place of a log-in.
   * @param scope what the mail is about and one press ends; without it everything
   */
  sign(readerId: string, scope?: MailScope): string;
  /** The reader of a token; undefined where it is not one of ours. */
  verify(token: string): string | undefined;
  /** Scope of the mail that contained the token; undefined without a scope. */
  scopeOf(token: string): MailScope | undefined;
}

/** An issue of the newsletter; a thread, by the id of its follow; or all threads. */
export type MailScope = { issue: string } | { thread: string } | 'threads';

const ONE_THREAD = 'thread-';
const ALL_THREADS = 'threads';

function writeScope(scope: MailScope): string {
  if (scope === 'threads') return ALL_THREADS;
  return 'issue' in scope ? scope.issue : ONE_THREAD + scope.thread;
}

function readScope(text: string): MailScope {
  if (text === ALL_THREADS) return 'threads';
  return text.startsWith(ONE_THREAD) ? { thread: text.slice(ONE_THREAD.length) } : { issue: text };
}

/**
 * @param secret APP_SECRET. @param old the one of before, whose links go on working
 * @param purpose what a token is for: one of another purpose is none
 */
export function createReaderTokens(secret: string, old?: string, purpose = 'reader-token'): ReaderTokens {
  const keys = [secret, ...(old ? [old] : [])].map((of) =>
    Buffer.from(hkdfSync('sha256', of, '', purpose, 32)),
  );
  const signed = (key: Buffer, payload: string) =>
    `${payload}-${createHmac('sha256', key).update(payload).digest().subarray(0, SIGNATURE_BYTES).toString('base64url')}`;
  /** What was signed: the id of a reader, with the scope where there is one. */
  function read(token: string): string | undefined {
    const payload = token.slice(0, -SIGNED_TAIL);
    const given = Buffer.from(token);
    const isRight = keys.some((key) => {
      const right = Buffer.from(signed(key, payload));
      return given.length === right.length && timingSafeEqual(given, right);
    });
    return isRight ? payload : undefined;
  }
  return {
    sign: (id, scope) => signed(keys[0] as Buffer, scope === undefined ? id : `${id}-${writeScope(scope)}`),
    verify: (token) => read(token)?.slice(0, READER_ID_LENGTH),
    scopeOf(token) {
      const scope = read(token)?.slice(READER_ID_LENGTH + 1);
      return scope ? readScope(scope) : undefined;
    },
  };
}
