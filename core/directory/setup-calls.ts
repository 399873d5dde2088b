import { z } from 'zod';
import { defineCall } from '../call.ts';

const tag = 'Directory';

const setupSchema = z.object({
  /** Whether the set-up of a new directory is open. */
  pending: z.boolean(),
  /** Companies of the directory, hidden ones too. */
  companies: z.number().int(),
  /** Shipped companies without an edit. */
  shipped: z.number().int(),
  /** Whether a mail server is set; without one, mails are files in a folder. */
  sends_mail: z.boolean(),
  contact: z.string().nullable(),
  /** Where scheduled backups go: a folder, or object storage. */
  backups: z.array(z.string()),
});

export const readSetup = defineCall({
  name: 'readSetup',
  method: 'GET',
  path: '/admin/setup',
  access: 'admin',
  permission: 'settings.read',
  tag,
  summary: 'What of a new directory is set up.',
  answer: setupSchema,
});

export const endSetup = defineCall({
  name: 'endSetup',
  method: 'POST',
  path: '/admin/setup/end',
  access: 'admin',
  permission: 'settings.write',
  audit: 'setup.end',
  tag,
  summary: 'Says that the set-up is over: it does not open by itself any more.',
  answer: setupSchema,
});

export const startEmpty = defineCall({
  name: 'startEmpty',
  method: 'POST',
  path: '/admin/setup/start-empty',
  access: 'admin',
  permission: 'settings.write',
  audit: 'setup.start_empty',
  tag,
  summary:
    'Moves the companies that came with the program into the trash, but for those that somebody edited. No later start brings them back.',
  answer: setupSchema.extend({ removed: z.number().int() }),
});
