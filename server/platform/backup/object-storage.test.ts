import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readEnv } from '../../env.ts';
import { freePort } from '../../testing/free-port.ts';
import { startObjectStorage, type TestObjectStorage } from '../../testing/object-storage.ts';
import { withBackupFile } from './backup-file.ts';
import { openObjectStorage } from './object-storage.ts';

const MEBIBYTE = 1024 ** 2;
const BACKUP_KEY = 'seven small giants';
const NAME = 'backup-2026-11-21T030000Z.db';

let storage: TestObjectStorage;
let folder: string;
let file: string;
beforeEach(async () => {
  storage = await startObjectStorage();
  folder = mkdtempSync(join(tmpdir(), 'tiny-giants-object-storage-'));
  file = join(folder, 'file');
  writeFileSync(file, 'SQLite, or so');
});
afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

const envWith = (variables: Record<string, string> = {}) =>
  readEnv({ VAR_DIR: folder, ...storage.variables, ...variables });
const open = (variables: Record<string, string> = {}, signal?: AbortSignal) =>
  openObjectStorage(envWith(variables), signal);
async function fetched(name: string, variables: Record<string, string> = {}): Promise<Buffer> {
  const target = join(folder, 'fetched');
  await open(variables).fetch(name, target);
  return readFileSync(target);
}
/** Changes what is stored. */
function change(name: string, by: (bytes: Buffer) => Buffer): void {
  const path = storage.fileOf(`giants/${name}`);
  writeFileSync(path, by(readFileSync(path)));
}
const flipLast = (bytes: Buffer) =>
  Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]);

