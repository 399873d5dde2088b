import { useId } from 'react';

/** How far something long is, in words too; without a value it is not known how far. */
export function Progress({
  value,
  total,
  label,
}: {
  value: number | undefined;
  total: number;
  label: string;
}) {
  const id = useId();
  return (
    <div className="min-w-0 flex-1">
      <label htmlFor={id} className="number text-soft text-sm">
        {label}
      </label>
      <progress id={id} max={total} value={value} className="block h-2 w-full accent-accent" />
    </div>
  );
}
