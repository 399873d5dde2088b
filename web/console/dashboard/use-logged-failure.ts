import { useEffect } from 'react';

/** Figures that could not be had are zeros on the dashboard; why, only the log says (specification, section 8). */
export function useLoggedFailure(what: string, error: Error | null): void {
  useEffect(() => {
    if (error) console.error(`The ${what} could not be loaded:`, error.message);
  }, [what, error]);
}
