/** On or off, at once. `label` says what is on. */
export function Switch({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange(checked: boolean): void;
}) {
  return (
    <span className="inline-flex h-11 shrink-0 items-center px-1">
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="relative h-6 w-10 cursor-pointer appearance-none rounded-full border border-soft bg-paper transition-colors before:absolute before:inset-y-0 before:left-[3px] before:my-auto before:size-4 before:rounded-full before:bg-soft before:transition-transform after:absolute after:-inset-2.5 checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-on-accent"
      />
    </span>
  );
}
