import { z } from 'zod';
import { defineCall } from '../call.ts';
import { editVersionSchema } from '../edit-version.ts';
import { FAILURE_CODES } from '../problem.ts';
import { AI_PROVIDERS, settingsChangesSchema, settingsSchema } from './rules.ts';

/** The settings as a form has them. */
export const versionedSettingsSchema = settingsSchema.extend({ version: editVersionSchema });
export type VersionedSettings = z.output<typeof versionedSettingsSchema>;

export const readSettings = defineCall({
  name: 'readSettings',
  method: 'GET',
  path: '/admin/settings',
  access: 'admin',
  permission: 'settings.read',
  tag: 'Settings',
  summary: 'The settings; of keys only the first and last four characters.',
  answer: versionedSettingsSchema,
});

export const saveSettings = defineCall({
  name: 'saveSettings',
  method: 'POST',
  path: '/admin/settings',
  access: 'admin',
  permission: 'settings.write',
  fresh: 'named',
  audit: 'settings.save',
  tag: 'Settings',
  summary:
    'Saves the settings. A masked key that is sent back keeps the stored one, an empty one removes it.',
  body: settingsChangesSchema.extend({ version: editVersionSchema.optional() }),
  answer: versionedSettingsSchema,
  problems: ['conflict'],
});

export const testConnection = defineCall({
  name: 'testConnection',
  method: 'POST',
  path: '/admin/settings/test',
  access: 'admin',
  permission: 'settings.write',
  audit: 'settings.test',
  tag: 'Settings',
  summary:
    'Asks a provider, or the mail server, for an answer: with the saved settings, or a `key` and `model` that are not saved yet. A masked key is the stored one. `failure_mail` sends a message to those whom failures are told.',
  body: z.object({
    provider: z.enum([...AI_PROVIDERS, 'smtp', 'failure_mail']),
    key: settingsChangesSchema.shape.claudeApiKey,
    model: settingsChangesSchema.shape.claudeModel,
  }),
  answer: z.object({
    success: z.boolean(),
    message: z.string(),
    /** Reason of a failure; null after a success. */
    code: z.enum(FAILURE_CODES).nullable(),
  }),
});
