import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_LENGTH = 12;
const TAG_LENGTH = 16;

export interface Encryption {
  encrypt(text: string): string;
  /** @throws where the text was encrypted with another secret, or altered */
  decrypt(encrypted: string): string;
}

/** What each key derived from APP_SECRET is for. */
export type Purpose = 'settings' | 'outbox' | 'totp' | 'check' | 'sign-on' | 'reader-sign-on' | 'join';

/** Encryption at rest with a key derived from APP_SECRET for one purpose. */
export function createEncryption(secret: string, purpose: Purpose): Encryption {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  return {
    encrypt(text) {
      const iv = randomBytes(IV_LENGTH);
      const cipher = createCipheriv(ALGORITHM, key, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    decrypt(encrypted) {
      const bytes = Buffer.from(encrypted, 'base64');
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_LENGTH), {
        // A shorter tag would be easier to guess.
        authTagLength: TAG_LENGTH,
      });
      decipher.setAuthTag(bytes.subarray(IV_LENGTH, IV_LENGTH + TAG_LENGTH));
      return Buffer.concat([
        decipher.update(bytes.subarray(IV_LENGTH + TAG_LENGTH)),
        decipher.final(),
      ]).toString('utf8');
    },
  };
}
