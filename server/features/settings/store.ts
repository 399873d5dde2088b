import { refusedField } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';
import {
  looksMasked,
  maskKey,
  type Settings,
  settingsSchema as schema,
} from '../../../core/settings/rules.ts';
import type { Encryption } from '../../platform/auth/encryption.ts';
import type { Database, Db, Unit } from '../../platform/database/types.ts';

/** The settings that are stored encrypted and shown masked. */
const KEYS = ['claudeApiKey', 'geminiApiKey'] as const;
type Key = (typeof KEYS)[number];
export const isKey = (name: string): name is Key => KEYS.includes(name as Key);

export interface SettingsStore {
  /** The settings with decrypted keys, never to be sent to clients. Cached until the revision changes. */
  current(): Promise<Settings>;
  /** The settings as a transaction sees them. */
  read(tx: Db): Promise<Settings>;
  /** Saves the given settings. @throws validation_failed for a masked key that is not the stored one's mask */
  save(unit: Unit, changes: SettingChanges): Promise<Settings>;
}

/** The settings with masks in the place of keys, as they may be sent. */
export function maskKeys(settings: Settings): Settings {
  const masks = KEYS.map((name) => [name, maskKey(settings[name])]);
  return { ...settings, ...(Object.fromEntries(masks) as Pick<Settings, Key>) };
}

type SettingChanges = Partial<{ [K in keyof Settings]: Settings[K] | undefined }>;

/** Whether a save changes a key: the mask of the stored key is no change. */
export function changesKeys(stored: Settings, changes: SettingChanges): boolean {
  return KEYS.some((name) => {
    const key = changes[name];
    return key !== undefined && key !== stored[name] && key !== maskKey(stored[name]);
  });
}

export function createSettings(database: Database, encryption: Encryption): SettingsStore {
  let kept: { revision: number; settings: Promise<Settings> } | undefined;

  async function read(db: Db): Promise<Settings> {
    const rows = await db.selectFrom('settings').selectAll().execute();
    const stored: Record<string, unknown> = {};
    for (const { name, value } of rows) {
      try {
        stored[name] = isKey(name) ? encryption.decrypt(value) : JSON.parse(value);
      } catch {
        // Encrypted with another APP_SECRET: unreadable, so there is no key.
      }
    }
    return schema.parse(stored);
  }

  return {
    read,
    async current() {
      const revision = await database.revision.current();
      if (kept?.revision !== revision) {
        const settings = read(database.read);
        kept = { revision, settings };
        settings.catch(() => {
          kept = undefined;
        });
      }
      return kept.settings;
    },
    async save(unit, changes) {
      const { tx } = unit;
      const before = await read(tx);
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined) continue;
        if (isKey(name)) {
          const key = String(value);
          if (key !== '' && key === maskKey(before[name])) continue;
          if (looksMasked(key)) {
            throw refusedField(`body.${name}`, refusal('masked_key'));
          }
          if (key === '') await tx.deleteFrom('settings').where('name', '=', name).execute();
          else await saveSetting(tx, name, encryption.encrypt(key));
        } else {
          await saveSetting(tx, name, JSON.stringify(value));
        }
      }
      const after = await read(tx);
      unit.changed('settings', 'settings', { before: maskKeys(before), after: maskKeys(after) });
      return after;
    },
  };
}

async function saveSetting(tx: Db, name: string, value: string): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
