import { useState } from 'react';
import { useLocation } from 'react-router';
import { OnDemand } from '../../shared/layout/on-demand.tsx';
import { paths, withoutLanguage } from '../../shared/paths.ts';
import { useChosen } from './chosen.ts';

const loadTray = async () => (await import('./tray.tsx')).Tray;

/**
 * The companies that are chosen, at the foot of every page but the comparison's own; loaded with the first.
 * Where it cannot be had, what is chosen is still on the companies' pages, and the next choice or page asks again.
 */
export function CompareTray() {
  const chosen = useChosen().length;
  const { pathname } = useLocation();
  const [isNeeded, setNeeded] = useState(false);
  if (chosen > 0 && !isNeeded) setNeeded(true);
  if (!isNeeded || withoutLanguage(pathname) === paths.compare()) return null;
  return <OnDemand load={loadTray} props={{}} fallback={null} again={`${chosen} ${pathname}`} />;
}
