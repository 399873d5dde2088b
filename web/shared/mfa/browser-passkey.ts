import type { NewPasskey, PasskeyUse } from '../../../core/mfa/rules.ts';

/** The WebAuthn client is loaded only when a passkey is used. */
const webauthn = () => import('@simplewebauthn/browser');

/** Whether this browser knows passkeys at all; on the server nobody knows. */
export function knowsPasskeys(): boolean {
  return typeof window !== 'undefined' && 'PublicKeyCredential' in window;
}

type PasskeyOptions = { challenge: string };

/** Has the person use a passkey. Undefined where they cancelled. */
export async function askForPasskey(options: PasskeyOptions): Promise<PasskeyUse | undefined> {
  const { startAuthentication } = await webauthn();
  return unlessLeft(startAuthentication({ optionsJSON: options as never })) as Promise<
    PasskeyUse | undefined
  >;
}

/** Has the person make a passkey. Undefined where they cancelled. */
export async function askForNewPasskey(options: PasskeyOptions): Promise<NewPasskey | undefined> {
  const { startRegistration } = await webauthn();
  return unlessLeft(startRegistration({ optionsJSON: options as never })) as Promise<NewPasskey | undefined>;
}

async function unlessLeft<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    // Both are also what a browser says after a while in which nothing happened.
    if (error instanceof Error && /^(NotAllowedError|AbortError)$/.test(error.name)) return undefined;
    throw error;
  }
}
