import type { ReactNode } from 'react';

export type Tone = 'good' | 'neutral' | 'warning' | 'danger';

const BADGE_TONES: Record<Tone, string> = {
  good: 'border-success/40 bg-tint text-success',
  neutral: 'border-line text-soft',
  warning: 'border-warning/50 text-warning',
  danger: 'border-danger/50 text-danger',
};

/** A state in a word: good where it is as it should be. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`inline-block whitespace-nowrap rounded-full border px-2.5 py-0.5 ${BADGE_TONES[tone]}`}>
      {children}
    </span>
  );
}
