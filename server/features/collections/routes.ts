import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/collections/calls.ts';
import { requestedLanguage } from '../../../core/schemas.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { requireShownCompany } from '../companies/index.ts';
import * as store from './store.ts';

export function collectionRoutes(app: FastifyInstance, { database }: Services): void {
  route(
    app,
    calls.findCollections,
    async ({ query }) => store.listCollections(database, requestedLanguage(query)),
    () => ({ tags: ['collections', 'directory'] }),
  );

  route(
    app,
    calls.readCollection,
    async ({ params, query }) => store.showCollection(database, params.id, requestedLanguage(query)),
    () => ({ tags: ['collections', 'directory'], softTags: ['likes', 'visits'] }),
  );

  route(
    app,
    calls.findCollectionsOf,
    async ({ params: { id }, query }) => {
      await requireShownCompany(database.read, id);
      return store.collectionsOf(database.read, id, requestedLanguage(query));
    },
    ({ params: { id } }) => ({ tags: ['collections', `company:${id}`] }),
  );

  route(app, calls.findStoredCollections, async () => store.readStoredCollections(database.read));

  route(app, calls.createCollection, async ({ body, write }) =>
    write((unit) => store.addCollection(unit, body, unit.now.toISOString())),
  );

  route(app, calls.saveCollection, async ({ params, body, write }) =>
    write((unit) => store.replaceCollection(unit, params.id, body)),
  );

  route(app, calls.deleteCollection, async ({ params, write }) =>
    write((unit) => store.removeCollection(unit, params.id)),
  );
}
