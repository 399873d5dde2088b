import type { FastifyInstance } from 'fastify';
import { Problem } from '../../../core/problem.ts';
import { SECOND } from '../../../core/time.ts';
import { insertAuditEntry } from '../../platform/audit/store.ts';
import type { Change, Database, Db } from '../../platform/database/types.ts';
import { periodically } from '../../platform/jobs/periodically.ts';
import type { Now } from '../../platform/time/clock.ts';
import type { Services } from '../../services.ts';
import { publishDraft } from './publish.ts';
import type { DraftRow } from './store.ts';

const LOOK_EVERY = 5 * SECOND;

const dueDrafts = (db: Db, now: Date) =>
  db
    .selectFrom('company_drafts')
    .select('company_id')
    .where('state', '=', 'scheduled')
    .where('publish_at', '<=', now.toISOString());

/** A due draft, locked until the end of the transaction; undefined where another process has published it. */
async function lockDue(tx: Db, companyId: string, now: Date): Promise<DraftRow | undefined> {
  // First the company, as every save does: two that lock in another order wait for each other.
  await tx
    .updateTable('companies')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', companyId)
    .execute();
  return tx
    .selectFrom('company_drafts')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('state', '=', 'scheduled')
    .where('publish_at', '<=', now.toISOString())
    .executeTakeFirst();
}

/** Publishes one due draft in the name of its approver. */
async function publishDue(database: Database, companyId: string, at: Date): Promise<void> {
  await database.write(async (unit) => {
    const { tx } = unit;
    const row = await lockDue(tx, companyId, at);
    if (!row) return;
    const approver = row.approved_by ?? row.saved_by;
    const changes: Change[] = [];
    await publishDraft(
      {
        ...unit,
        actor: { kind: 'person', name: approver },
        now: at,
        changed(changed, subject, values) {
          unit.changed(changed, subject, values);
          if (changed === 'company') changes.push({ changed, subject, ...values });
        },
      },
      row,
    );
    for (const { subject, before, after } of changes)
      await insertAuditEntry(tx, {
        ...{ admin: approver, action: 'company.publish_draft', subject, at },
        ...{ before, after },
      });
  });
}

/** Publishes drafts at their moment. What cannot be published stays a draft that somebody has to look at. */
export function publishOnSchedule(
  app: FastifyInstance,
  { database, now }: Pick<Services, 'database'> & { now: Now },
): { look(): Promise<void> } {
  async function publishAllDue(): Promise<void> {
    const at = now();
    for (const { company_id } of await dueDrafts(database.read, at).execute()) {
      try {
        await publishDue(database, company_id, at);
      } catch (error) {
        if (!(error instanceof Problem) || error.status >= 500) throw error;
        app.log.warn({ company: company_id, reason: error.message }, 'a scheduled draft was not published');
        await database.write(({ tx }) =>
          tx
            .updateTable('company_drafts')
            .set({ state: 'failed' })
            .where('company_id', '=', company_id)
            .where('state', '=', 'scheduled')
            .where('publish_at', '<=', at.toISOString())
            .execute(),
        );
      }
    }
  }

  const look = periodically(app, LOOK_EVERY, () =>
    publishAllDue().catch((error: Error) => {
      // The database is away: the next look publishes what is due.
      app.log.warn({ reason: error.message }, 'scheduled drafts have to wait');
    }),
  );
  return { look };
}
