/** A state in a word: good where it is as it should be. */
export function Badge({ good, children }: { good: boolean; children: string }) {
  return (
    <span
      className={`rounded-full border px-2.5 py-0.5 ${good ? 'border-accent/40 bg-tint text-accent' : 'border-line text-soft'}`}
    >
      {children}
    </span>
  );
}
