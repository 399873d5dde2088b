import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { paths, withoutLanguage } from '../paths.ts';
import { useChosen } from './chosen.ts';

/** Where it cannot be had, what is chosen is still on the companies' pages. */
const Tray = lazy(() =>
  import('./tray.tsx').then(
    ({ Tray }): { default: () => ReactNode } => ({ default: Tray }),
    () => ({ default: () => null }),
  ),
);

/** The companies that are chosen, at the foot of every page but the comparison's own; loaded with the first. */
export function CompareTray() {
  const isAny = useChosen().length > 0;
  const [isNeeded, setNeeded] = useState(false);
  const isCompared = withoutLanguage(useLocation().pathname) === paths.compare();
  if (isAny && !isNeeded) setNeeded(true);
  if (!isNeeded || isCompared) return null;
  return (
    <Suspense>
      <Tray />
    </Suspense>
  );
}
