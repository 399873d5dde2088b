import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createImitationCheck } from '../../../core/comments/imitation.ts';
import { oncePerDirectory } from '../../../core/directory/current.ts';
import { siteNames } from '../../../core/directory/site-name.ts';
import * as calls from '../../../core/lists/calls.ts';
import { refusedField } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';
import { requestedLanguage } from '../../../core/schemas.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { lockUser } from '../accounts/index.ts';
import * as store from '../saved-lists/index.ts';
import { companiesById, showSharedList } from './show.ts';

/** Saved lists of readers, and shared links to such lists. */
export function listRoutes(app: FastifyInstance, { env, database, accounts }: Services): void {
  // The site's names are configuration.
  const imitates = oncePerDirectory(() => createImitationCheck(siteNames(env.SITE_NAME)));
  const userOf = async (request: FastifyRequest) => (await accounts.require(request)).user.id;

  route(app, calls.findSavedLists, async ({ request }) =>
    store.listsOf(database.read, await userOf(request)),
  );

  route(app, calls.readSavedList, async ({ params, request }) =>
    store.requireSavedList(database.read, await userOf(request), params.id),
  );

  // Names and the number of lists are judged with no other write of the account at the same time.
  route(app, calls.createSavedList, async ({ body, request, write }) => {
    const user = await userOf(request);
    return write(async (unit) => {
      await lockUser(unit.tx, user);
      return store.addSavedList(unit, user, body);
    });
  });

  route(app, calls.joinSavedList, async ({ body, request, write }) => {
    const user = await userOf(request);
    return write(async (unit) => {
      await lockUser(unit.tx, user);
      return store.joinList(unit, user, body);
    });
  });

  route(app, calls.replaceSavedList, async ({ params, body, request, write }) => {
    const user = await userOf(request);
    if (body.shared_by && imitates()(body.shared_by))
      throw refusedField('body.shared_by', refusal('imitates_site'));
    return write(async (unit) => {
      await lockUser(unit.tx, user);
      return store.putSavedList(unit, user, params.id, body);
    });
  });

  route(app, calls.deleteSavedList, async ({ params, request, write }) => {
    const user = await userOf(request);
    await write((unit) => store.removeSavedList(unit, user, params.id));
    return { success: true as const, message: 'The list was deleted.' };
  });

  route(app, calls.findCompaniesById, async ({ query }) =>
    companiesById(database, query.ids, requestedLanguage(query)),
  );

  route(
    app,
    calls.readSharedList,
    async ({ params, query }) => showSharedList(database, params.token, requestedLanguage(query)),
    () => ({ tags: ['lists', 'directory'], softTags: ['likes', 'visits'] }),
  );
}
