import type { ReactNode } from 'react';
import { WithTexts } from '../../i18n/feature-texts.tsx';

const ACCOUNT_TEXTS = ['accounts', 'problems', 'refusals', 'ui'];

/** Brings the texts that everything about accounts needs. */
export function AccountTexts({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }) {
  return (
    <WithTexts features={ACCOUNT_TEXTS} fallback={fallback}>
      {children}
    </WithTexts>
  );
}
