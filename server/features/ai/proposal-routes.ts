import type { FastifyInstance } from 'fastify';
import type { FieldProposal } from '../../../core/ai/calls.ts';
import * as calls from '../../../core/ai/proposal-calls.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { lockCompanies, readAdminCompany, readHistory, saveCompany } from '../companies/index.ts';
import * as store from './proposal-store.ts';

export function proposalRoutes(app: FastifyInstance, { database }: Services): void {
  route(app, calls.findProposals, async ({ query, reply }) => {
    const { total, proposals } = await store.listProposals(database.read, query);
    reply.header('x-total-count', total);
    return proposals;
  });

  route(app, calls.findProposalJobs, async () => store.listProposalJobs(database.read));

  route(app, calls.readProposed, async ({ params }) => {
    const { row, queued } = await store.requireProposal(database.read, params.id);
    const [subject, history] = await Promise.all([
      readAdminCompany(database.read, row.company_id, row.language),
      readHistory(database.read, row.company_id),
    ]);
    return { ...queued, subject, fields: store.judgeFields(row, subject, history) };
  });

  route(app, calls.acceptProposal, async ({ params, body: { version, ...changes }, write }) =>
    write(async (unit) => {
      const { tx } = unit;
      const { row } = await store.requireProposal(tx, params.id);
      // The company first, as every save does: two that lock in another order wait for each other.
      await lockCompanies(tx, [row.company_id]);
      await store.endProposal(tx, params.id);
      const company = await readAdminCompany(tx, row.company_id, row.language);
      const proposals = JSON.parse(row.fields) as FieldProposal[];
      const { model, person } = store.splitByAuthor(changes, proposals, company);
      await saveCompany(unit, row.company_id, model, {
        actor: { kind: 'ai', name: row.model },
        expectedVersion: version,
      });
      await saveCompany(unit, row.company_id, person);
      return readAdminCompany(tx, row.company_id, row.language);
    }),
  );

  route(app, calls.rejectProposal, async ({ params, write }) => {
    await write(async (unit) => {
      const { company_id, model } = await store.setRejected(unit, params.id, true);
      unit.changed('proposal', company_id, { before: { model } });
    });
    return { success: true as const };
  });

  route(app, calls.restoreProposal, async ({ params, write }) => {
    await write(async (unit) => {
      const { company_id, model } = await store.setRejected(unit, params.id, false);
      unit.changed('proposal', company_id, { after: { model } });
    });
    return { success: true as const };
  });
}
