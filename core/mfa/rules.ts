import { z } from 'zod';
import { refusedAs } from '../refusal.ts';
import { trimmedText } from '../schemas.ts';
import { MINUTE } from '../time.ts';

/** What can be asked for beside the password. */
export const FACTORS = ['totp', 'passkey', 'recovery'] as const;
export type Factor = (typeof FACTORS)[number];

export const RECOVERY_CODES = 10;
/** Passkeys of one person. */
export const PASSKEYS_MAX = 20;
/** How long a right password waits for the second step, and a browser for a passkey, in milliseconds. */
export const CHALLENGE_LIFETIME = 5 * MINUTE;
export const PASSKEY_NAME_MAX = 60;

/** Digits of a code of an authenticator app, and for how long one shows, in seconds (RFC 6238). */
export const TOTP = { digits: 6, period: 30 } as const;

/** A code as it is compared: people copy it with spaces, hyphens and in capitals, and type it in full-width signs. */
export function plainCode(code: string): string {
  return code
    .normalize('NFKC')
    .replace(/[\s\p{Dash}\p{Cf}]/gu, '')
    .toLowerCase();
}

export const passkeyNameSchema = trimmedText(1, PASSKEY_NAME_MAX);

const base64urlSchema = z
  .string()
  .max(20_000)
  .refine((text) => /^[\w-]+$/.test(text), refusedAs('invalid_passkey'));

/** Assertion of a passkey, as `navigator.credentials.get()` returns it (AuthenticationResponseJSON). */
export const passkeyUseSchema = z.object({
  id: base64urlSchema.max(1400),
  rawId: base64urlSchema.max(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64urlSchema,
    authenticatorData: base64urlSchema,
    signature: base64urlSchema,
    userHandle: z.string().max(200).optional(),
  }),
  authenticatorAttachment: z.string().max(40).nullish(),
  clientExtensionResults: z.looseObject({}),
});
export type PasskeyUse = z.output<typeof passkeyUseSchema>;

/** Registration of a new passkey, as `navigator.credentials.create()` returns it (RegistrationResponseJSON). */
export const newPasskeySchema = z.object({
  id: base64urlSchema.max(1400),
  rawId: base64urlSchema.max(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64urlSchema,
    attestationObject: base64urlSchema,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
  authenticatorAttachment: z.string().max(40).nullish(),
  clientExtensionResults: z.looseObject({}),
});
export type NewPasskey = z.output<typeof newPasskeySchema>;

/** What a browser is asked with, as WebAuthn has it (PublicKeyCredentialCreationOptions, ...RequestOptions). */
export const passkeyOptionsSchema = z.looseObject({ challenge: z.string() });

export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});
export type Passkey = z.output<typeof passkeySchema>;
