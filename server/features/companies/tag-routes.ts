import type { FastifyInstance } from 'fastify';
import { LIST_MAX } from '../../../core/companies/calls.ts';
import * as calls from '../../../core/companies/tag-calls.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { changeTag, findTags, readTag, undoTagChange } from './tags.ts';

export function tagRoutes(app: FastifyInstance, { database }: Services): void {
  route(app, calls.readTag, async ({ params }) => readTag(database.read, params.tag));

  route(app, calls.findTags, async ({ query: { q, offset, limit = LIST_MAX }, reply }) => {
    const { tags, total } = await findTags(database, { q, offset, limit });
    reply.header('x-total-count', total);
    return tags;
  });

  route(app, calls.renameTag, async ({ params, body: { name, merge }, write }) => {
    const changed = await write((unit) => changeTag(unit, params.tag, name, { merge: merge ?? false }));
    return { ...changed, tag: name };
  });

  route(app, calls.removeTag, async ({ params, write }) =>
    write((unit) => changeTag(unit, params.tag, null)),
  );

  route(app, calls.undoTagChange, async ({ params, write }) =>
    write((unit) => undoTagChange(unit, params.id)),
  );
}
