import type { FastifyInstance } from 'fastify';
import { companyNotFound } from '../../../core/companies/not-found.ts';
import * as calls from '../../../core/links/calls.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { findChecksOf } from './store.ts';

export function linkRoutes(app: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  route(app, calls.findSourceChecks, async ({ params: { id } }) => {
    const { read } = database;
    const company = await read.selectFrom('companies').select('id').where('id', '=', id).executeTakeFirst();
    if (!company) throw companyNotFound(id);
    return findChecksOf(read, id);
  });
}
