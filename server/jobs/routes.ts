import type { FastifyInstance } from 'fastify';
import * as calls from '../../core/jobs/calls.ts';
import { JOB_ITEMS_MAX, type NewJob } from '../../core/jobs/calls.ts';
import type { App } from '../app.ts';
import { audit } from '../audit/audit.ts';
import type { Db } from '../database/open.ts';
import { route } from '../http/route.ts';
import { findIncomplete } from '../translations/store.ts';
import * as store from './store.ts';
import { undoNext } from './undo.ts';

/** What a job works on: the companies that were named, else those that its kind finds. */
async function itemsOf(db: Db, { kind, input }: NewJob): Promise<string[]> {
  if (kind === 'ai-update') return input.companyIds;
  const incomplete = await findIncomplete(db);
  const wanted = input.companyIds && new Set(input.companyIds);
  return incomplete
    .map((company) => company.company_id)
    .filter((id) => wanted?.has(id) ?? true)
    .slice(0, JOB_ITEMS_MAX);
}

export function jobRoutes(app: FastifyInstance, { database, admins, ai, jobs, now }: App): void {
  route(app, calls.createJob, async ({ body, request }) => {
    const { admin } = await admins.require(request);
    await ai.requireReady(body.input.provider);
    const job = await database.write(async (tx) => {
      const companyIds = await itemsOf(tx, body);
      const created = await store.insertJob(tx, {
        kind: body.kind,
        input: { ...body.input, companyIds },
        admin: admin.username,
        now: now(),
      });
      await audit(tx, {
        admin: admin.username,
        action: 'job.create',
        subject: created.id,
        after: { kind: body.kind, companyIds },
        at: now().toISOString(),
      });
      return created;
    });
    jobs.wake();
    return job;
  });

  route(app, calls.findJobs, async () => store.findJobs(database.read));

  route(app, calls.readJob, async ({ params }) => store.readJob(database.read, params.id));

  route(app, calls.cancelJob, async ({ params, request }) => {
    const { admin } = await admins.require(request);
    const job = await database.write(async (tx) => {
      const cancelled = await store.cancelJob(tx, params.id, now());
      await audit(tx, {
        admin: admin.username,
        action: 'job.cancel',
        subject: params.id,
        at: now().toISOString(),
      });
      return cancelled;
    });
    jobs.drop(params.id);
    return job;
  });

  route(app, calls.undoJob, async ({ params: { id }, request }) => {
    const { admin } = await admins.require(request);
    const actor = { kind: 'person' as const, name: admin.username };
    // One company a write: the public goes on writing between two of them.
    const undoOne = () =>
      database.write(async (tx) => {
        const undone = await undoNext(tx, id, actor, now());
        if (undone) database.touch();
        return undone;
      });
    while (await undoOne());
    await database.write((tx) =>
      audit(tx, { admin: admin.username, action: 'job.undo', subject: id, at: now().toISOString() }),
    );
    return store.readJob(database.read, id);
  });
}
