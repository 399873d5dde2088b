import { useEffect, useState } from 'react';

declare global {
  interface Window {
    /** Clicks the button that was pressed before hydration (`REPLAY_CLICK_SCRIPT`). */
    replayClick?: () => void;
  }
}

/** Name of the performance mark that is set once the page is hydrated. */
const HYDRATED = 'hydrated';

/** Ends `REPLAY_CLICK_SCRIPT` after the second commit, which contains text that effects of the first one restored. */
export function HydrationMark() {
  const [isCommitted, setCommitted] = useState(false);
  useEffect(() => setCommitted(true), []);
  useEffect(() => {
    if (!isCommitted) return;
    performance.mark(HYDRATED);
    window.replayClick?.();
    delete window.replayClick;
  }, [isCommitted]);
  return null;
}
