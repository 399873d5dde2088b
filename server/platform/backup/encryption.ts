// Backups in object storage are encrypted as age files with a passphrase: `age -d` opens them without this program.
// https://age-encryption.org/v1

import { Decrypter, Encrypter } from 'age-encryption';

/**
 * Logarithm of the work that scrypt makes of a guess: 64 MiB of memory and a quarter of a second. The format's own default
 * takes 256 MiB, which a small machine does not have to spare; a BACKUP_KEY is longer than what somebody remembers.
 */
const WORK_FACTOR = 16;

export async function encrypt(
  plain: ReadableStream<Uint8Array>,
  key: string,
): Promise<ReadableStream<Uint8Array>> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(key);
  encrypter.setScryptWorkFactor(WORK_FACTOR);
  return encrypter.encrypt(plain);
}

/**
 * Decrypts a backup. No byte that is not authentic comes out; a file that was cut off fails at its end.
 * @param name names the backup in errors
 * @throws Error where there is no key, or another one is needed; the iteration fails where the file is damaged
 */
export async function decrypt(
  encrypted: ReadableStream<Uint8Array>,
  key: string | undefined,
  name: string,
): Promise<AsyncIterable<Uint8Array>> {
  if (key === undefined)
    throw new Error(`${name} is encrypted: set BACKUP_KEY to the key that it was written with.`);
  const decrypter = new Decrypter();
  decrypter.addPassphrase(key);
  const plain = await decrypter.decrypt(encrypted).catch((cause: Error) => {
    throw new Error(
      `${name} cannot be decrypted: BACKUP_KEY is not the key that it was written with, or the file is damaged.`,
      { cause },
    );
  });
  return failingWith(
    `${name} could not be read to its end: it is damaged, or the connection was lost.`,
    plain,
  );
}

/** Passes a stream on. @throws Error with a message, where the stream fails */
async function* failingWith(message: string, stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (cause) {
    throw new Error(message, { cause });
  }
}
