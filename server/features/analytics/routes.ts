import type { FastifyInstance } from 'fastify';
import {
  readSummary,
  recordCategoryView,
  recordPageVisit,
  resetAnalytics,
} from '../../../core/analytics/calls.ts';
import { VISITOR_HEADER } from '../../../core/analytics/visitor-session.ts';
import { isCompanyCategory } from '../../../core/categories.ts';
import { COUNTING_LIMIT, NEW_SESSIONS } from '../../../core/limits.ts';
import * as store from '../../platform/analytics/store.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { shownCategory } from '../companies/index.ts';

/** Pages that are also counted by name; others count as a visit only, so that nobody can fill the table. */
const NAMED_PAGES: ReadonlySet<string> = new Set(['home', 'all-companies', 'company']);
const CATEGORY_PAGE = 'category-';

const isNamedPage = (page: string): boolean =>
  NAMED_PAGES.has(page) ||
  (page.startsWith(CATEGORY_PAGE) && isCompanyCategory(page.slice(CATEGORY_PAGE.length)));

export function analyticsRoutes(
  app: FastifyInstance,
  { database, admins, security, visitors, now, today, analyticsEnabled }: Services,
): void {
  route(
    app,
    readSummary,
    async ({ query }) => store.readSummary(database.read, query.range ?? 'today', today()),
    () => ({ tags: [], softTags: ['visits'], daily: true }),
  );

  route(app, recordPageVisit, async ({ body, request, write, count, isWithin }) => {
    const header = request.headers[VISITOR_HEADER];
    const given = body.sessionId || (typeof header === 'string' ? header : null);
    const sessionId = visitors.session(given);
    const visitor = visitors.of(request, today(), sessionId);
    const isNew = sessionId !== given;
    const isRecorded = !visitor.isBot && (await analyticsEnabled());
    if (isNew || isRecorded) {
      const day = today();
      await write(async (unit) => {
        const { tx } = unit;
        if (isNew) await count(NEW_SESSIONS, { tx });
        if (!isRecorded || !(await isWithin(tx, COUNTING_LIMIT))) return;
        store.addToDay(unit, day, 'visits');
        if (isNamedPage(body.page)) store.addToDay(unit, day, `page:${body.page}`);
        await store.noteVisitor(unit, visitor.id, day);
      });
    }
    return { success: true as const, sessionId };
  });

  route(app, recordCategoryView, async ({ body, request, write, isWithin }) => {
    const visitor = visitors.of(request, today());
    if (!visitor.isBot && (await analyticsEnabled())) {
      await write(async (unit) => {
        const { tx } = unit;
        const { category, companyId } = body;
        // The limit first: past it, nothing new is remembered.
        if (!(await isWithin(tx, COUNTING_LIMIT))) return;
        // Hidden or missing companies and companies of another category are not counted.
        if (companyId != null) {
          const shown = await shownCategory(tx, companyId);
          if (!shown || (category !== 'all' && category !== shown)) return;
        }
        const subject = `category:${category}:${companyId ?? ''}`;
        if (!(await store.countsAsView(tx, visitor.id, subject, now()))) return;
        store.addToDay(unit, today(), `category:${category}`);
      });
    }
    return { success: true as const };
  });

  route(app, resetAnalytics, async ({ request, write }) => {
    const actor = await admins.actor(request);
    await write(async (unit) => {
      await store.resetAnalytics(unit);
      await security.record(unit.tx, request, { event: 'statistics_reset', actor });
    });
    return { success: true as const };
  });
}
