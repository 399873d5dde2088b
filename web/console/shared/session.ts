import { useSyncExternalStore } from 'react';
import { adminLogin, adminLogout } from '../../../core/admins/calls.ts';
import type { Answer } from '../../../core/call.ts';
import { ADMIN_ROLE_KEY, ADMIN_TOKEN_KEY, callFromBrowser, storage } from '../../shared/api.ts';
import type { SecondStepAnswer } from '../mfa/second-step.tsx';

/** When the log-in was, in milliseconds since 1970 (specification, section 4). */
export const LOGIN_TIME_KEY = 'adminLoginTime';

type Ending = 'logout' | 'over';

/** A session to be renewed, with its administrator and the reason. */
export interface Renewal {
  username: string;
  /** `early`: it still lasts, and the renewal can be put off. `confirm`: its administrator has to confirm the identity. */
  why: 'over' | 'early' | 'confirm';
}

let ending: Ending | null = null;
let renewal: (Renewal & { promise: Promise<boolean>; settle(renewed: boolean): void }) | undefined;
/** Whose work is on the page; grows with each log-in at the gate. */
let sitting = 0;
const sessionListeners = new Set<() => void>();
const tell = () => {
  for (const listener of sessionListeners) listener();
};

function subscribeToSession(listener: () => void): () => void {
  sessionListeners.add(listener);
  // Another tab logged in or out.
  window.addEventListener('storage', listener);
  return () => {
    sessionListeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The administrator's token; undefined while the page is not yet the browser's. */
export function useAdminToken(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(
    subscribeToSession,
    () => storage.get(ADMIN_TOKEN_KEY),
    () => undefined,
  );
}

/** Changes when somebody begins anew at the gate: nothing of the session before may stay on the page. */
export function useSitting(): number {
  return useSyncExternalStore(
    subscribeToSession,
    () => sitting,
    () => 0,
  );
}

/** The renewal that the page waits for. */
export function useRenewal(): Renewal | undefined {
  return useSyncExternalStore(
    subscribeToSession,
    () => renewal,
    () => undefined,
  );
}

/**
 * Asks for the password over the work that is on the page. Everybody who asks meanwhile waits for the
 * same answer. @returns whether there is a new session
 */
export function askToRenew(username: string, why: Renewal['why']): Promise<boolean> {
  // A log-in is a proof too.
  if (renewal && (renewal.why === why || why !== 'over')) return renewal.promise;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const before = renewal;
  renewal = {
    username,
    why,
    promise,
    settle(renewed) {
      before?.settle(renewed);
      resolve(renewed);
    },
  };
  tell();
  return promise;
}

/** Ends the wait. */
export function settleRenewal(renewed: boolean): void {
  const waiting = renewal;
  renewal = undefined;
  waiting?.settle(renewed);
  tell();
}

/** Why the last session of this page ended. */
export function lastEnding(): Ending | null {
  return ending;
}

type Inside = Extract<Answer<typeof adminLogin>, { success: true }>;

/** Whether there is a session now, or by which second step there would be one. @throws CallError */
export async function beginSession(username: string, password: string): Promise<boolean | SecondStepAnswer> {
  const answer = await callFromBrowser(adminLogin, { body: { username, password } });
  return 'challenge' in answer ? answer : enter(answer);
}

/** Begins the session that an answer gave. */
export function enter(answer: Inside): boolean {
  // Whatever the status says: without a token there is no session (specification, section 5).
  if (answer.success !== true || !answer.sessionToken) return false;
  ending = null;
  if (!renewal) sitting++;
  storage.set(ADMIN_ROLE_KEY, answer.role);
  storage.set(ADMIN_TOKEN_KEY, answer.sessionToken);
  storage.set(LOGIN_TIME_KEY, String(Date.now()));
  tell();
  return true;
}

/** Forgets the session here. */
export function endSession(why: Ending): void {
  ending = why;
  settleRenewal(false);
  storage.remove(ADMIN_TOKEN_KEY);
  storage.remove(ADMIN_ROLE_KEY);
  storage.remove(LOGIN_TIME_KEY);
  tell();
}

/** Ends the session on the server too; a failure there is no reason to stay logged in. */
export async function logOutAdmin(): Promise<void> {
  const sessionToken = storage.get(ADMIN_TOKEN_KEY);
  endSession('logout');
  await callFromBrowser(adminLogout, { body: { sessionToken } }).catch(() => {});
}
