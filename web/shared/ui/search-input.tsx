import { useEffect, useRef, useState } from 'react';
import { isComposing } from './is-composing.ts';

/** Time without typing after which what was typed is searched for, in milliseconds. */
export const TYPING_PAUSE = 250;

/** A search field that asks when its typing pauses, at once on Enter. */
export function SearchInput({
  label,
  placeholder,
  maxLength,
  value,
  onChange,
  className = '',
}: {
  label: string;
  placeholder?: string;
  maxLength?: number;
  value: string;
  onChange(value: string): void;
  className?: string;
}) {
  const [typed, setTyped] = useState(value);
  const change = useRef(onChange);
  change.current = onChange;

  // Changed elsewhere: by Back, or by a reset.
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (typed.trim() !== value) setTyped(value);
  }

  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => change.current(typed.trim()), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [typed, value]);

  return (
    <label className={`block text-sm ${className}`}>
      <span className="mb-1 block font-medium">{label}</span>
      <input
        type="search"
        className="field text-base"
        placeholder={placeholder}
        maxLength={maxLength}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          if (event.key === 'Enter' && typed.trim() !== value) onChange(typed.trim());
        }}
      />
    </label>
  );
}
