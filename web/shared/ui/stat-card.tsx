import type { ReactNode } from 'react';

const CARD = 'rounded-xl border border-line bg-raised p-4 sm:p-5';

/** A labelled figure, within a `<dl>`. */
export function StatCard({
  label,
  value,
  note,
  isText = false,
}: {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  /** The value is words, which would be too wide at a figure's size. */
  isText?: boolean;
}) {
  return (
    <div className={`${CARD} flex flex-col`}>
      <dt className="text-soft text-sm">{label}</dt>
      <dd className={`figure mt-1 font-semibold ${isText ? 'text-base sm:text-lg' : 'text-2xl sm:text-3xl'}`}>
        {value}
      </dd>
      {note ? <dd className="number mt-auto pt-1 text-soft text-sm">{note}</dd> : null}
    </div>
  );
}

/** Stands in the place of cards while their figures are on the way. */
export function StatSkeletons({ count, label }: { count: number; label: string }) {
  return (
    <div aria-busy="true" className="contents">
      <p className="sr-only">{label}</p>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={i} data-skeleton className={CARD}>
          <div className="skeleton h-4 w-2/3" />
          <div className="skeleton mt-3 h-8 w-1/2" />
        </div>
      ))}
    </div>
  );
}
