import type { FastifyRequest } from 'fastify';
import { problem } from '../../../core/problem.ts';
import type { Db } from '../../platform/database/types.ts';
import { deviceName } from '../../platform/http/device-name.ts';
import type { Services } from '../../services.ts';
import { openUserSession } from './session-store.ts';
import { noteLogin, type User } from './store.ts';

/**
 * Makes the function that ends a log-in by a provider or a mailed link: it opens a session of the account.
 * @returns the session's token, by that function. @throws account_suspended
 */
export const createSessionOpener =
  ({ security, now }: Pick<Services, 'security' | 'now'>) =>
  async (tx: Db, request: FastifyRequest, user: User): Promise<string> => {
    if (user.is_active !== 1) throw problem('account_suspended', 'This account is suspended.');
    await noteLogin(tx, user, request.ip, now().toISOString());
    await security.record(tx, request, { event: 'login', actor: { kind: 'user', name: user.id } });
    return openUserSession(tx, user.id, deviceName(request.headers['user-agent']), now());
  };
