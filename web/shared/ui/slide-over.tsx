import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { BACKDROP } from './dialog.tsx';
import { CloseIcon } from './icons.tsx';
import { type FinalFocus, useReturnFocus } from './return-focus.ts';

/** Delay of the opening, in milliseconds; closing takes 150 ms (specification, 'User Management'). */
const OPEN_DELAY = 10;

interface SlideOverProps {
  open: boolean;
  /** Also on Escape and on a click on the backdrop, unless busy. */
  onClose(): void;
  title: string;
  busy?: boolean;
  finalFocus?: FinalFocus;
  children: ReactNode;
}

/** A modal panel at the right: half of the window, all of it on a phone. */
export function SlideOver({ open, onClose, title, busy = false, finalFocus, children }: SlideOverProps) {
  const { t } = useTranslation('common');
  const [shown, setShown] = useState(false);
  const returnFocus = useReturnFocus(open, finalFocus);
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), OPEN_DELAY);
    return () => clearTimeout(timer);
  }, [open]);
  return (
    <Base.Root
      open={shown}
      onOpenChange={(opening) => {
        if (!opening && !busy) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup
          ref={popup}
          // Focus goes to the title, not to the first button: screen readers read from there.
          initialFocus={popup}
          finalFocus={returnFocus}
          className="@container fixed inset-y-0 right-0 z-50 flex h-dvh w-full flex-col border-line border-l bg-paper shadow-2xl outline-none transition-[translate] duration-150 data-ending-style:translate-x-full data-starting-style:translate-x-full md:w-1/2"
        >
          <div className="flex shrink-0 items-center justify-between gap-4 border-line border-b py-1.5 pr-2 pl-5 md:pl-8">
            <Base.Title className="text-xl">{title}</Base.Title>
            <Base.Close
              className="flex size-11 shrink-0 items-center justify-center rounded-lg text-soft hover:text-ink"
              aria-label={t('close')}
              disabled={busy}
            >
              <CloseIcon />
            </Base.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
