import { createContext, useContext } from 'react';

/** How often a running job is looked at, in milliseconds. */
export const WATCH_EVERY = 1500;

export const ShowJobs = createContext<((jobId?: string) => void) | null>(null);

/**
 * @returns a function that opens the background jobs, with the results of `jobId` if given
 * @throws outside of JobsProvider
 */
export function useShowJobs(): (jobId?: string) => void {
  const show = useContext(ShowJobs);
  if (!show) throw new Error('useShowJobs must be used within a JobsProvider.');
  return show;
}
