import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { bounceRoutes } from './bounce-routes.ts';
import { followPreferenceRoutes } from './preference-routes.ts';
import { startFollowRoutes } from './start-routes.ts';
import { unsubscribeRoutes } from './unsubscribe-routes.ts';

/** Following by mail: with an account, or by links in mails. */
export function followRoutes(app: FastifyInstance, context: Services): void {
  startFollowRoutes(app, context);
  followPreferenceRoutes(app, context);
  unsubscribeRoutes(app, context);
  bounceRoutes(app, context);
}
