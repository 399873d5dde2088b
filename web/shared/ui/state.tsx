import type { ReactNode } from 'react';
import type { StateKind } from '../../../core/design/state.ts';

/** Illustration of a screen state, drawn by web/states.css. */
export function StatePicture({ kind, className = '' }: { kind: StateKind; className?: string }) {
  return <div aria-hidden="true" data-state-picture={kind} className={className} />;
}

/**
 * Stands where there is nothing else to show: what is the matter, as picture and words, and below it
 * what can be done. Pages and the console have no other.
 */
export function State({
  kind,
  title,
  level: Heading = 'h2',
  text,
  children,
}: {
  kind: StateKind;
  title?: string;
  level?: 'h1' | 'h2';
  text?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="mx-auto max-w-xl text-center">
      <StatePicture kind={kind} className="mx-auto" />
      {title ? (
        <Heading className={`mt-8 ${Heading === 'h1' ? 'text-3xl' : 'text-xl'}`} tabIndex={-1}>
          {title}
        </Heading>
      ) : null}
      {text ? <p className="mt-4 text-soft">{text}</p> : null}
      {children}
    </div>
  );
}

/** What can be done in a state, side by side. */
export function StateActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap justify-center gap-3">{children}</div>;
}
