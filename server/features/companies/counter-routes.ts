import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '../../../core/companies/calls.ts';
import { COUNTING_LIMIT } from '../../../core/limits.ts';
import { addToDay, countsAsView } from '../../platform/analytics/store.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { accountVisitor } from '../accounts/index.ts';
import * as store from './store.ts';
import { addView } from './week-views.ts';

/** Views and likes of companies by visitors. */
export function companyCounterRoutes(
  app: FastifyInstance,
  { database, visitors, accounts, now, today, analyticsEnabled }: Services,
): void {
  /** Whose like it is: the account's where one is logged in, else the visitor's. */
  async function liker(request: FastifyRequest): Promise<string> {
    const session = await accounts.find(request);
    return session ? accountVisitor(session.user.id) : visitors.of(request, today()).id;
  }

  route(app, calls.viewCompany, async ({ params: { id }, request, write, isWithin }) => {
    const visitor = visitors.of(request, today());
    if (visitor.isBot || !(await analyticsEnabled())) {
      await store.requireShownCompany(database.read, id);
      return { views: await store.readCounter(database.read, id, 'views') };
    }
    return write(async (unit) => {
      const { tx } = unit;
      await store.requireShownCompany(tx, id);
      // The limit first: past it, no new visitor is remembered.
      const counts =
        (await isWithin(tx, COUNTING_LIMIT)) && (await countsAsView(tx, visitor.id, `company:${id}`, now()));
      if (!counts) return { views: await store.readCounter(tx, id, 'views') };
      const views = await addView(unit, id, today());
      addToDay(unit, today(), 'company_views');
      return { views };
    });
  });

  route(app, calls.readLike, async ({ params: { id }, request, reply }) => {
    reply.header('cache-control', 'no-store');
    const visitor = await liker(request);
    await store.requireShownCompany(database.read, id);
    const [likes, liked] = await Promise.all([
      store.readCounter(database.read, id, 'likes'),
      store.hasLike(database.read, id, visitor),
    ]);
    return { likes, liked };
  });

  route(app, calls.likeCompany, async ({ params: { id }, request, write }) => {
    const visitor = await liker(request);
    const likes = await write(async (unit) => {
      const { tx } = unit;
      await store.requireShownCompany(tx, id);
      if (!(await store.insertLike(tx, id, visitor, now().toISOString())))
        return store.readCounter(tx, id, 'likes');
      const counted = await store.addLikes(unit, id, 1);
      addToDay(unit, today(), 'likes');
      return counted;
    });
    return { likes, liked: true };
  });

  route(app, calls.unlikeCompany, async ({ params: { id }, request, write }) => {
    const visitor = await liker(request);
    const likes = await write(async (unit) => {
      const { tx } = unit;
      await store.requireShownCompany(tx, id);
      if (!(await store.deleteLike(tx, id, visitor))) return store.readCounter(tx, id, 'likes');
      const counted = await store.addLikes(unit, id, -1);
      return counted;
    });
    return { likes, liked: false };
  });
}
