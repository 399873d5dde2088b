import type { FastifyInstance } from 'fastify';
import { DAY, HOUR, WEEK } from '../../../core/time.ts';
import { readState, writeState } from '../../platform/database/state.ts';
import type { Db } from '../../platform/database/types.ts';
import { holdLease } from '../../platform/jobs/lease.ts';
import { periodically } from '../../platform/jobs/periodically.ts';
import { insertJob } from '../../platform/jobs/store.ts';
import type { Services } from '../../services.ts';

/** The row of `state` with the moment at which the schedule asked last. */
const LAST_ROUND = 'ai_schedule';

/** A company is not asked about again for this long, in milliseconds: else those of which nothing new is known come every week. */
const AI_ROUND_INTERVAL = 90 * DAY;

/** The companies whose figures are oldest and that have nothing to decide yet, the oldest first. */
async function withOldestFigures(db: Db, limit: number, now: Date): Promise<string[]> {
  const since = new Date(now.getTime() - AI_ROUND_INTERVAL).toISOString();
  const rows = await db
    .selectFrom('company_issues')
    .select('company_id')
    .where('oldest_year', 'is not', null)
    .where(
      'company_id',
      'not in',
      db.selectFrom('ai_proposals').select('company_id').where('rejected_at', 'is', null),
    )
    .where(
      'company_id',
      'not in',
      db.selectFrom('ai_rounds').select('company_id').where('asked_at', '>', since),
    )
    .orderBy('oldest_year')
    .orderBy('company_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.company_id);
}

/** Once a week has AI asked about the companies with the oldest figures, where the setting `aiWeeklyCompanies` says so. */
export function proposeOnSchedule(
  app: FastifyInstance,
  { database, settings, ai, jobs, now }: Services,
): { look(): Promise<void> } {
  /** Whether a week is over since the last round; a moment that is still to come was written before the clock was set back. */
  async function isDue(db: Db): Promise<boolean> {
    const passed = now().getTime() - Date.parse((await readState(db, LAST_ROUND)) ?? '1970-01-01');
    return passed >= WEEK || passed < 0;
  }

  async function lookAndAsk(): Promise<void> {
    const { aiWeeklyCompanies } = await settings.current();
    if (aiWeeklyCompanies === 0 || !(await isDue(database.read))) return;
    // Without a key or a rest of the month's tokens the next hour looks again.
    await ai.requireReady();
    await holdLease(
      { database, now, log: app.log },
      'ai schedule',
      async (tx) => ((await isDue(tx)) ? true : undefined),
      async (_, lease) =>
        database.write(async (unit) => {
          await lease.confirm(unit.tx);
          await writeState(unit.tx, LAST_ROUND, now().toISOString());
          const companyIds = await withOldestFigures(unit.tx, aiWeeklyCompanies, now());
          if (companyIds.length === 0) return;
          // In nobody's name.
          const authored = { ...unit, actor: { kind: 'person' as const, name: '' }, now: now() };
          await insertJob(authored, { kind: 'ai-update', input: { companyIds } });
        }),
    );
    jobs.wake();
  }

  const look = periodically(app, HOUR, () =>
    lookAndAsk().catch((error: Error) => {
      app.log.warn({ reason: error.message }, 'no AI was asked about old figures');
    }),
  );
  return { look };
}
