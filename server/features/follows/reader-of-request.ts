import type { FastifyRequest } from 'fastify';
import { problem } from '../../../core/problem.ts';
import type { Db } from '../../platform/database/types.ts';
import type { Services } from '../../services.ts';
import type { User } from '../accounts/index.ts';
import { findReader, findReaderOf, type Reader, type ReaderTokens } from '../readers/index.ts';

export const LINK_EXPIRED = 'This link is not valid any more. Follow again to get a new one.';

/** The issue of the newsletter whose mail a token comes from. */
export function issueOfToken(tokens: ReaderTokens, token: string): string | undefined {
  const scope = tokens.scopeOf(token);
  return typeof scope === 'object' && 'issue' in scope ? scope.issue : undefined;
}

/** Finds the reader of a request: by the token of a mail, or by the account. */
export function createReaderFinder({ accounts }: Pick<Services, 'accounts'>, tokens: ReaderTokens) {
  /** The reader of a token. @throws token_invalid */
  async function ofToken(db: Db, token: string): Promise<Reader> {
    const id = tokens.verify(token);
    const reader = id && (await findReader(db, id));
    if (!reader) throw problem('token_invalid', LINK_EXPIRED);
    return reader;
  }

  /** The reader of an account, whose address has to be verified. */
  async function ofAccount(
    db: Db,
    user: Pick<User, 'email' | 'email_verified'>,
  ): Promise<Reader | undefined> {
    return user.email_verified === 1 ? findReaderOf(db, user.email) : undefined;
  }

  return {
    ofToken,
    ofAccount,
    /** The reader of a token, else of the account that is logged in; undefined for anybody else. */
    async of(db: Db, request: FastifyRequest, token: string | undefined): Promise<Reader | undefined> {
      if (token !== undefined) return ofToken(db, token);
      const session = await accounts.find(request);
      return session && ofAccount(db, session.user);
    },
  };
}
