import { createHash } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { S3mini, S3NetworkError, S3ServiceError } from 's3mini';
import type { Env } from '../../env.ts';
import { encryptedName, isBackup, isEncrypted } from './backup-name.ts';
import { decrypt, encrypt } from './encryption.ts';

export type ObjectStorageEnv = Pick<
  Env,
  | 'BACKUP_S3'
  | 'BACKUP_S3_ENDPOINT'
  | 'BACKUP_S3_REGION'
  | 'BACKUP_S3_KEY'
  | 'BACKUP_S3_SECRET'
  | 'BACKUP_KEY'
>;

/** Bytes of a part of an upload, of which one at a time is in memory; 10,000 at most make a file. */
const PART = 8 * 1024 ** 2;
/** How long a request that failed waits before each further try, in milliseconds. */
const WAITS = [250, 1000, 4000];
/** Most names that an error lists. */
const LISTED = 5;

/** S3-compatible storage with the settings BACKUP_S3 and its companions. */
export interface ObjectStorage {
  /** Names below the prefix of BACKUP_S3, in alphabetical order. */
  list(): Promise<string[]>;
  /**
   * Stores a file, encrypted where BACKUP_KEY is set, and reads it back.
   * @returns the name under which it is stored
   * @throws Error where what is read back is not the file; it is removed then
   */
  send(file: string, name: string): Promise<string>;
  /**
   * Writes a stored file, decrypted, into a local one.
   * @param name below the prefix or with it, as `s3://` address of the same bucket too; or `latest`
   */
  fetch(name: string, file: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/**
 * Opens the object storage of BACKUP_S3.
 * @param signal ends what is under way
 * @throws Error where BACKUP_S3 is not set; all methods throw an Error that names the setting that is wrong
 */
export function openObjectStorage(
  env: ObjectStorageEnv,
  signal = new AbortController().signal,
): ObjectStorage {
  const { BACKUP_S3, BACKUP_S3_KEY = '', BACKUP_S3_SECRET = '', BACKUP_KEY: key } = env;
  if (BACKUP_S3 === undefined) throw new Error('BACKUP_S3 is not set: there is no object storage.');
  const [bucket = '', ...folders] = BACKUP_S3.slice('s3://'.length).split('/').filter(Boolean);
  const prefix = folders.map((folder) => `${folder}/`).join('');
  const endpoint = (env.BACKUP_S3_ENDPOINT ?? `https://s3.${env.BACKUP_S3_REGION}.amazonaws.com`).replace(
    /\/+$/,
    '',
  );
  const s3 = new S3mini({
    accessKeyId: BACKUP_S3_KEY,
    secretAccessKey: BACKUP_S3_SECRET,
    endpoint: `${endpoint}/${bucket}`,
    region: env.BACKUP_S3_REGION,
    fetch: retryingFetch(signal),
  });

  /** Names the setting that an error is about. */
  async function told<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof S3ServiceError) throw new Error(sentenceOf(error, bucket, endpoint));
      // S3mini wraps some errors of fetch and passes others on.
      const { code, cause } = error as { code?: string; cause?: Error & { code?: string } };
      if (!(error instanceof S3NetworkError || (error instanceof TypeError && cause))) throw error;
      throw new Error(
        `The object storage ${endpoint} cannot be reached: ${code ?? cause?.code ?? cause?.message}.`,
      );
    }
  }

  async function list(): Promise<string[]> {
    const found = await told(s3.listObjects('/', prefix));
    if (found === null) throw new Error(`BACKUP_S3: there is no bucket ${bucket} at ${endpoint}.`);
    return found.map(({ Key }) => Key.slice(prefix.length)).sort();
  }

  async function download(name: string): Promise<AsyncIterable<Uint8Array>> {
    // The address without a name is that of the list.
    const answer = name === '' ? null : await told(s3.getObjectResponse(prefix + name));
    if (!answer?.body) {
      const names = (await list()).reverse().slice(0, LISTED);
      const others = names.length > 0 ? `the newest there are ${names.join(', ')}` : 'nothing is there';
      throw new Error(`There is no ${name} in ${BACKUP_S3}; ${others}.`);
    }
    return isEncrypted(name) ? decrypt(answer.body, key, name) : answer.body;
  }

  async function upload(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const id = await s3.getMultipartUploadId(prefix + name);
    try {
      const parts: Awaited<ReturnType<typeof s3.uploadPart>>[] = [];
      for await (const part of inParts(content))
        parts.push(await s3.uploadPart(prefix + name, id, part, parts.length + 1));
      await s3.completeMultipartUpload(prefix + name, id, parts);
    } catch (error) {
      // The parts would be paid for, and no list shows them.
      await s3.abortMultipartUpload(prefix + name, id).catch(() => {});
      throw error;
    }
  }

  const withoutPrefix = (name: string) =>
    [`//${bucket}/`, prefix].reduce(
      (rest, start) => (rest.startsWith(start) ? rest.slice(start.length) : rest),
      name,
    );

  const remove = async (name: string) => void (await told(s3.deleteObject(prefix + name)));

  return {
    list,
    remove,
    async send(file, plainName) {
      const blob = await openAsBlob(file);
      const name = key === undefined ? plainName : encryptedName(plainName);
      await told(upload(name, key === undefined ? blob.stream() : await encrypt(blob.stream(), key)));
      const written = await digestOf(blob.stream());
      const stored = await told(digestOf(await download(name)));
      if (written === stored) return name;
      await remove(name);
      throw new Error(
        `${name} came back from ${BACKUP_S3} with other bytes than were sent, and was removed.`,
      );
    },
    async fetch(asked, file) {
      const name = asked === 'latest' ? (await list()).filter(isBackup).at(-1) : withoutPrefix(asked);
      if (name === undefined) throw new Error(`No backup is in ${BACKUP_S3}.`);
      await told(pipeline(await download(name), createWriteStream(file, { mode: 0o600 })));
    },
  };
}

