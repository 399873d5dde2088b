import { useEffect, useRef, useState } from 'react';
import { readAdminSession } from '../../../core/admins/calls.ts';
import { equalJson } from '../../../core/equal-json.ts';
import { ADMIN_TOKEN_KEY, storage } from '../../shared/api.ts';
import { useCall } from './api.ts';

/** Local storage keys of drafts begin with this; then come administrator, form and subject. */
const PREFIX = 'draft:';
/** The keys of all drafts on the device, the newest last. */
const INDEX = 'drafts';
/** Drafts that a device keeps; the oldest go first. */
const LOCAL_DRAFTS_MAX = 20;
/** How long typing has to pause before it is written, in milliseconds. */
const PAUSE = 300;

/** Typed work as it is kept. */
export interface LocalDraft<T> {
  /** When it was typed last, ISO 8601. */
  at: string;
  value: T;
}

/** The key of a draft, or with fewer names the beginning of the keys of several. */
const draftKeyOf = (...names: [admin?: string, form?: string, subject?: string]) =>
  `${PREFIX}${names.map((name = '') => encodeURIComponent(name)).join('/')}`;

function readIndex(): string[] {
  try {
    const keys: unknown = JSON.parse(storage.get(INDEX) ?? '[]');
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

const toLocalDraft = <T>(value: T): LocalDraft<T> => ({ at: new Date().toISOString(), value });

function remove(key: string): void {
  storage.remove(key);
  storage.set(INDEX, JSON.stringify(readIndex().filter((other) => other !== key)));
}

function writeDraft<T>(key: string, draft: LocalDraft<T>): void {
  const keys = [...readIndex().filter((other) => other !== key), key];
  for (const old of keys.splice(0, keys.length - LOCAL_DRAFTS_MAX)) storage.remove(old);
  storage.set(INDEX, JSON.stringify(keys));
  storage.set(key, JSON.stringify(draft));
}

/** A draft of an earlier version of the product may have other fields: then it is as good as none. */
function hasShapeOf(value: unknown, model: unknown): boolean {
  if (typeof value !== 'object' || value === null || typeof model !== 'object' || model === null)
    return false;
  const keys = (of: object) => Object.keys(of).sort().join();
  return keys(value) === keys(model);
}

function readDraft<T>(key: string, model: T): LocalDraft<T> | null {
  try {
    const draft = JSON.parse(storage.get(key) ?? 'null') as LocalDraft<T> | null;
    return draft && typeof draft.at === 'string' && hasShapeOf(draft.value, model) ? draft : null;
  } catch {
    return null;
  }
}

/** Forgets the drafts of the forms on the page. */
const onPage = new Set<() => void>();

/** Deletes the drafts of all forms on the page, when an administrator leaves without saving. */
export function discardDrafts(): void {
  for (const drop of onPage) drop();
}

const prefixOf = (admin: string | undefined) => (admin === undefined ? draftKeyOf() : draftKeyOf(admin, ''));

/** Whether this device has drafts of an administrator, of this tab or of others. */
export const hasDraftsOf = (admin: string | undefined): boolean =>
  storage.keys().some((key) => key.startsWith(prefixOf(admin)));

/** Removes an administrator's drafts from this device; all drafts if the session's owner is unknown. */
export function removeDraftsOf(admin: string | undefined): void {
  const prefix = prefixOf(admin);
  for (const key of storage.keys()) if (key.startsWith(prefix)) storage.remove(key);
  const others = readIndex().filter((key) => !key.startsWith(prefix));
  if (others.length > 0) storage.set(INDEX, JSON.stringify(others));
  else storage.remove(INDEX);
}

interface Keeping<T> {
  /** The form. */
  form: string;
  /** What the form is about, as a company's id. */
  subject: string;
  /** The unsaved values; undefined without changes. */
  value: T | undefined;
  /** A value with the fields that a kept one has to have. */
  model: T;
}

/** A draft of an earlier page that is offered, and the answers to the offer. */
export interface LocalDraftOffer<T> {
  draft: LocalDraft<T> | null;
  /** Something else is typed in the form, which the draft would take the place of. */
  isReplacing: boolean;
  /** Takes the draft. What is typed in the form is offered in its place: neither is lost. */
  take(): T | undefined;
  discard(): void;
  /** The form was saved: an older draft is out of date. @param rest what of the draft was not in the save */
  noteSaved(rest?: T): void;
}

/**
 * Keeps what is typed on this device until it is saved or discarded, by administrator, form and
 * subject, and offers what an earlier page left. Nobody else's is ever offered.
 */
export function useLocalDraft<T>({ form, subject, value, model }: Keeping<T>): LocalDraftOffer<T> {
  const admin = useCall(readAdminSession, {}).data?.username;
  const key = admin === undefined ? undefined : draftKeyOf(admin, form, subject);
  const [offered, setOffered] = useState<LocalDraft<T> | null>(null);
  const looked = useRef<string>(undefined);
  if (key !== undefined && looked.current !== key) {
    looked.current = key;
    setOffered(readDraft(key, model));
  }

  const typed = value === undefined ? undefined : JSON.stringify(value);
  const wrote = useRef(false);
  const dropped = useRef(false);
  useEffect(() => {
    if (key === undefined) return;
    const drop = () => {
      dropped.current = true;
      remove(key);
    };
    onPage.add(drop);
    return () => {
      onPage.delete(drop);
    };
  }, [key]);
  useEffect(() => {
    if (key === undefined) return;
    // Without a token somebody logged out, here or in another tab, and nothing may be left on the device.
    const isOver = () => dropped.current || storage.get(ADMIN_TOKEN_KEY) === null;
    if (typed === undefined) {
      // Saved or undone: the device has one draft of a form, and a draft that is still offered takes its place again.
      if (wrote.current) remove(key);
      if (wrote.current && offered && !isOver()) writeDraft(key, offered);
      wrote.current = false;
      return;
    }
    const put = () => {
      if (isOver()) return;
      wrote.current = true;
      writeDraft(key, toLocalDraft(JSON.parse(typed)));
    };
    const timer = setTimeout(put, PAUSE);
    // A page that is closed within the pause has typed it all the same.
    window.addEventListener('pagehide', put);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', put);
    };
  }, [key, typed, offered]);

  function discard() {
    setOffered(null);
    if (key !== undefined && !wrote.current) remove(key);
  }
  return {
    draft: offered,
    isReplacing: value !== undefined,
    take() {
      if (value === undefined) discard();
      else setOffered(toLocalDraft(value));
      return offered?.value;
    },
    discard,
    noteSaved(rest) {
      if (offered && rest) {
        setOffered({ ...offered, value: rest });
        return;
      }
      // A form that closes on save never passes an undefined value, so its draft is removed here.
      wrote.current = false;
      discard();
    },
  };
}

/** A small form, kept from its first change to its save: its values, a way to change some, and the offer of an earlier page. */
export function useLocalDraftForm<T extends object>({
  initial,
  ...about
}: Pick<Keeping<T>, 'form' | 'subject'> & { initial: T }): {
  value: T;
  /** @param changes or a function of the newest values, for an answer that comes late */
  change(changes: Partial<T> | ((before: T) => Partial<T>)): void;
  localDraft: LocalDraftOffer<T>;
} {
  const [typed, setTyped] = useState<Partial<T>>({});
  const value = { ...initial, ...typed };
  const isChanged = !equalJson(value, initial);
  const localDraft = useLocalDraft<T>({ ...about, value: isChanged ? value : undefined, model: initial });
  return {
    value,
    localDraft,
    change: (changes) =>
      setTyped((before) => ({
        ...before,
        ...(typeof changes === 'function' ? changes({ ...initial, ...before }) : changes),
      })),
  };
}
