import type { Env } from './env.ts';
import { ON_THE_SERVER, recordSecurityEvent } from './features/security-log/store.ts';
import { isKey } from './features/settings/store.ts';
import { createEncryption, type Purpose } from './platform/auth/encryption.ts';
import { readState, writeState } from './platform/database/state.ts';
import type { Database, Db } from './platform/database/types.ts';

/** The state whose value only the secret of the last start can read. */
const CHECK = 'secret_check';

/** What is stored encrypted: how each text is read, and written anew. */
const STORED: { purpose: Purpose; what: string; texts(tx: Db): Promise<EncryptedText[]> }[] = [
  {
    purpose: 'settings',
    what: 'API keys of the settings',
    async texts(tx) {
      const rows = await tx.selectFrom('settings').selectAll().execute();
      return rows
        .filter(({ name }) => isKey(name))
        .map(({ name, value }) => ({
          value,
          replace: (by) => tx.updateTable('settings').set({ value: by }).where('name', '=', name).execute(),
        }));
    },
  },
  {
    purpose: 'totp',
    what: "secrets of administrators' authenticator apps",
    async texts(tx) {
      const rows = await tx.selectFrom('admin_totps').select(['admin_id', 'secret']).execute();
      return rows.map(({ admin_id, secret }) => ({
        value: secret,
        replace: (by) =>
          tx.updateTable('admin_totps').set({ secret: by }).where('admin_id', '=', admin_id).execute(),
      }));
    },
  },
  {
    purpose: 'outbox',
    what: 'mails that wait to be sent',
    async texts(tx) {
      const rows = await tx.selectFrom('outbox').select(['id', 'message']).execute();
      return rows.map(({ id, message }) => ({
        value: message,
        replace: (by) => tx.updateTable('outbox').set({ message: by }).where('id', '=', id).execute(),
      }));
    },
  },
];

interface EncryptedText {
  value: string;
  replace(by: string): Promise<unknown>;
}

function decryptOrUndefined(secret: string, purpose: Purpose, value: string): string | undefined {
  try {
    return createEncryption(secret, purpose).decrypt(value);
  } catch {
    return undefined;
  }
}

/**
 * Looks at the start whether APP_SECRET is the one with which the directory was encrypted. With the
 * old one given as APP_SECRET_OLD everything is encrypted anew; without it, what cannot be read any
 * more is named. Returns a sentence for whoever runs the server, or undefined where nothing changed.
 */
export async function followSecret(
  database: Database,
  { APP_SECRET, APP_SECRET_OLD }: Pick<Env, 'APP_SECRET' | 'APP_SECRET_OLD'>,
  now: Date,
): Promise<string | undefined> {
  return database.write(async ({ tx }) => {
    let renewed = 0;
    const lost: string[] = [];
    for (const { purpose, what, texts } of STORED) {
      let unreadable = 0;
      for (const { value, replace } of await texts(tx)) {
        if (decryptOrUndefined(APP_SECRET, purpose, value) !== undefined) continue;
        const text = APP_SECRET_OLD && decryptOrUndefined(APP_SECRET_OLD, purpose, value);
        if (text === undefined || text === '') {
          unreadable++;
          continue;
        }
        await replace(createEncryption(APP_SECRET, purpose).encrypt(text));
        renewed++;
      }
      if (unreadable > 0) lost.push(`${unreadable} ${what}`);
    }
    const check = await readState(tx, CHECK);
    const isSame = check === undefined || decryptOrUndefined(APP_SECRET, 'check', check) !== undefined;
    if (check === undefined || !isSame)
      await writeState(tx, CHECK, createEncryption(APP_SECRET, 'check').encrypt(CHECK));
    if (!isSame) await recordSecurityEvent(tx, { ...ON_THE_SERVER, event: 'secret_changed' }, now);
    if (isSame && renewed === 0 && lost.length === 0) return undefined;
    if (lost.length === 0 && APP_SECRET_OLD)
      return `APP_SECRET has changed: ${renewed} stored texts were encrypted anew. Visitors without an account are recognised as long as APP_SECRET_OLD stays.`;
    const losses = [...lost, ...(isSame ? [] : ['the recognition of visitors without an account'])];
    return `APP_SECRET has changed. Lost with it: ${losses.join(', ')}. Give the old one as APP_SECRET_OLD to keep what was encrypted with it.`;
  });
}
