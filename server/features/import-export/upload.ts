import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { IMPORT_BYTES_MAX } from '../../../core/import-export/rules.ts';
import { refusedBody } from '../../../core/problem.ts';
import { refusal, refusedAs } from '../../../core/refusal.ts';
import { makeWorkFolder, removeAbandoned, removeWorkFolder } from '../../platform/backup/work-folder.ts';

/** Names the work folders of uploads in the system's folder of temporary files. */
const PURPOSE = 'import';

/** A body that lies in a file until its request is answered. */
export interface Upload {
  path: string;
  type: 'json' | 'csv';
}

/** The body as it arrives here: a file that is checked company by company. */
export const uploadSchema = z.custom<Upload>((value) => value !== undefined, {
  ...refusedAs('required'),
  error: 'A file is required',
});

const tooLarge = () =>
  refusedBody('payload_too_large', refusal('file_too_large', { megabytes: IMPORT_BYTES_MAX / 1024 / 1024 }));

/** Lets the routes of this scope receive large bodies: as a file, unread, so that memory stays flat. @param options.anyType whatever type a client says */
export function acceptUploads(scope: FastifyInstance, { anyType = false } = {}): void {
  const uploads = new WeakMap<FastifyRequest, Upload>();
  const accept = (contentType: string, type: Upload['type']) =>
    scope.addContentTypeParser(contentType, async (request: FastifyRequest, body: Readable) => {
      if (Number(request.headers['content-length'] ?? 0) > IMPORT_BYTES_MAX) throw tooLarge();
      const upload = {
        path: join(makeWorkFolder(tmpdir(), PURPOSE), `body.${type}`),
        type,
      };
      uploads.set(request, upload);
      await store(body, upload.path);
      return upload;
    });
  scope.removeAllContentTypeParsers();
  if (anyType) accept('*', 'csv');
  accept('application/json', 'json');
  accept('text/csv', 'csv');

  const remove = async (request: FastifyRequest) => {
    const upload = uploads.get(request);
    if (!upload || !uploads.delete(request)) return;
    removeWorkFolder(dirname(upload.path));
  };
  scope.addHook('onResponse', remove);
  scope.addHook('onRequestAbort', remove);
}

/** Writes a body to a file. @throws payload_too_large; the rest of the body is then left unread */
async function store(body: Readable, path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    let size = 0;
    // Destroying the body would close the connection before it is answered.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > IMPORT_BYTES_MAX) throw tooLarge();
      await file.write(chunk);
    }
  } finally {
    await file.close();
  }
}

/** Removes uploads left behind by killed processes. */
export async function removeAbandonedUploads(): Promise<void> {
  removeAbandoned(tmpdir(), PURPOSE);
}
