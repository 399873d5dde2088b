import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Characters of a reader's id, a UUID. */
const READER_ID_LENGTH = 36;
const SIGNATURE_BYTES = 24;

export interface ReaderTokens {
  /** A signed address: what a link in a mail has in place of a log-in. */
  sign(readerId: string): string;
  /** The reader of a token; undefined where it is not one of ours. */
  verify(token: string): string | undefined;
}

/**
 * @param secret APP_SECRET. @param old the one of before, whose links go on working
 * @param purpose what a token is for: one of another purpose is none
 */
export function createReaderTokens(secret: string, old?: string, purpose = 'reader-token'): ReaderTokens {
  const keys = [secret, ...(old ? [old] : [])].map((of) =>
    Buffer.from(hkdfSync('sha256', of, '', purpose, 32)),
  );
  const signed = (key: Buffer, id: string) =>
    `${id}-${createHmac('sha256', key).update(id).digest().subarray(0, SIGNATURE_BYTES).toString('base64url')}`;
  return {
    sign: (id) => signed(keys[0] as Buffer, id),
    verify(token) {
      const id = token.slice(0, READER_ID_LENGTH);
      const given = Buffer.from(token);
      const isRight = keys.some((key) => {
        const right = Buffer.from(signed(key, id));
        return given.length === right.length && timingSafeEqual(given, right);
      });
      return isRight ? id : undefined;
    },
  };
}
