import { type ReactNode, Suspense } from 'react';
import { WithTexts } from '../i18n/feature-texts.tsx';

const FEATURES = ['accounts', 'problems', 'refusals', 'ui'];

/** Brings the texts that everything about accounts needs. */
export function AccountTexts({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }) {
  return (
    <Suspense fallback={fallback}>
      <WithTexts features={FEATURES}>{children}</WithTexts>
    </Suspense>
  );
}
