import { Switch as Base } from '@base-ui/react/switch';

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
    <Base.Root
      aria-label={label}
      checked={checked}
      onCheckedChange={onChange}
      className="inline-flex h-11 w-12 shrink-0 cursor-pointer items-center rounded-lg px-1"
    >
      <span
        aria-hidden="true"
        className={`flex h-6 w-10 items-center rounded-full border p-0.5 transition-colors ${checked ? 'border-accent bg-accent' : 'border-soft bg-paper'}`}
      >
        <Base.Thumb className="size-4 rounded-full bg-soft transition-transform data-checked:translate-x-[1.1rem] data-checked:bg-on-accent" />
      </span>
    </Base.Root>
  );
}
