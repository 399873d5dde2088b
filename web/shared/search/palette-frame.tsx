import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import { BACKDROP, VIEWPORT } from '../ui/dialog.tsx';
import { useReturnFocus } from '../ui/return-focus.ts';

/** The dialog of a palette: the whole screen of a phone, else a box in the upper half. Its field has the focus. */
export function PaletteFrame({
  title,
  input,
  open,
  onClose,
  children,
}: {
  /** For screen readers only. */
  title: string;
  input: RefObject<HTMLInputElement | null>;
  open: boolean;
  onClose(): void;
  children: ReactNode;
}) {
  const finalFocus = useReturnFocus(open, undefined);
  return (
    <Base.Root
      open={open}
      onOpenChange={(opening) => {
        if (!opening) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Viewport className={`${VIEWPORT} items-start sm:p-8 sm:pt-[12vh]`}>
          <Base.Popup
            className="relative flex h-dvh w-full flex-col bg-paper shadow-2xl outline-none sm:mx-auto sm:h-auto sm:max-h-[70dvh] sm:max-w-xl sm:rounded-2xl sm:border sm:border-line"
            finalFocus={finalFocus}
            initialFocus={input}
          >
            <Base.Title className="sr-only">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
