import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

interface Tab<Value extends string> {
  value: Value;
  label: ReactNode;
  /** A short word below the label. */
  note?: ReactNode;
  content: ReactNode;
}

/** Tabs by the keyboard's usual ways. The notes stand in a line of their own, so that tabs stay narrow. */
export function Tabs<Value extends string>({
  label,
  value,
  onChange,
  tabs,
  keepMounted = false,
}: {
  label: string;
  value: Value;
  onChange(value: Value): void;
  tabs: readonly Tab<Value>[];
  /** Keeps hidden tabs mounted, with the state of their forms. */
  keepMounted?: boolean;
}) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <Base.List
        aria-label={label}
        activateOnFocus
        className="flex overflow-x-auto border-line border-b [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-11 flex-1 whitespace-nowrap border-transparent border-b-2 px-2 py-1.5 text-soft -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:font-semibold aria-selected:text-ink sm:flex-none sm:px-4"
          >
            {tab.label}
            {tab.note ? <span className="block font-normal text-xs">{tab.note}</span> : null}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        // Base UI removes the panel of the tab before some frames later. Without its content at once,
        // two forms with the same labels would stand below each other until then.
        <Base.Panel
          key={tab.value}
          value={tab.value}
          keepMounted={keepMounted}
          hidden={tab.value !== value}
          className="pt-5"
        >
          {keepMounted || tab.value === value ? tab.content : null}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
