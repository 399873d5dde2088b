import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Characters of a reader's id, a UUID. */
const READER_ID_LENGTH = 36;
const SIGNATURE_BYTES = 24;
/** Characters of a signature and the hyphen before it. */
const SIGNED_TAIL = 33;

export interface ReaderTokens {
  /** A signed address: what a link in a mail has in place of a log-in. @param issue of the newsletter that the mail is */
  sign(readerId: string, issue?: string): string;
  /** The reader of a token; undefined where it is not one of ours. */
  verify(token: string): string | undefined;
  /** The issue of the newsletter whose mail a token comes from. */
  issueOf(token: string): string | undefined;
}

/**
 * @param secret APP_SECRET. @param old the one of before, whose links go on working
 * @param purpose what a token is for: one of another purpose is none
 */
export function createReaderTokens(secret: string, old?: string, purpose = 'reader-token'): ReaderTokens {
  const keys = [secret, ...(old ? [old] : [])].map((of) =>
    Buffer.from(hkdfSync('sha256', of, '', purpose, 32)),
  );
  const signed = (key: Buffer, said: string) =>
    `${said}-${createHmac('sha256', key).update(said).digest().subarray(0, SIGNATURE_BYTES).toString('base64url')}`;
  /** What was signed: the id of a reader, with that of an issue where there is one. */
  function read(token: string): string | undefined {
    const said = token.slice(0, -SIGNED_TAIL);
    const given = Buffer.from(token);
    const isRight = keys.some((key) => {
      const right = Buffer.from(signed(key, said));
      return given.length === right.length && timingSafeEqual(given, right);
    });
    return isRight ? said : undefined;
  }
  return {
    sign: (id, issue) => signed(keys[0] as Buffer, issue === undefined ? id : `${id}-${issue}`),
    verify: (token) => read(token)?.slice(0, READER_ID_LENGTH),
    issueOf: (token) => read(token)?.slice(READER_ID_LENGTH + 1) || undefined,
  };
}
