import { z } from 'zod';
import { defineCall } from '../call.ts';
import { ADMIN_CODES, TRIES } from '../limits.ts';
import {
  newPasskeySchema,
  passkeyNameSchema,
  passkeyOptionsSchema,
  passkeySchema,
  passkeyUseSchema,
} from '../mfa/rules.ts';
import { doneSchema, tokenSchema, unstorable } from '../schemas.ts';
import { isStorable } from '../text.ts';
import { adminSessionAnswerSchema } from './calls.ts';

const tag = 'Second factor';
const codeSchema = z.string().min(1, 'Is required').max(100);

export const readStepPasskey = defineCall({
  name: 'readStepPasskey',
  method: 'POST',
  path: '/admin/login/passkey',
  access: 'public',
  token: false,
  limit: [TRIES],
  tag,
  summary: 'What the browser is asked with for a passkey in the second step of a log-in.',
  body: z.object({ challenge: tokenSchema }),
  answer: passkeyOptionsSchema,
  problems: ['token_invalid', 'conflict'],
});

export const adminSecondStep = defineCall({
  name: 'adminSecondStep',
  method: 'POST',
  path: '/admin/login/second',
  access: 'public',
  token: false,
  limit: [TRIES, ADMIN_CODES],
  security: 'second_factor',
  tag,
  summary: 'The second step of a log-in: a code of an app, a recovery code or a passkey. Begins the session.',
  body: z.discriminatedUnion('factor', [
    z.object({ factor: z.enum(['totp', 'recovery']), challenge: tokenSchema, code: codeSchema }),
    z.object({ factor: z.literal('passkey'), challenge: tokenSchema, passkey: passkeyUseSchema }),
  ]),
  answer: adminSessionAnswerSchema,
  problems: ['token_invalid', 'factor_refused'],
});

export const factorsSchema = z.object({
  /** Since when there is an authenticator app; null without one. */
  totp: z.string().nullable(),
  passkeys: z.array(passkeySchema),
  /** Unused recovery codes. */
  recoveryCodes: z.number().int(),
  /** Whether the settings ask every administrator for a second factor. */
  required: z.boolean(),
});
export type Factors = z.output<typeof factorsSchema>;

export const readFactors = defineCall({
  name: 'readFactors',
  method: 'GET',
  path: '/admin/factors',
  access: 'admin',
  permission: 'own',
  tag,
  summary: "One's own second factors.",
  answer: factorsSchema,
});

/** New recovery codes, shown only now; null where there were some already. */
const newRecoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()).nullable() });

export const beginTotp = defineCall({
  name: 'beginTotp',
  method: 'POST',
  path: '/admin/factors/totp',
  access: 'admin',
  permission: 'own',
  fresh: 'always',
  audit: false,
  tag,
  summary: 'A new secret for an authenticator app. It counts once a code of it was given.',
  answer: z.object({ secret: z.string(), uri: z.string() }),
  problems: ['conflict'],
});

export const confirmTotp = defineCall({
  name: 'confirmTotp',
  method: 'POST',
  path: '/admin/factors/totp/confirm',
  access: 'admin',
  permission: 'own',
  fresh: 'always',
  audit: 'factor.add',
  limit: [ADMIN_CODES],
  security: 'factor_added',
  tag,
  summary:
    'Takes the authenticator app into use by a code of it. The first factor comes with recovery codes.',
  body: z.object({ code: codeSchema }),
  answer: newRecoveryCodesSchema,
  problems: ['factor_refused', 'conflict'],
});

export const removeTotp = defineCall({
  name: 'removeTotp',
  method: 'DELETE',
  path: '/admin/factors/totp',
  access: 'admin',
  permission: 'own',
  fresh: 'always',
  audit: 'factor.remove',
  tag,
  summary: 'Ends the use of the authenticator app. With the last factor the recovery codes go.',
  answer: doneSchema,
});

export const beginAdminPasskey = defineCall({
  name: 'beginAdminPasskey',
  method: 'POST',
  path: '/admin/factors/passkeys/options',
  access: 'admin',
  permission: 'own',
  fresh: 'always',
  audit: false,
  tag,
  summary: 'What the browser is asked with for a new passkey.',
  answer: passkeyOptionsSchema,
  problems: ['conflict'],
});

export const addAdminPasskey = defineCall({
  name: 'addAdminPasskey',
  method: 'POST',
  path: '/admin/factors/passkeys',
  access: 'admin',
  permission: 'own',
  fresh: 'always',
  audit: 'factor.add',
  security: 'factor_added',
  tag,
  summary: 'Adds a passkey that the browser made. The first factor comes with recovery codes.',
  body: z.object({ name: passkeyNameSchema, passkey: newPasskeySchema }),
  answer: newRecoveryCodesSchema,
  status: 201,
  problems: ['factor_refused', 'conflict'],
});

export const removeAdminPasskey = defineCall({
  name: 'removeAdminPasskey',
  method: 'DELETE',
  path: '/admin/factors/passkeys/:id',
  access: 'admin',
  permission: 'own',
  fresh: 'always',
  audit: 'factor.remove',
  tag,
  summary: 'Removes a passkey. With the last factor the recovery codes go.',
  params: z.object({ id: z.string().min(1).max(1400).refine(isStorable, unstorable) }),
  answer: doneSchema,
  problems: ['not_found'],
});

export const renewRecoveryCodes = defineCall({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/admin/factors/recovery-codes',
  access: 'admin',
  permission: 'own',
  fresh: 'always',
  audit: 'factor.renew_codes',
  tag,
  summary: 'Ten new recovery codes in the place of those before; shown only now.',
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
  problems: ['conflict'],
});

export const removeAdministratorFactors = defineCall({
  name: 'removeAdministratorFactors',
  method: 'DELETE',
  path: '/admin/administrators/:id/factors',
  access: 'admin',
  permission: 'administrators.write',
  fresh: 'always',
  audit: 'factor.remove_all',
  tag,
  summary: 'Takes away the second factors of an administrator who lost them, and ends their sessions.',
  params: z.object({ id: z.string().min(1).max(200).refine(isStorable, unstorable) }),
  answer: doneSchema,
  problems: ['administrator_not_found'],
});

export const readConfirmPasskey = defineCall({
  name: 'readConfirmPasskey',
  method: 'POST',
  path: '/admin/confirm/passkey',
  access: 'admin',
  permission: 'own',
  audit: false,
  limit: [TRIES],
  tag,
  summary: 'What the browser is asked with to prove by a passkey who is at the session.',
  answer: passkeyOptionsSchema,
  problems: ['conflict'],
});
