import type { FastifyInstance } from 'fastify';
import * as calls from '../../core/settings/calls.ts';
import type { App } from '../app.ts';
import { route } from '../route.ts';
import { audit } from '../session/audit.ts';
import { maskKeys } from './store.ts';

export function settingsRoutes(app: FastifyInstance, { database, admins, settings, now }: App): void {
  route(app, calls.readSettings, async () => maskKeys(await settings.read(database.read)));

  route(app, calls.saveSettings, async ({ body, request }) => {
    const { admin } = await admins.require(request);
    return database.write(async (tx) => {
      const before = maskKeys(await settings.read(tx));
      const after = maskKeys(await settings.save(tx, body));
      await audit(tx, {
        admin: admin.username,
        action: 'settings.save',
        subject: 'settings',
        before,
        after,
        at: now().toISOString(),
      });
      return after;
    });
  });
}
