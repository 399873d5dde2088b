import { beginPasskeyLogin, passkeyLogin } from '../../../core/accounts/factor-calls.ts';
import { callFromBrowser } from '../api.ts';
import { askForPasskey } from './browser-passkey.ts';

/** Logs a reader in with a passkey. Undefined where they cancelled. @throws CallError */
export async function logInWithPasskey() {
  const options = await callFromBrowser(beginPasskeyLogin, {});
  const passkey = await askForPasskey(options);
  return passkey && callFromBrowser(passkeyLogin, { body: { passkey } });
}