test.each([undefined, BACKUP_KEY])(
  'a file of several parts comes back as it was, with the key %s',
  async (key) => {
    const bytes = randomBytes(20 * MEBIBYTE + 1);
    writeFileSync(file, bytes);
    const variables = key ? { BACKUP_KEY: key } : {};
    const name = await open(variables).send(file, NAME);
    expect(name).toBe(key ? `${NAME}.age` : NAME);
    expect(storage.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(3);
    for (const asked of [name, `giants/${name}`, `//backups/giants/${name}`, 'latest'])
      expect((await fetched(asked, variables)).equals(bytes), asked).toBe(true);
  },
);

test('what is stored with BACKUP_KEY is an age file, and opens with that key only', async () => {
  const name = await open({ BACKUP_KEY }).send(file, NAME);
  const raw = readFileSync(storage.fileOf(`giants/${name}`));
  expect(raw.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 16\n/);
  expect(raw.includes('SQLite')).toBe(false);
  await expect(fetched(name)).rejects.toThrow(
    `${name} is encrypted: set BACKUP_KEY to the key that it was written with.`,
  );
  await expect(fetched(name, { BACKUP_KEY: 'seven large giants' })).rejects.toThrow(
    `${name} cannot be decrypted: BACKUP_KEY is not the key that it was written with`,
  );
  for (const [by, told] of [
    [flipLast, 'it is damaged'],
    [(bytes: Buffer) => bytes.subarray(0, -1), 'it is damaged'],
    [() => Buffer.from('no age file'), 'or the file is damaged'],
  ] as const) {
    writeFileSync(storage.fileOf(`giants/${name}`), raw);
    change(name, by);
    await expect(fetched(name, { BACKUP_KEY })).rejects.toThrow(told);
  }
});

test('an encrypted file on this disk opens too, and no copy of it stays', async () => {
  const name = await open({ BACKUP_KEY }).send(file, NAME);
  const path = join(folder, 'downloaded.db.age');
  writeFileSync(path, readFileSync(storage.fileOf(`giants/${name}`)));
  let copy = '';
  const read = (env = envWith({ BACKUP_KEY })) =>
    withBackupFile(env, path, async (opened) => {
      copy = opened;
      expect(statSync(opened).mode & 0o077).toBe(0);
      return readFileSync(opened, 'utf8');
    });
  expect(await read()).toBe('SQLite, or so');
  expect(copy).not.toBe(path);
  expect(existsSync(copy)).toBe(false);
  await expect(read(envWith())).rejects.toThrow(`${path} is encrypted`);
});

test('a storage that fails now and then, or hangs up, is asked again', async () => {
  const bytes = randomBytes(9 * MEBIBYTE);
  writeFileSync(file, bytes);
  const seen = new Set<string>();
  storage.interfere = (request, response) => {
    const line = `${request.method} ${request.url}`;
    if (seen.has(line)) return false;
    seen.add(line);
    // In the middle of the bytes of a part, and at once.
    if (request.method === 'PUT') request.once('data', () => response.destroy());
    else response.writeHead(503).end();
    return true;
  };
  await open().send(file, NAME);
  expect(seen.size).toBeGreaterThan(4);
  expect((await fetched(NAME)).equals(bytes)).toBe(true);
});

test('a connection that is lost in the middle of a file is told', async () => {
  await open().send(file, NAME);
  storage.interfere = (_, response) => {
    response.writeHead(200, { 'content-length': 1000 }).write('half');
    setTimeout(() => response.destroy(), 50);
    return true;
  };
  await expect(fetched(NAME)).rejects.toThrow(
    `The object storage ${storage.url} cannot be reached: UND_ERR_SOCKET.`,
  );
});

test('what comes back with other bytes is told and not kept', async () => {
  storage.interfere = (request) => {
    if (request.method === 'GET') change(NAME, flipLast);
    return false;
  };
  await expect(open().send(file, NAME)).rejects.toThrow(
    `${NAME} came back from s3://backups/giants with other bytes than were sent, and was removed.`,
  );
  storage.interfere = () => false;
  expect(await open().list()).toEqual([]);
});

test('an upload that fails in the middle leaves no object and no parts', async () => {
  writeFileSync(file, randomBytes(9 * MEBIBYTE));
  storage.interfere = (request, response) => {
    if (!request.url?.includes('partNumber=2')) return false;
    response
      .writeHead(400, { 'content-type': 'application/xml' })
      .end('<Error><Code>InvalidRequest</Code></Error>');
    return true;
  };
  await expect(open().send(file, NAME)).rejects.toThrow(
    `The object storage ${storage.url} answered 400 InvalidRequest.`,
  );
  expect(storage.requests.at(-1)).toMatch(/^DELETE .*uploadId=/);
  expect(await open().list()).toEqual([]);
});

test('work that is ended stops at once', async () => {
  const ending = new AbortController();
  // It never answers.
  storage.interfere = (request) => {
    if (request.method === 'PUT') setTimeout(() => ending.abort(), 50);
    return request.method === 'PUT';
  };
  const started = performance.now();
  await expect(open({}, ending.signal).send(file, NAME)).rejects.toThrow();
  expect(performance.now() - started).toBeLessThan(2000);
  expect(storage.requests.at(-1)).toMatch(/^DELETE .*uploadId=/);
});

test('a name that is not there is told with those that are', async () => {
  await expect(fetched('x.db')).rejects.toThrow('There is no x.db in s3://backups/giants; nothing is there.');
  await expect(fetched('latest')).rejects.toThrow('No backup is in s3://backups/giants.');
  for (const name of [NAME, 'other.txt']) await open().send(file, name);
  await expect(fetched('x.db')).rejects.toThrow(
    `There is no x.db in s3://backups/giants; the newest there are other.txt, ${NAME}.`,
  );
  for (const asked of ['latest', `giants/${NAME}`, `//backups/giants/${NAME}`])
    expect((await fetched(asked)).toString()).toBe('SQLite, or so');
  // Nor is the list of a whole bucket taken for a backup.
  await expect(fetched('', { BACKUP_S3: 's3://backups' })).rejects.toThrow('in s3://backups;');
});

test('a setting that is wrong is named', async () => {
  const told = (variables: Record<string, string>) =>
    open(variables)
      .list()
      .then(
        () => '',
        (error: Error) => error.message,
      );
  const elsewhere = { BACKUP_S3: 's3://elsewhere' };
  expect(await told(elsewhere)).toBe(`BACKUP_S3: there is no bucket elsewhere at ${storage.url}.`);
  await expect(open(elsewhere).send(file, NAME)).rejects.toThrow('no bucket elsewhere');
  for (const [wrong, code] of [
    [{ BACKUP_S3_KEY: 'NOBODY' }, 'InvalidAccessKeyId'],
    [{ BACKUP_S3_SECRET: 'wrong' }, 'SignatureDoesNotMatch'],
  ] as const) {
    expect(await told(wrong)).toBe(
      `BACKUP_S3_KEY or BACKUP_S3_SECRET is wrong, or may not do this in the bucket backups (403 ${code}).`,
    );
    await expect(open(wrong).send(file, NAME)).rejects.toThrow(code);
  }
  const port = await freePort();
  expect(await told({ BACKUP_S3_ENDPOINT: `http://127.0.0.1:${port}` })).toBe(
    `The object storage http://127.0.0.1:${port} cannot be reached: ECONNREFUSED.`,
  );
  // A port that fetch never connects to.
  expect(await told({ BACKUP_S3_ENDPOINT: 'http://127.0.0.1:9' })).toBe(
    'The object storage http://127.0.0.1:9 cannot be reached: bad port.',
  );
  expect(() => openObjectStorage(readEnv({ VAR_DIR: folder }))).toThrow('BACKUP_S3 is not set');
  // Amazon's own, by its region.
  expect(() =>
    openObjectStorage(envWith({ BACKUP_S3_ENDPOINT: '', BACKUP_S3_REGION: 'eu-west-1' })),
  ).not.toThrow();
});
