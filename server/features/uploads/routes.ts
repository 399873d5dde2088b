import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { problem } from '../../../core/problem.ts';
import { refusedAs } from '../../../core/refusal.ts';
import { uploadPicture } from '../../../core/uploads/calls.ts';
import { pictureUrl, UPLOADED } from '../../../core/uploads/rules.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { putLogo, readUpload } from '../links/index.ts';
import { redrawPicture } from './draw-picture.ts';

/** The file's bytes: the content type of the request is not read. */
const bytesSchema = z.custom<Buffer>((value) => Buffer.isBuffer(value) && value.length > 0, {
  ...refusedAs('file_empty'),
});

/** Takes pictures for companies and for the looks of the directory, and serves them by the hash of their bytes. */
export function uploadRoutes(app: FastifyInstance, { database }: Services): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));

    route(scope, { ...uploadPicture, body: bytesSchema }, async ({ query: { use }, body, write }) => {
      const { png, width, height } = await redrawPicture(body, use);
      const id = createHash('sha256').update(png).digest('hex').slice(0, 40);
      const url = pictureUrl(id);
      await write(async (unit) => {
        await putLogo(unit.tx, {
          url,
          checked_at: unit.now.toISOString(),
          type: 'image/png',
          picture: png.toString('base64'),
          failure: null,
        });
        unit.changed('act', url);
      });
      return { id, url, width, height };
    });
  });

  app.get<{ Params: { file: string } }>(`${UPLOADED}:file`, { logLevel: 'warn' }, async (request, reply) => {
    const png = await readUpload(database.read, `${UPLOADED}${request.params.file}`);
    if (!png) throw problem('not_found', 'There is no such picture.');
    return reply
      .header('content-type', 'image/png')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(png);
  });
}
