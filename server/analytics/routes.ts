import type { FastifyInstance } from 'fastify';
import {
  readSummary,
  recordCategoryView,
  recordPageVisit,
  resetAnalytics,
} from '../../core/analytics/calls.ts';
import { VISITOR_HEADER } from '../../core/analytics/visitor-session.ts';
import { COMPANY_CATEGORIES } from '../../core/categories.ts';
import { route } from '../http/route.ts';
import { networkOf, type Rule } from '../http/throttle.ts';
import type { Services } from '../services.ts';
import * as store from './store.ts';

/** Pages that are also counted by name; others count as a visit only, so that nobody can fill the table. */
const NAMED_PAGES: ReadonlySet<string> = new Set([
  'home',
  'all-companies',
  'company',
  ...COMPANY_CATEGORIES.map((id) => `category-${id}`),
]);

const MINUTE = 60_000;
/** New visitor sessions for one network: whoever wants to count twice needs many. */
const SESSIONS_PER_NETWORK: Rule = { max: 60, window: 10 * MINUTE };

export function analyticsRoutes(
  app: FastifyInstance,
  { database, visitors, limits, now, today, analyticsEnabled }: Services,
): void {
  route(app, readSummary, async ({ query }) =>
    store.readSummary(database.read, query.range ?? 'today', today()),
  );

  route(app, recordPageVisit, async ({ body, request }) => {
    const header = request.headers[VISITOR_HEADER];
    const given = body.sessionId || (typeof header === 'string' ? header : null);
    const sessionId = visitors.session(given);
    const visitor = visitors.of(request, today(), sessionId);
    if (!visitor.isBot && (await analyticsEnabled())) {
      const day = today();
      await limits.writeCounted(async (unit) => {
        const { tx } = unit;
        if (sessionId !== given)
          await limits.takeAll(tx, [[`sessions:${networkOf(request.ip)}`, SESSIONS_PER_NETWORK]]);
        if (!(await limits.counts(tx, request.ip))) return;
        store.addToDay(unit, day, 'visits');
        if (NAMED_PAGES.has(body.page)) store.addToDay(unit, day, `page:${body.page}`);
        await store.noteVisitor(unit, visitor.id, day);
      });
    }
    return { success: true as const, sessionId };
  });

  route(app, recordCategoryView, async ({ body, request, write }) => {
    const visitor = visitors.of(request, today());
    if (!visitor.isBot && (await analyticsEnabled())) {
      await write(async (unit) => {
        const subject = `category:${body.category}:${body.companyId ?? ''}`;
        if (!(await store.countsAsView(unit.tx, visitor.id, subject, now()))) return;
        if (!(await limits.counts(unit.tx, request.ip))) return;
        store.addToDay(unit, today(), `category:${body.category}`);
      });
    }
    return { success: true as const };
  });

  route(app, resetAnalytics, async ({ write }) => {
    await write((unit) => store.resetAnalytics(unit));
    return { success: true as const };
  });
}
