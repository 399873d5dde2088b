import { sql } from 'kysely';
import { companyNotFound } from '../../../core/companies/not-found.ts';
import { readState, writeState } from '../../platform/database/state.ts';
import type { Database, Db, Unit } from '../../platform/database/types.ts';
import { daysBefore } from '../../platform/time/clock.ts';

/** The row of `state` that says of which day the sums of the week are. */
const SUMMED = 'week_views_day';
/** Days of a week, today among them. */
const DAYS = 7;

/** Views of the days that are kept, of a row of `companies`. */
const SUM_OF_DAYS = sql<number>`coalesce((select sum(v.views) from company_view_days as v where v.company_id = companies.id), 0)`;

/** Counts a view of a company on a day, in the sum of the week too. Returns its views. @throws company_not_found */
export async function addView(unit: Unit, id: string, day: string): Promise<number> {
  const { tx } = unit;
  const row = await tx
    .updateTable('companies')
    .set((eb) => ({ views: eb('views', '+', 1), week_views: eb('week_views', '+', 1) }))
    .where('id', '=', id)
    .returning('views')
    .executeTakeFirst();
  if (!row) throw companyNotFound(id);
  await tx
    .insertInto('company_view_days')
    .values({ company_id: id, day, views: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'day'])
        .doUpdateSet((eb) => ({ views: eb('company_view_days.views', '+', 1) })),
    )
    .execute();
  unit.changed('count', id);
  return row.views;
}

/** Deletes the days before the week that ends with `day`: no sum includes them any more. */
export const deleteOldViewDays = (tx: Db, day: string) =>
  tx.deleteFrom('company_view_days').where('day', '<=', daysBefore(day, DAYS)).execute();

/**
 * Recomputes the sums for the week that ends with `day`: older views drop out. Safe in several processes at
 * once.
 */
export async function sumWeek(database: Database, day: string): Promise<void> {
  const summed = await readState(database.read, SUMMED);
  // Summed already, or a later day was: after a change of the time zone or of the clock.
  if (summed !== undefined && summed >= day) return;
  await database.write(async (unit) => {
    const { tx } = unit;
    await deleteOldViewDays(tx, day);
    await tx
      .updateTable('companies')
      .set({
        week_views: SUM_OF_DAYS,
      })
      .where('week_views', '>', 0)
      .execute();
    await writeState(tx, SUMMED, day);
    unit.changed('count', 'all');
  });
}

/** Sums the week of some companies anew, after their days were written. */
export const sumWeekOf = (tx: Db, ids: readonly string[]) =>
  tx.updateTable('companies').set({ week_views: SUM_OF_DAYS }).where('id', 'in', ids).execute();
