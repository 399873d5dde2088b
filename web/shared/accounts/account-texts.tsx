import type { ReactNode } from 'react';
import { WithTexts } from '../../i18n/feature-texts.tsx';

const FEATURES = ['accounts', 'problems', 'refusals', 'ui'];

/** Brings the texts that everything about accounts needs. */
export function AccountTexts({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }) {
  return (
    <WithTexts features={FEATURES} fallback={fallback}>
      {children}
    </WithTexts>
  );
}
