import type { AnalyticsRange, AnalyticsSummary } from '../../../core/analytics/calls.ts';
import { companyCategories } from '../../../core/categories.ts';
import { MINUTE } from '../../../core/time.ts';
import { compiled, PIPELINED } from '../database/statements.ts';
import type { Db, Unit } from '../database/types.ts';
import { daysBefore } from '../time/clock.ts';

/** Within this time a repeated view by the same visitor does not count, in milliseconds. */
export const REPEAT_WINDOW = 30 * MINUTE;

/** What is counted by day. Category views are `category:<id>`. */
export type CountedMetric =
  | 'visits'
  | 'company_views'
  | 'likes'
  | 'comments'
  | `page:${string}`
  | `category:${string}`;

/** Counts something on a day. */
export function addToDay(unit: Unit, day: string, metric: CountedMetric, change = 1): void {
  unit.changed('count', metric);
  unit.increment(`daily_counts ${day} ${metric}`, change, async (tx, count) => {
    await tx
      .insertInto('daily_counts')
      .values({ day, metric, count })
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'metric'])
          .doUpdateSet((eb) => ({ count: eb('daily_counts.count', '+', count) })),
      )
      .execute();
  });
}

/** Whether a view counts: the visitor has not seen the subject within the last 30 minutes. */
export async function countsAsView(tx: Db, visitor: string, subject: string, now: Date): Promise<boolean> {
  const seen_at = now.toISOString();
  const repeatFrom = new Date(now.getTime() - REPEAT_WINDOW).toISOString();
  const row = await tx
    .insertInto('recent_views')
    .values({ visitor, subject, seen_at })
    .onConflict((conflict) =>
      conflict
        .columns(['visitor', 'subject'])
        .doUpdateSet({ seen_at })
        .where('recent_views.seen_at', '<=', repeatFrom),
    )
    .returning('visitor')
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets views that no longer keep anything from counting. */
export async function deleteOldViews(tx: Db, now: Date): Promise<void> {
  await tx
    .deleteFrom('recent_views')
    .where('seen_at', '<', new Date(now.getTime() - REPEAT_WINDOW).toISOString())
    .execute();
}

const insertVisitor = compiled((db: Db, { id, day }: { id: string; day: string }) =>
  db
    .insertInto('visitors')
    .values({ id, last_day: day, previous_day: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
);

/**
 * Notes that a visitor was here on a day. Each visitor counts on the last day seen only, so unique
 * visitors of a range that ends today are the sum of its days: no row per visit is ever counted.
 */
export async function noteVisitor(unit: Unit, id: string, day: string): Promise<void> {
  const { tx } = unit;
  const [added] = await insertVisitor(tx, { id, day });
  if (!added) {
    const moved = await tx
      .updateTable('visitors')
      .set((eb) => ({ previous_day: eb.ref('last_day'), last_day: day }))
      .where('id', '=', id)
      .where('last_day', '<', day)
      .returning('previous_day')
      .executeTakeFirst();
    if (!moved?.previous_day) return;
    addToVisitorDay(unit, moved.previous_day, -1);
  }
  addToVisitorDay(unit, day, 1);
}

function addToVisitorDay(unit: Unit, day: string, change: 1 | -1): void {
  unit.increment(`visitor_days ${day}`, change, async (tx, visitors) => {
    await tx
      .insertInto('visitor_days')
      .values({ day, visitors })
      .onConflict((conflict) =>
        conflict
          .column('day')
          .doUpdateSet((eb) => ({ visitors: eb('visitor_days.visitors', '+', visitors) })),
      )
      .execute();
  });
}

const DAYS_OF_RANGE: Record<Exclude<AnalyticsRange, 'all'>, number> = { today: 1, '7d': 7, '30d': 30 };

const sumCounts = compiled(
  (db: Db, { from }: { from: string }) =>
    db
      .selectFrom('daily_counts')
      .select((eb) => ['metric', eb.fn.sum<number>('count').as('count')])
      .where('day', '>=', from)
      .groupBy('metric'),
  PIPELINED,
);
const sumVisitors = compiled(
  (db: Db, { from }: { from: string }) =>
    db
      .selectFrom('visitor_days')
      .select((eb) => eb.fn.sum<number | null>('visitors').as('visitors'))
      .where('day', '>=', from),
  PIPELINED,
);

/** The totals of a range that ends today. Reads a few rows a day, however many visits there were. */
export async function readSummary(db: Db, range: AnalyticsRange, today: string): Promise<AnalyticsSummary> {
  const from = range === 'all' ? '' : daysBefore(today, DAYS_OF_RANGE[range] - 1);
  const [counts, [visitors]] = await Promise.all([sumCounts(db, { from }), sumVisitors(db, { from })]);
  const total = (metric: CountedMetric) => Number(counts.find((row) => row.metric === metric)?.count ?? 0);
  return {
    totalVisits: total('visits'),
    uniqueVisitors: Number(visitors?.visitors ?? 0),
    totalCompanyViews: total('company_views'),
    categoryBreakdown: Object.fromEntries(companyCategories().map((id) => [id, total(`category:${id}`)])),
  };
}

/** Sets every total to zero, and lets every visitor count as new. */
export async function resetAnalytics(unit: Unit): Promise<void> {
  const { tx } = unit;
  await tx.deleteFrom('daily_counts').execute();
  await tx.deleteFrom('visitors').execute();
  await tx.deleteFrom('visitor_days').execute();
  await tx.deleteFrom('recent_views').execute();
  unit.changed('statistics', 'all');
}
