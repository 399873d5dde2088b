import type { FastifyRequest } from 'fastify';
import { problem } from '../../../core/problem.ts';
import type { Db } from '../../platform/database/types.ts';
import { deviceName } from '../../platform/http/device-name.ts';
import type { Services } from '../../services.ts';
import { openUserSession } from './session-store.ts';
import { noteLogin, type User } from './store.ts';

/** The end of a log-in by a provider or a mailed link. */
export const createAccountEntry =
  ({ security, now }: Pick<Services, 'security' | 'now'>) =>
  /** Opens a session of an account, and returns its token. @throws account_suspended */
  async (tx: Db, request: FastifyRequest, user: User): Promise<string> => {
    if (user.is_active !== 1) throw problem('account_suspended', 'This account is suspended.');
    await noteLogin(tx, user, request.ip, now().toISOString());
    await security.record(tx, request, { event: 'login', actor: { kind: 'user', name: user.id } });
    return openUserSession(tx, user.id, deviceName(request.headers['user-agent']), now());
  };
