import { useCallback, useEffect, useState } from 'react';
import { followAccount } from '../../shared/accounts/session.ts';
import { callFromBrowser, storage, USER_TOKEN_KEY } from '../../shared/api.ts';
import { findFollowedThreads, findOwnComments } from '../../shared/public-calls.ts';

/** Kept by a browser that has commented, until nothing can be changed any more: only then is the server asked. */
const COMMENTED_KEY = 'commentedOn';

/** Comments and threads that belong to the visitor or the account of this browser. */
export interface Personal {
  /** Comments of one's own, with the moment until which each can be edited; null: only taken back. */
  own: ReadonlyMap<string, string | null>;
  /** Threads that the account follows, or has muted; null without an account. */
  threads: ReadonlyMap<string, { muted: boolean }> | null;
}

/**
 * Own comments and followed threads on a company; null until loaded. Loaded by the browser, because public
 * pages are the same for all visitors.
 */
export function usePersonal(companyId: string): { personal: Personal | null; renew(): Promise<void> } {
  const [personal, setPersonal] = useState<Personal | null>(null);
  const renew = useCallback(async () => {
    const isAccount = Boolean(storage.get(USER_TOKEN_KEY));
    if (!isAccount && storage.get(COMMENTED_KEY) === null) return setPersonal(null);
    try {
      const [own, threads] = await Promise.all([
        callFromBrowser(findOwnComments, { params: { id: companyId } }),
        isAccount ? callFromBrowser(findFollowedThreads, {}) : null,
      ]);
      if (own.length === 0 && !isAccount && storage.get(COMMENTED_KEY) === companyId)
        storage.remove(COMMENTED_KEY);
      setPersonal({
        own: new Map(own.map(({ id, editable_until }) => [id, editable_until])),
        threads: threads && new Map(threads.map(({ root_id, muted }) => [root_id, { muted }])),
      });
    } catch {
      // The comments are there all the same.
    }
  }, [companyId]);
  useEffect(() => {
    void renew();
    return followAccount(() => void renew());
  }, [renew]);
  return { personal, renew };
}

/** Stores the company's id: `usePersonal` asks for own comments only in a browser with a stored id. */
export const noteCommented = (companyId: string): void => storage.set(COMMENTED_KEY, companyId);
