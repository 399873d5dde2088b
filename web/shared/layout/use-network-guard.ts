import { useEffect, useRef } from 'react';
import { type Blocker, type Location, useBlocker } from 'react-router';
import { preloadRoutes } from '#engine/hydration';
import { withPanel } from '../paths.ts';

const browserIsOffline = () => navigator.onLine === false;

/** Health check: any answer, also an error, means that the server is reachable. */
const PROBE = '/healthz';
/** The pages that a visitor goes to from any other; of a document and of a facet any one, which have a script each. */
const NEXT_PAGES = ['home', 'all', 'category', 'company', 'founders', 'about'];

/** Whether the server can be reached now. */
export function isReachable(): Promise<boolean> {
  return fetch(PROBE, { cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}

const pageBehindPanel = (location: Location) => withPanel(location, null);

/** Loads the document anew. One that cannot be had would end on the browser's own error page. Returns whether it can. */
export async function reloadIfReachable(): Promise<boolean> {
  const reached = await isReachable();
  if (reached) window.location.reload();
  return reached;
}

interface NetworkGuard {
  /** The requested page cannot be loaded: the current page stays, with all typed text. */
  failed: boolean;
  /** Goes on if the network is back. Returns whether it is. */
  retry(): Promise<boolean>;
  /** Back to the page that waits. */
  stay(): void;
}

/**
 * Keeps a navigation without a network from ending on the browser's own error page: where a page's
 * script is missing, the router loads the whole document anew. A panel says for itself what it lacks.
 */
export function useNetworkGuard(): NetworkGuard {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      browserIsOffline() && pageBehindPanel(currentLocation) !== pageBehindPanel(nextLocation),
  );
  useEffect(fetchScriptsOnUse, []);
  // The router throws where a navigation is decided twice, as by a probe that ends after 'Back to the page'.
  const decided = useRef<Blocker>(null);
  const decide = (action: 'proceed' | 'reset') => {
    if (decided.current === blocker) return;
    decided.current = blocker;
    blocker[action]?.();
  };
  return {
    failed: blocker.state === 'blocked',
    async retry() {
      const reached = await isReachable();
      if (reached) decide('proceed');
      return reached;
    },
    stay: () => decide('reset'),
  };
}

/** From the first sign of use on the next pages' scripts are there, also where the network then is not. */
function fetchScriptsOnUse(): () => void {
  const ended = new AbortController();
  const fetchScripts = () => {
    if (browserIsOffline()) return;
    ended.abort();
    preloadRoutes(NEXT_PAGES);
  };
  for (const use of ['pointerover', 'touchstart', 'keydown'])
    addEventListener(use, fetchScripts, { passive: true, signal: ended.signal });
  return () => ended.abort();
}