/** Fetches, and tries again where the storage does not answer or asks to come back later. */
function retryingFetch(signal: AbortSignal): typeof fetch {
  return async (input, init) => {
    // Whoever ends the work still wants the parts of an upload removed.
    const untilStopped = init?.method === 'DELETE' ? {} : { signal };
    for (const wait of [...WAITS, undefined]) {
      const tried = fetch(input, { ...init, ...untilStopped });
      if (wait === undefined) return tried;
      const answer = await tried.catch((error: Error) => {
        if (signal.aborted) throw error;
      });
      if (answer && answer.status !== 429 && answer.status < 500) return answer;
      await answer?.body?.cancel();
      await pause(wait, undefined, untilStopped);
    }
    throw new Error('unreachable');
  };
}

/** The sentence for an answer of the storage: it names the setting that is wrong. */
function sentenceOf({ status, serviceCode = '' }: S3ServiceError, bucket: string, endpoint: string): string {
  const code = `${status} ${serviceCode}`.trim();
  if (serviceCode === 'NoSuchBucket') return `BACKUP_S3: there is no bucket ${bucket} at ${endpoint}.`;
  if (status === 401 || status === 403)
    return `BACKUP_S3_KEY or BACKUP_S3_SECRET is wrong, or may not do this in the bucket ${bucket} (${code}).`;
  return `The object storage ${endpoint} answered ${code}.`;
}

/** Cuts a stream into pieces of one length; only the last may be shorter. */
async function* inParts(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let part = Buffer.allocUnsafe(PART);
  let length = 0;
  for await (const chunk of stream) {
    for (let from = 0; from < chunk.length; ) {
      const taken = Math.min(chunk.length - from, PART - length);
      part.set(chunk.subarray(from, from + taken), length);
      from += taken;
      length += taken;
      if (length < PART) continue;
      yield part;
      part = Buffer.allocUnsafe(PART);
      length = 0;
    }
  }
  if (length > 0) yield part.subarray(0, length);
}

async function digestOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
}
