import { createHash, randomBytes } from 'node:crypto';
import { emailKey } from '../../../core/accounts/mailbox.ts';

/** A random token of 256 bits, as it is given away. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The form in which a token is stored: whoever reads the database cannot use it. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** The form in which an address stands in a key or beside a mail: what is typed into a form is not kept. */
export function addressHash(address: string): string {
  return tokenHash(emailKey(address));
}

/** The token of an Authorization header. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\w.~+/-]{1,500}=*)$/i.exec(header?.trim() ?? '')?.[1];
}
