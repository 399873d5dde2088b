import type { FastifyReply, FastifyRequest } from 'fastify';
import { HOUR } from '../../../core/time.ts';
import { hasBegunSession, insertAuditEntry } from '../../platform/audit/store.ts';
import type { Db } from '../../platform/database/types.ts';
import { deviceName } from '../../platform/http/device-name.ts';
import type { Services } from '../../services.ts';
import { createKnownDevices } from './known-devices.ts';
import { beganSession } from './session.ts';
import { type Admin, deleteOldSessions, openAdminSession } from './store.ts';

/** Longer than any session: what began before is cleared away. */
const LONGEST_SESSION = 169 * HOUR;

interface Exchange {
  request: FastifyRequest;
  startedAt: Date;
}

/** Final steps of a successful log-in, for all log-in methods. */
export interface LogIn {
  /** The device from which this administrator logged in before. */
  knownDevice(request: FastifyRequest, admin: Admin): string | undefined;
  /**
   * Begins the session and logs the log-in. Returns the session token.
   * @param of.by name of the external identity provider; undefined for a local log-in
   */
  begin(tx: Db, of: Exchange & { admin: Admin; by?: string }): Promise<string>;
  /** After the commit: the answer, and what the device is remembered by. */
  answer(
    begun: { admin: Admin; token: string },
    of: Exchange & { reply: FastifyReply },
  ): Promise<ReturnType<typeof beganSession>>;
}

export function createLogIn({ env, security, settings, outbox }: Services): LogIn {
  const devices = createKnownDevices(env.APP_SECRET, { https: env.SITE_URL.startsWith('https:') });
  const knownDevice: LogIn['knownDevice'] = (request, admin) =>
    devices.find(request.headers.cookie, admin.id);
  return {
    knownDevice,
    async begin(tx, { admin, request, startedAt, by }) {
      await deleteOldSessions(tx, new Date(startedAt.getTime() - LONGEST_SESSION));
      const actor = { kind: 'admin', name: admin.username } as const;
      await security.record(tx, request, {
        event: 'login',
        actor,
        ...(by === undefined ? {} : { subject: by }),
      });
      // The first session is no alert: every device is new then.
      if (!knownDevice(request, admin) && (await hasBegunSession(tx, admin.username)))
        await security.record(tx, request, { event: 'new_device', actor });
      const device = deviceName(request.headers['user-agent']);
      await insertAuditEntry(tx, {
        admin: admin.username,
        action: 'session.begin',
        subject: device,
        at: startedAt,
      });
      return openAdminSession(tx, admin.id, device, startedAt);
    },
    async answer({ admin, token }, { request, reply, startedAt }) {
      if (!knownDevice(request, admin)) {
        reply.header('set-cookie', devices.remember(admin.id));
        outbox.wake();
      }
      return beganSession({ admin, token }, startedAt, await settings.current());
    },
  };
}
