import { z } from 'zod';
import { defineCall } from '../call.ts';
import { ACCOUNT_CHANGES, PASSWORD_CHECKS, TRIES } from '../limits.ts';
import {
  newPasskeySchema,
  passkeyNameSchema,
  passkeyOptionsSchema,
  passkeySchema,
  passkeyUseSchema,
} from '../mfa/rules.ts';
import { unstorable } from '../schemas.ts';
import { isStorable } from '../text.ts';
import { publicUserSchema } from './calls.ts';
import { givenPasswordSchema } from './rules.ts';

const tag = 'Accounts';

export const beginPasskeyLogin = defineCall({
  name: 'beginPasskeyLogin',
  method: 'POST',
  path: '/auth/passkey/options',
  access: 'public',
  token: false,
  limit: [TRIES],
  tag,
  summary: 'What the browser is asked with to log in with a passkey.',
  answer: passkeyOptionsSchema,
});

export const passkeyLogin = defineCall({
  name: 'passkeyLogin',
  method: 'POST',
  path: '/auth/passkey/login',
  access: 'public',
  token: false,
  limit: [TRIES],
  security: 'login',
  tag,
  summary: 'Logs in with a passkey, which needs neither address nor password.',
  body: z.object({ passkey: passkeyUseSchema }),
  answer: z.object({ token: z.string(), user: publicUserSchema }),
  problems: ['factor_refused', 'email_verification_required', 'account_suspended'],
});

export const findPasskeys = defineCall({
  name: 'findPasskeys',
  method: 'GET',
  path: '/auth/passkeys',
  access: 'user',
  tag,
  summary: "The account's passkeys, the newest first.",
  answer: z.array(passkeySchema),
});

export const beginPasskey = defineCall({
  name: 'beginPasskey',
  method: 'POST',
  path: '/auth/passkeys/options',
  access: 'user',
  limit: [PASSWORD_CHECKS, ACCOUNT_CHANGES],
  tag,
  summary: 'What the browser is asked with for a new passkey, after the password.',
  body: z.object({ password: givenPasswordSchema }),
  answer: passkeyOptionsSchema,
  problems: ['wrong_password', 'conflict'],
});

export const addPasskey = defineCall({
  name: 'addPasskey',
  method: 'POST',
  path: '/auth/passkeys',
  access: 'user',
  limit: [ACCOUNT_CHANGES],
  security: 'factor_added',
  tag,
  summary: 'Adds a passkey that the browser made.',
  body: z.object({ name: passkeyNameSchema, passkey: newPasskeySchema }),
  answer: passkeySchema,
  status: 201,
  problems: ['factor_refused', 'conflict'],
});

export const removePasskey = defineCall({
  name: 'removePasskey',
  method: 'DELETE',
  path: '/auth/passkeys/:id',
  access: 'user',
  limit: [ACCOUNT_CHANGES],
  tag,
  summary: 'Removes a passkey of the account.',
  params: z.object({ id: z.string().min(1).max(1400).refine(isStorable, unstorable) }),
  answer: z.object({ message: z.string() }),
  problems: ['not_found'],
});
