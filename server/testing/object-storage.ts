import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

export interface TestObjectStorage {
  /** Environment variables for the storage: a bucket, without encryption. */
  variables: Record<string, string>;
  url: string;
  /** The file in which the storage has an object of the bucket. */
  fileOf(key: string): string;
  /** Method and address of each request. */
  requests: string[];
  /** Answers a request in the place of the storage, or does something to it; true where it has answered. */
  interfere: (request: IncomingMessage, response: ServerResponse) => boolean;
  close(): Promise<void>;
}

/** A server that speaks S3 on loopback and verifies signatures. */
export async function startObjectStorage(): Promise<TestObjectStorage> {
  const directory = mkdtempSync(join(tmpdir(), 'tiny-giants-s3-'));
  const s3 = new S3rver({
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: 'backups' }],
  });
  await s3.configureBuckets();
  const answer = s3.callback();
  const listObjects = s3.store.listObjects.bind(s3.store);
  s3.store.listObjects = (bucket, options) => listObjects(bucket.replace(/\/$/, ''), options);
  const server = createServer((request, response) => {
    storage.requests.push(`${request.method} ${request.url}`);
    if (storage.interfere(request, response)) return;
    // This server compares the signature of a bucket's address with that of `/backups`, whereas S3 takes the path as it
    // came, `/backups/`: the escaped slash makes it a part of the name until the signature is compared.
    request.url = request.url?.replace(/^\/([^/?]+)\/\?/, '/$1%2F?');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const storage: TestObjectStorage = {
    url,
    variables: {
      BACKUP_S3: 's3://backups/giants',
      BACKUP_S3_ENDPOINT: url,
      // The only credentials that the test server accepts.
      BACKUP_S3_KEY: 'S3RVER',
      BACKUP_S3_SECRET: 'S3RVER',
    },
    fileOf: (key) => join(directory, 'backups', `${key}._S3rver_object`),
    requests: [],
    interfere: () => false,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return storage;
}
