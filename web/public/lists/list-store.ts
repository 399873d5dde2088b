import {
  createSavedList,
  deleteSavedList,
  findSavedLists,
  joinSavedList,
  replaceSavedList,
} from 'virtual:list-endpoints';
import { useSyncExternalStore } from 'react';
import type { SavedList } from '../../../core/lists/calls.ts';
import { joinEntries, type SavedEntry, USUAL_LIST } from '../../../core/lists/rules.ts';
import { currentAccount, followAccount, refreshAccount, sendAsUser } from '../../shared/accounts/session.ts';
import { CallError } from '../../shared/api.ts';
import { type DeviceList, deviceLists, keepDeviceLists } from './device-lists.ts';
import { DEVICE_LISTS_KEY } from './device-lists-key.ts';

/** A list of the reader, wherever it is kept. */
export interface ReaderList extends DeviceList {
  /** Token of the shared address; null for a private list. */
  token: string | null;
  shared_by: string;
}

type ListChange = Partial<Pick<ReaderList, 'name' | 'entries' | 'shared_by'> & { shared: boolean }>;
/** What becomes of a list, said by the list as it is when the change is made. */
type MakeChange = (list: ReaderList) => ListChange;

export type ListsState =
  | { status: 'loading' }
  | { status: 'failed' }
  | {
      status: 'ready';
      storage: 'device' | 'account';
      lists: readonly ReaderList[];
      /** Lists of the device came along into the account just now. */
      brought: boolean;
      /** Lists of the device for which the account has no room. */
      left: number;
    };

const LISTS_LOADING: ListsState = { status: 'loading' };
let state: ListsState = LISTS_LOADING;
const listsListeners = new Set<() => void>();

/** Whose lists `stored` are: the address of an account, or `null` of the device. */
let owner: string | null | undefined;
let stored: readonly SavedList[] = [];
/** Changes that are shown already, and not yet stored, in their order. */
let pending: readonly { id: string; make: MakeChange }[] = [];
let brought = false;

function setState(next: ListsState): void {
  state = next;
  for (const listener of listsListeners) listener();
}

const ofDevice = (list: DeviceList): ReaderList => ({ ...list, token: null, shared_by: '' });

const changed = (list: ReaderList, { shared: _, ...change }: ListChange): ReaderList => ({
  ...list,
  ...change,
});

function show(): void {
  const isAccount = typeof owner === 'string';
  const own = deviceLists();
  const lists = isAccount
    ? stored.map((list) =>
        pending.reduce<ReaderList>(
          (one, { id, make }) => (id === one.id ? changed(one, make(one)) : one),
          list,
        ),
      )
    : own.map(ofDevice);
  setState({
    status: 'ready',
    storage: isAccount ? 'account' : 'device',
    lists: lists.toSorted((a, b) => Number(b.name === USUAL_LIST) - Number(a.name === USUAL_LIST)),
    brought: isAccount && brought,
    left: isAccount ? own.length : 0,
  });
}

/** Shows the lists of who is logged in, else those of the device. */
function lookAtAccount(): void {
  const account = currentAccount();
  const of = account.status === 'in' ? account.user.email : account.status === 'out' ? null : undefined;
  if (account.status === 'failed') setState({ status: 'failed' });
  if (of === owner && state.status !== 'loading') return;
  owner = of;
  [stored, pending, brought] = [[], [], false];
  if (of === null) show();
  else if (account.status !== 'failed') setState(LISTS_LOADING);
  if (typeof of === 'string') void loadLists();
}

/** Asks for the lists of the account anew, as after another device may have changed them. */
export async function loadLists(): Promise<void> {
  const of = owner;
  // The account could not be loaded, so the owner of the lists is unknown.
  if (of === undefined && state.status === 'failed') return refreshAccount();
  if (typeof of !== 'string') return;
  try {
    // What cannot come along now stays on the device: it keeps nobody from the lists of the account.
    await bringAlong().catch(() => {});
    const lists = await sendAsUser(findSavedLists, {});
    if (owner !== of) return;
    stored = lists;
    show();
  } catch {
    if (owner === of && state.status !== 'ready') setState({ status: 'failed' });
  }
}

let bringing: Promise<void> | undefined;

/** Puts the lists of the device into the account that is logged in. What has no room there stays on the device. */
export function bringAlong(): Promise<void> {
  bringing ??= bringEach().finally(() => {
    bringing = undefined;
  });
  return bringing;
}

async function bringEach(): Promise<void> {
  for (const { id, name, entries } of deviceLists()) {
    const isEmpty = name === USUAL_LIST && entries.length === 0;
    try {
      if (!isEmpty) await sendAsUser(joinSavedList, { body: { name, entries: [...entries] } });
    } catch (error) {
      if (error instanceof CallError && error.status === 409) continue;
      throw error;
    }
    brought ||= !isEmpty;
    // Another tab may have kept more meanwhile: that comes along the next time.
    const text = JSON.stringify(entries);
    keepDeviceLists(deviceLists().filter((list) => list.id !== id || JSON.stringify(list.entries) !== text));
  }
}

