import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { companyCounterRoutes } from './counter-routes.ts';
import { companyDetailRoutes } from './detail-routes.ts';
import { companyListRoutes } from './list-routes.ts';

/** The public calls about companies. */
export function companyRoutes(app: FastifyInstance, context: Services): void {
  companyListRoutes(app, context);
  companyDetailRoutes(app, context);
  companyCounterRoutes(app, context);
}
