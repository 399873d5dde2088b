import type { FastifyInstance } from 'fastify';
import { allCategories } from '../../../core/categories.ts';
import { readAdminStats, readInbox, readTimeSeries, readWaiting } from '../../../core/dashboard/calls.ts';
import { readState } from '../../platform/database/state.ts';
import { route } from '../../platform/http/route.ts';
import { dayIn, daysBefore } from '../../platform/time/clock.ts';
import type { Services } from '../../services.ts';
import { LAST_EVALUATION } from '../companies/index.ts';
import { findInbox } from './inbox.ts';
import { findWaiting } from './waiting.ts';

/** Metrics of a day as the dashboard names them. */
const SERIES = { visits: 'visits', views: 'company_views', likes: 'likes', comments: 'comments' } as const;

export function dashboardRoutes(app: FastifyInstance, { database, env, now, today }: Services): void {
  route(app, readAdminStats, async () => {
    const [companies, evaluation] = await Promise.all([
      database.read
        .selectFrom('companies')
        .select((eb) => [eb.fn.countAll<number>().as('total'), eb.fn.sum<number | null>('score').as('score')])
        .executeTakeFirstOrThrow(),
      readState(database.read, LAST_EVALUATION),
    ]);
    const total = Number(companies.total);
    return {
      totalCompanies: total,
      avgScore: total === 0 ? 0 : Math.round((Number(companies.score) / total) * 10) / 10,
      lastMigration: evaluation ?? 'Never',
      totalCategories: allCategories().length,
    };
  });

  route(app, readWaiting, async () => findWaiting(database, now()));

  route(app, readInbox, async () => findInbox(database, now(), today()));

  route(app, readTimeSeries, async ({ query }) => {
    const days = Array.from({ length: query.days }, (_, i) => daysBefore(today(), query.days - 1 - i));
    const from = days[0] ?? today();
    const [counts, users] = await Promise.all([
      database.read
        .selectFrom('daily_counts')
        .select(['day', 'metric', 'count'])
        .where('day', '>=', from)
        .where('metric', 'in', Object.values(SERIES))
        .execute(),
      database.read
        .selectFrom('users')
        .select('created_at')
        // A day earlier: the zone's day can begin before UTC's.
        .where('created_at', '>=', daysBefore(from, 1))
        .execute(),
    ]);
    const counted = new Map(counts.map((row) => [`${row.day} ${row.metric}`, row.count]));
    const dayOf = dayIn(env.SITE_TIME_ZONE);
    const signUps = Map.groupBy(users, (user) => dayOf(new Date(user.created_at)));
    const figure = (day: string, metric: string) => Number(counted.get(`${day} ${metric}`) ?? 0);
    return days.map((day) => ({
      day,
      visits: figure(day, SERIES.visits),
      views: figure(day, SERIES.views),
      likes: figure(day, SERIES.likes),
      comments: figure(day, SERIES.comments),
      sign_ups: signUps.get(day)?.length ?? 0,
    }));
  });
}
