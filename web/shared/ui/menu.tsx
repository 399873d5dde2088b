import { Menu as Base } from '@base-ui/react/menu';
import { useRef } from 'react';

interface MenuAction {
  label: string;
  run(): void;
  look?: 'plain' | 'danger';
}

/** A button with a list of things to do. The menu stands in `<main>`, so that it is in a landmark. */
export function Menu({ label, actions }: { label: string; actions: readonly MenuAction[] }) {
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <Base.Root>
      <Base.Trigger
        ref={trigger}
        aria-label={label}
        className="flex size-11 items-center justify-center rounded-lg text-soft hover:bg-tint hover:text-ink data-popup-open:bg-tint data-popup-open:text-ink"
      >
        <svg viewBox="0 0 24 24" width="20" height="20" fill="currentColor" aria-hidden="true">
          <circle cx="5" cy="12" r="1.75" />
          <circle cx="12" cy="12" r="1.75" />
          <circle cx="19" cy="12" r="1.75" />
        </svg>
      </Base.Trigger>
      <Base.Portal container={document.getElementById('main')}>
        <Base.Positioner className="z-40 outline-none" align="end" sideOffset={4} collisionPadding={8}>
          <Base.Popup className="min-w-48 max-w-[calc(100vw-1rem)] rounded-xl border border-line bg-raised p-1.5 shadow-xl outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {actions.map((action) => (
              <Base.Item
                key={action.label}
                className={`flex min-h-11 cursor-pointer items-center rounded-lg px-3 outline-none data-highlighted:bg-tint ${action.look === 'danger' ? 'text-danger' : ''}`}
                onClick={() => {
                  // A dialog opened by the action returns the focus to the trigger, because this item is
                  // removed.
                  trigger.current?.focus();
                  action.run();
                }}
              >
                {action.label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
