import type { FastifyInstance } from 'fastify';
import { estimateAi } from '../../../core/ai/usage-calls.ts';
import { chunksOf } from '../../../core/chunks.ts';
import * as calls from '../../../core/jobs/calls.ts';
import { JOB_ITEMS_MAX, type JobDetail, type NewJob } from '../../../core/jobs/calls.ts';
import type { Db } from '../../platform/database/types.ts';
import { route } from '../../platform/http/route.ts';
import * as store from '../../platform/jobs/store.ts';
import type { Services } from '../../services.ts';
import { estimateQuestions } from '../ai/index.ts';
import { countMissingTexts, findIncomplete } from '../translations/index.ts';
import { undoNext } from './undo.ts';

/** Items of a job: the named companies, otherwise the ones that the kind of job selects. */
async function itemsOf(db: Db, { kind, input }: NewJob): Promise<string[]> {
  if (kind === 'ai-update') return input.companyIds;
  const incomplete = await findIncomplete(db);
  const wanted = input.companyIds && new Set(input.companyIds);
  return incomplete.map((company) => company.company_id).filter((id) => wanted?.has(id) ?? true);
}

/** As many as a job can have each; one that has nothing to do is a job too, that says so. */
function inJobs(companyIds: readonly string[]): string[][] {
  const jobs = [...chunksOf(companyIds, JOB_ITEMS_MAX)];
  return jobs.length > 0 ? jobs : [[]];
}

export function jobRoutes(
  app: FastifyInstance,
  { database, settings, admins, ai, jobs, now }: Services,
): void {
  route(app, estimateAi, async ({ body: { kind, companyIds, provider: wanted } }) => {
    const saved = await settings.current();
    const provider = wanted ?? saved.defaultAiProvider;
    const isUpdate = kind === 'ai-update';
    const purpose = isUpdate ? ('update' as const) : ('translate' as const);
    const requests = isUpdate ? new Set(companyIds).size : await countMissingTexts(database.read, companyIds);
    const { spent, limit } = await ai.usage.spent();
    const asked = { provider, model: saved[`${provider}Model`], purpose };
    return { ...(await estimateQuestions(database.read, asked, requests)), spent, limit };
  });

  route(app, calls.createJob, async ({ body, write }) => {
    await ai.requireReady(body.input.provider);
    const [first, ...more] = await write(async (unit) => {
      const made = [];
      for (const companyIds of inJobs(await itemsOf(unit.tx, body)))
        made.push(await store.insertJob(unit, { kind: body.kind, input: { ...body.input, companyIds } }));
      return made;
    });
    jobs.wake();
    return { ...(first as JobDetail), ...(more.length > 0 ? { more } : {}) };
  });

  route(app, calls.findJobs, async () => store.findJobs(database.read));

  route(app, calls.readJob, async ({ params }) => store.readJob(database.read, params.id));

  route(app, calls.cancelJob, async ({ params, write }) => {
    const job = await write((unit) => store.cancelJob(unit, params.id));
    jobs.abort(params.id);
    return job;
  });

  route(app, calls.pauseJob, async ({ params, write }) => {
    const { job, paused } = await write((unit) => store.pauseParts(unit, params.id));
    for (const id of paused) jobs.abort(id);
    return job;
  });

  route(app, calls.resumeJob, async ({ params, write }) => {
    const job = await write((unit) => store.resumeParts(unit, params.id));
    jobs.wake();
    return job;
  });

  route(app, calls.undoJob, async ({ params: { id }, request, write }) => {
    const actor = { kind: 'person' as const, name: (await admins.require(request)).admin.username };
    // One company a write: the public goes on writing between two of them.
    while (await database.write((unit) => undoNext({ ...unit, actor, now: now() }, id)));
    await write(async (unit) => unit.changed('job', id));
    return store.readJob(database.read, id);
  });
}
