import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/jobs/bulk-change-calls.ts';
import { route } from '../../platform/http/route.ts';
import { insertJob } from '../../platform/jobs/store.ts';
import type { Services } from '../../services.ts';
import { selectedIds } from '../companies/index.ts';

export function bulkChangeRoutes(app: FastifyInstance, { database, jobs, now, today }: Services): void {
  route(app, calls.bulkChange, async ({ body: { change, ...selection }, write }) => {
    const companyIds = await selectedIds(database, selection, { today: today(), now: now() });
    const {
      input: _,
      results: __,
      ...job
    } = await write((unit) => insertJob(unit, { kind: 'bulk-change', input: { companyIds, change } }));
    jobs.wake();
    return { job };
  });
}
