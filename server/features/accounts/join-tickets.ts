import { z } from 'zod';
import { LOGIN_LINK_LIFETIME } from '../../../core/accounts/rules.ts';
import { problem } from '../../../core/problem.ts';
import { createEncryption } from '../../platform/auth/encryption.ts';
import { SIGN_ON_WITHIN } from '../../platform/auth/sign-on-flow.ts';
import { newId } from '../../platform/database/ids.ts';
import type { Services } from '../../services.ts';

/** What a ticket holds: whose account is to be joined with which provider's, and whether it came by mail. */
const joinTicketSchema = z.object({
  /** Identifies the ticket when it is used up: base64 has several spellings of one text. */
  id: z.string(),
  issuer: z.string(),
  subject: z.string(),
  userId: z.string(),
  mailed: z.boolean(),
  at: z.number(),
});

type JoinTicket = z.output<typeof joinTicketSchema>;

/** Encrypted tickets by which an account is joined with an identity of a provider. */
export function createJoinTickets({ env, now }: Pick<Services, 'env' | 'now'>) {
  const encryption = createEncryption(env.APP_SECRET, 'join');
  return {
    write: (ticket: Omit<JoinTicket, 'id' | 'at'>): string =>
      encryption.encrypt(JSON.stringify({ ...ticket, id: newId(), at: now().getTime() })),

    /** @throws token_invalid for a ticket that is too old, or none of ours */
    read(text: string): JoinTicket {
      try {
        const ticket = joinTicketSchema.parse(JSON.parse(encryption.decrypt(text)));
        const lifetime = ticket.mailed ? LOGIN_LINK_LIFETIME : SIGN_ON_WITHIN;
        if (Math.abs(now().getTime() - ticket.at) <= lifetime) return ticket;
      } catch {
        // Altered, or of another secret.
      }
      throw problem('token_invalid', 'This is not valid any more. Begin again.');
    },
  };
}
