import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import { newId } from '../../platform/database/ids.ts';

const DEVICE_COOKIE = 'known_device';
/** In seconds. */
const YEAR = 365 * 24 * 3600;

export interface KnownDevices {
  /** The device of a request from which this administrator logged in before, by the cookie that it got then. */
  find(cookie: string | undefined, adminId: string): string | undefined;
  /** The Set-Cookie header for a device that is not known yet. */
  remember(adminId: string): string;
}

/**
 * Devices from which an administrator logged in before. They are let into nothing, but their tries at
 * the password are counted apart: a stranger's wrong ones keep nobody out of the console.
 * @param secret APP_SECRET; the key is derived from it
 */
export function createKnownDevices(secret: string, { https }: { https: boolean }): KnownDevices {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'known-device', 32));
  const sign = (device: string, adminId: string) =>
    createHmac('sha256', key).update(`${device} ${adminId}`).digest('base64url');
  return {
    find(cookie, adminId) {
      const [device = '', signature = ''] = parseCookie(cookie ?? '')[DEVICE_COOKIE]?.split('.') ?? [];
      const given = Buffer.from(signature);
      const right = Buffer.from(sign(device, adminId));
      return given.length === right.length && timingSafeEqual(given, right) ? device : undefined;
    },
    remember(adminId) {
      const device = newId();
      return stringifySetCookie({
        name: DEVICE_COOKIE,
        value: `${device}.${sign(device, adminId)}`,
        path: '/api/admin/login',
        maxAge: YEAR,
        httpOnly: true,
        sameSite: 'strict',
        secure: https,
      });
    },
  };
}
