import type { FastifyInstance } from 'fastify';
import type { StoredCollection } from '../../../core/collections/calls.ts';
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

  route(app, calls.findStoredCollections, async () =>
    store.withMembers(database.read, await store.readStoredCollections(database.read)),
  );

  route(app, calls.createCollection, async ({ body, write }) =>
    write(async (unit) => {
      const added = await store.addCollection(unit, body, unit.now.toISOString());
      return (await store.withMembers(unit.tx, [added]))[0] as StoredCollection;
    }),
  );

  route(app, calls.saveCollection, async ({ params, body, write }) =>
    write(async (unit) => {
      const saved = await store.replaceCollection(unit, params.id, body);
      return (await store.withMembers(unit.tx, [saved]))[0] as StoredCollection;
    }),
  );

  route(app, calls.deleteCollection, async ({ params, write }) =>
    write((unit) => store.removeCollection(unit, params.id)),
  );
}
