import { TextInput } from '../../shared/ui/input.tsx';

interface DayRangeState {
  /** Days as 2026-11-21; empty where the range has no end on that side. */
  from: string;
  to: string;
}

/** The first and the last day of a filter; neither can be chosen beyond the other. */
export function DayRange({
  labels,
  state: { from, to },
  onChange,
}: {
  labels: DayRangeState;
  state: DayRangeState;
  onChange(changes: Partial<DayRangeState>): void;
}) {
  return (
    <>
      <TextInput
        type="date"
        label={labels.from}
        value={from}
        max={to || undefined}
        onChange={(day) => onChange({ from: day })}
      />
      <TextInput
        type="date"
        label={labels.to}
        value={to}
        min={from || undefined}
        onChange={(day) => onChange({ to: day })}
      />
    </>
  );
}