let stopFollowing: (() => void) | undefined;

/** Another tab changed what the device keeps. The key is null where it cleared the whole storage. */
function followDevice({ key }: StorageEvent): void {
  if ((key === DEVICE_LISTS_KEY || key === null) && state.status === 'ready') show();
}

function subscribeToLists(listener: () => void): () => void {
  if (listsListeners.size === 0) {
    stopFollowing = followAccount(lookAtAccount);
    window.addEventListener('storage', followDevice);
    lookAtAccount();
    // Without a listener, changes of other tabs were missed.
    if (state.status === 'ready') show();
  }
  listsListeners.add(listener);
  return () => {
    listsListeners.delete(listener);
    if (listsListeners.size > 0) return;
    stopFollowing?.();
    window.removeEventListener('storage', followDevice);
  };
}

/** The lists of the reader: of the account where somebody is logged in, else of the device. */
export const useLists = (): ListsState =>
  useSyncExternalStore(
    subscribeToLists,
    () => state,
    () => LISTS_LOADING,
  );

/** Serialises writes: each starts from the result of the previous one. */
let queue: Promise<unknown> = Promise.resolve();
function oneByOne<T>(work: () => Promise<T>): Promise<T> {
  const done = queue.then(work, work);
  queue = done.catch(() => {});
  return done;
}

function replaceStored(list: SavedList): void {
  stored = stored.map((one) => (one.id === list.id ? list : one));
}

/** Makes a change on the newest list. @throws CallError */
async function sendChange(id: string, make: MakeChange, isAgain = false): Promise<void> {
  const list = stored.find((one) => one.id === id);
  if (!list) return;
  const { name, entries, shared_by, version, token } = list;
  const change = make(list);
  try {
    const body = {
      name,
      shared_by,
      shared: token !== null,
      ...change,
      entries: [...(change.entries ?? entries)],
    };
    replaceStored(await sendAsUser(replaceSavedList, { params: { id }, body: { ...body, version } }));
  } catch (error) {
    const isStale = error instanceof CallError && error.code === 'stale_version';
    if (!isStale || isAgain) throw error;
    replaceStored(error.body['current'] as SavedList);
    await sendChange(id, make, true);
  }
}

/** Changes a list: shown at once, and put back where it cannot be stored. @throws CallError */
export async function changeList(id: string, make: MakeChange): Promise<void> {
  if (owner === null) {
    keepDeviceLists(
      deviceLists().map((list) => {
        if (list.id !== id) return list;
        const { name, entries } = changed(ofDevice(list), make(ofDevice(list)));
        return { id, name, entries };
      }),
    );
    return show();
  }
  const of = owner;
  const change = { id, make };
  pending = [...pending, change];
  show();
  try {
    await oneByOne(() => sendChange(id, make));
  } finally {
    if (owner === of) {
      pending = pending.filter((one) => one !== change);
      show();
    }
  }
}

/**
 * Adds a list, or extends the list of the same name that another tab has added meanwhile. Resolves to its id.
 * @throws CallError
 */
export async function addList(name: string, entries: readonly SavedEntry[]): Promise<string> {
  if (owner === null) {
    const same = deviceLists().find((list) => list.name === name);
    if (same) {
      await changeList(same.id, (list) => ({ entries: joinEntries(list.entries, entries) }));
      return same.id;
    }
    const id = Math.random().toString(36).slice(2);
    keepDeviceLists([...deviceLists(), { id, name, entries }]);
    show();
    return id;
  }
  const body = { name, entries: [...entries] };
  // The list that one press saves to may have been made by another tab or device.
  const list = await oneByOne(() =>
    name === USUAL_LIST ? sendAsUser(joinSavedList, { body }) : sendAsUser(createSavedList, { body }),
  );
  stored = [...stored.filter(({ id }) => id !== list.id), list];
  show();
  return list.id;
}

/** @throws CallError */
export async function removeList(id: string): Promise<void> {
  if (owner === null) keepDeviceLists(deviceLists().filter((list) => list.id !== id));
  else {
    await oneByOne(() => sendAsUser(deleteSavedList, { params: { id } }));
    stored = stored.filter((list) => list.id !== id);
  }
  show();
}

/** Puts a company into a list, at a place of it, or at its end. */
export const withCompany =
  (entry: SavedEntry, place?: number): MakeChange =>
  ({ entries }) => ({
    entries: entries.some(({ id }) => id === entry.id)
      ? entries
      : entries.toSpliced(place ?? entries.length, 0, entry),
  });

export const withoutCompany =
  (company: string): MakeChange =>
  ({ entries }) => ({ entries: entries.filter(({ id }) => id !== company) });
