import { useSyncExternalStore } from 'react';
import type { PublicUser } from '../../../core/accounts/calls.ts';
import type { Answer, Call, Sent } from '../../../core/call.ts';
import { CallError, callFromBrowser, storage, USER_TOKEN_KEY } from '../api.ts';
import { ACCOUNT_ATTRIBUTE } from '../layout/head-script.ts';
import { type LightCall, logout, readMe } from '../public-calls.ts';

/** The account of this browser. */
export type Account =
  /** On the server and until hydration: the page is rendered without an account. */
  | { status: 'unknown' }
  /** `expired` where the server, not the visitor, ended the session. */
  | { status: 'out'; expired: boolean }
  | { status: 'loading' }
  /** There is a token, but the server could not be asked. */
  | { status: 'failed' }
  | { status: 'in'; user: PublicUser };

const UNKNOWN: Account = { status: 'unknown' };
const accountListeners = new Set<() => void>();
let account: Account | undefined;

function change(next: Account): void {
  account = next;
  document.documentElement.toggleAttribute(ACCOUNT_ATTRIBUTE, next.status !== 'out');
  for (const listener of accountListeners) listener();
}

/** Account of this browser; `loading` while a stored token is not confirmed by the server. */
export function currentAccount(): Account {
  account ??= storage.get(USER_TOKEN_KEY) ? { status: 'loading' } : { status: 'out', expired: false };
  return account;
}

/** Subscribes to changes of the account, also from other tabs. @returns the function that unsubscribes */
export function followAccount(listener: () => void): () => void {
  if (accountListeners.size === 0) {
    window.addEventListener('storage', followOtherTab);
    window.addEventListener('pageshow', followReturn);
    if (currentAccount().status === 'loading') void refreshAccount();
  }
  accountListeners.add(listener);
  return () => {
    accountListeners.delete(listener);
    if (accountListeners.size > 0) return;
    window.removeEventListener('storage', followOtherTab);
    window.removeEventListener('pageshow', followReturn);
  };
}

/** Another tab logged in or out. The key is null where it cleared the whole storage. */
function followOtherTab(event: StorageEvent): void {
  if (event.key === USER_TOKEN_KEY || event.key === null) followToken();
}

/** A page from the back-forward cache has missed the events of other tabs. */
function followReturn(event: PageTransitionEvent): void {
  if (event.persisted) followToken();
}

function followToken(): void {
  if (storage.get(USER_TOKEN_KEY)) void refreshAccount();
  else if (currentAccount().status !== 'out') change({ status: 'out', expired: false });
}

/** The account of this browser; the server is asked once a page load. */
export function useAccount(): Account {
  return useSyncExternalStore(followAccount, currentAccount, () => UNKNOWN);
}

/** Loads the logged-in user; no call without a stored token. */
export async function refreshAccount(): Promise<void> {
  const token = storage.get(USER_TOKEN_KEY);
  if (!token) return;
  if (currentAccount().status !== 'in') change({ status: 'loading' });
  try {
    const { user } = await sendAsUser(readMe, {});
    if (storage.get(USER_TOKEN_KEY) === token) change({ status: 'in', user });
  } catch {
    if (currentAccount().status === 'loading') change({ status: 'failed' });
  }
}

export function openSession(token: string, user: PublicUser): void {
  storage.set(USER_TOKEN_KEY, token);
  change({ status: 'in', user });
}

export function updateAccount(user: PublicUser): void {
  change({ status: 'in', user });
}

export function closeSession(expired = false): void {
  storage.remove(USER_TOKEN_KEY);
  change({ status: 'out', expired });
}

/** Logs out here at once, whether or not the server hears of it. */
export async function logOut(): Promise<void> {
  const sent = callFromBrowser(logout, {});
  closeSession();
  await sent.catch(() => {});
}

/** Makes a call that needs a session; one that the server has ended is ended here too. @throws CallError */
export async function sendAsUser<C extends Call>(call: C | LightCall<C>, parts: Sent<C>): Promise<Answer<C>> {
  const token = storage.get(USER_TOKEN_KEY);
  try {
    return await callFromBrowser(call, parts);
  } catch (error) {
    const ended = error instanceof CallError && (error.status === 401 || error.code === 'account_suspended');
    // Not where somebody logged in again meanwhile.
    if (ended && storage.get(USER_TOKEN_KEY) === token) closeSession(true);
    throw error;
  }
}

/** Id of the element with the log-in button or the user menu: it takes the focus of removed controls. */
export const ACCOUNT_AREA = 'account-area';

/** View of the log-in dialog; the store holds null while the dialog is closed. */
export type AuthMode = 'login' | 'register' | 'forgot';

let authMode: AuthMode | null = null;
const authListeners = new Set<() => void>();

function setAuthMode(mode: AuthMode | null): void {
  authMode = mode;
  for (const listener of authListeners) listener();
}

/** Opens the log-in dialog, which stands in the header, from anywhere. */
export function openAuth(mode: AuthMode): void {
  setAuthMode(mode);
}

export function closeAuth(): void {
  setAuthMode(null);
}

export function useAuthMode(): AuthMode | null {
  return useSyncExternalStore(
    (listener) => {
      authListeners.add(listener);
      return () => authListeners.delete(listener);
    },
    () => authMode,
    () => null,
  );
}
