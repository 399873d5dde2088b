import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CloseIcon } from './icons.tsx';
import { type FinalFocus, useModalAround, useReturnFocus } from './return-focus.ts';

export const BACKDROP =
  'backdrop fixed inset-0 z-40 bg-black/45 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';
export const VIEWPORT = 'fixed inset-0 z-50 flex overflow-y-auto overscroll-contain';
export const POPUP =
  'relative m-auto bg-paper shadow-2xl outline-none transition-[opacity,translate] duration-150 data-ending-style:translate-y-2 data-starting-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:opacity-0 data-nested-dialog-open:after:absolute data-nested-dialog-open:after:inset-0 data-nested-dialog-open:after:z-20 data-nested-dialog-open:after:rounded-[inherit] data-nested-dialog-open:after:bg-black/35';
/** Row of buttons that sticks to the lower edge of its container. */
export const FOOTER_IN_PAGE =
  'sticky bottom-0 z-10 -mx-6 mt-8 -mb-7 flex flex-wrap items-center justify-end gap-3 border-line border-t bg-paper px-6 py-4 sm:rounded-b-2xl';
/** The sticky footer in a dialog, whose viewport has padding. */
export const FOOTER = `${FOOTER_IN_PAGE} sm:-bottom-8`;

interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  children: ReactNode;
  /** Nothing closes it meanwhile. */
  busy?: boolean;
  /** False hides the close button: the dialog requires an answer. */
  closable?: boolean;
  /** Above every other dialog. */
  topmost?: boolean;
  finalFocus?: FinalFocus;
  initialFocus?: Base.Popup.Props['initialFocus'];
  className?: string;
}

/** A modal dialog: the focus goes in, stays in and comes back; Escape, backdrop and button close it. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  busy = false,
  closable = true,
  topmost = false,
  finalFocus,
  initialFocus,
  className = 'max-w-md',
}: DialogProps) {
  const { t } = useTranslation('common');
  const modal = useModalAround(open);
  const returnFocus = useReturnFocus(open, finalFocus);
  return (
    <Base.Root
      open={open}
      onOpenChange={(opening) => {
        if (!opening && !busy) onClose();
      }}
    >
      <Base.Portal {...modal}>
        <Base.Backdrop className={`${BACKDROP} ${topmost ? 'z-60' : ''}`} />
        <Base.Viewport className={`${VIEWPORT} sm:p-8 ${topmost ? 'z-60' : ''}`}>
          <Base.Popup
            className={`${POPUP} min-h-dvh w-full sm:min-h-0 sm:rounded-2xl sm:border sm:border-line ${className}`}
            finalFocus={returnFocus}
            initialFocus={initialFocus}
          >
            <div className="flex items-start justify-between gap-4 pt-4 pr-3 pl-6 sm:pt-5">
              <Base.Title className="pt-1.5 text-2xl">{title}</Base.Title>
              {closable ? (
                <Base.Close
                  className="flex size-11 shrink-0 items-center justify-center rounded-lg text-soft hover:text-ink"
                  aria-label={t('close')}
                  disabled={busy}
                >
                  <CloseIcon />
                </Base.Close>
              ) : null}
            </div>
            <div className="px-6 pt-3 pb-7">{children}</div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
