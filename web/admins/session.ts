import { useSyncExternalStore } from 'react';
import { adminLogin, adminLogout } from '../../core/admins/calls.ts';
import { ADMIN_TOKEN_KEY, send, storage } from '../api.ts';

/** When the log-in was, in milliseconds since 1970 (specification, section 4). */
export const LOGIN_TIME_KEY = 'adminLoginTime';

type Ending = 'logout' | 'over';

let ending: Ending | null = null;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab logged in or out.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The administrator's token; undefined while the page is not yet the browser's. */
export function useAdminToken(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(
    subscribe,
    () => storage.get(ADMIN_TOKEN_KEY),
    () => undefined,
  );
}

/** Why the last session of this page ended. */
export function lastEnding(): Ending | null {
  return ending;
}

/** @throws CallError */
export async function beginSession(username: string, password: string): Promise<boolean> {
  const answer = await send(adminLogin, { body: { username, password } });
  // Whatever the status says: without a token there is no session (specification, section 5).
  if (answer.success !== true || !answer.sessionToken) return false;
  ending = null;
  storage.set(ADMIN_TOKEN_KEY, answer.sessionToken);
  storage.set(LOGIN_TIME_KEY, String(Date.now()));
  tell();
  return true;
}

/** Forgets the session here. */
export function endSession(why: Ending): void {
  ending = why;
  storage.remove(ADMIN_TOKEN_KEY);
  storage.remove(LOGIN_TIME_KEY);
  tell();
}

/** Ends the session on the server too; a failure there is no reason to stay logged in. */
export async function logOut(): Promise<void> {
  const sessionToken = storage.get(ADMIN_TOKEN_KEY);
  endSession('logout');
  await send(adminLogout, { body: { sessionToken } }).catch(() => {});
}
