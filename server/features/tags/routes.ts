import type { FastifyInstance } from 'fastify';
import { LIST_MAX } from '../../../core/companies/calls.ts';
import * as calls from '../../../core/tags/calls.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { askTagNames, saveTagNames } from './names.ts';
import { changeTag, findTags, readTag, undoTagChange } from './tags.ts';

export function tagRoutes(app: FastifyInstance, { database, ai, directory }: Services): void {
  route(app, calls.readTag, async ({ params }) => readTag(database.read, params.tag));

  route(app, calls.findTags, async ({ query: { limit = LIST_MAX, ...asked }, reply }) => {
    const { tags, total } = await findTags(database, { ...asked, limit });
    reply.header('x-total-count', total);
    return tags;
  });

  route(app, calls.renameTag, async ({ params, body: { name, merge }, write }) => {
    const changed = await write((unit) => changeTag(unit, params.tag, name, { merge: merge ?? false }));
    await directory.refresh();
    return { ...changed, tag: name };
  });

  route(app, calls.nameTag, async ({ params: { tag }, body, write }) => {
    const { names, outdated } = await write((unit) => saveTagNames(unit, { id: tag, ...body }));
    await directory.refresh();
    return { names, outdated };
  });

  route(app, calls.proposeTagNames, async ({ params: { tag }, body, write }) => {
    const { names, model } = await askTagNames(database.read, ai, tag, body.provider);
    await write(async (unit) => unit.changed('act', tag, { after: { model, names } }));
    return { names, model };
  });

  route(app, calls.removeTag, async ({ params, write }) =>
    write((unit) => changeTag(unit, params.tag, null)),
  );

  route(app, calls.undoTagChange, async ({ params, write }) =>
    write((unit) => undoTagChange(unit, params.id)),
  );
}
