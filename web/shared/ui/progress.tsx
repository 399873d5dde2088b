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
      <progress
        id={id}
        max={total}
        value={value}
        className="mt-1 block h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  );
}
