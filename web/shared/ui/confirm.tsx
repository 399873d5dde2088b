import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { BACKDROP, POPUP, VIEWPORT } from './dialog.tsx';
import { type FinalFocus, useModalAround, useReturnFocus } from './return-focus.ts';
import { StatusIcon, type StatusKind } from './status-icons.tsx';

interface ConfirmProps {
  open: boolean;
  title: string;
  message: ReactNode;
  type?: StatusKind;
  confirmLabel: string;
  /** Without it there is nothing to decide: the dialog only tells. */
  cancelLabel?: string;
  loading?: boolean;
  onConfirm(): void;
  /** Also on Escape and on a click on the backdrop, unless loading. */
  onCancel(): void;
  finalFocus?: FinalFocus | undefined;
  /** More to fill in before confirming, or what failed. */
  children?: ReactNode;
}

/** Asks before something is done, or tells what was done. */
export function Confirm({
  open,
  title,
  message,
  type = 'info',
  confirmLabel,
  cancelLabel,
  loading = false,
  onConfirm,
  onCancel,
  finalFocus,
  children,
}: ConfirmProps) {
  const confirm = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const modal = useModalAround(open);
  const returnFocus = useReturnFocus(open, finalFocus);
  return (
    <Base.Root
      open={open}
      onOpenChange={(opening) => {
        if (!opening && !loading) onCancel();
      }}
    >
      <Base.Portal {...modal}>
        {/* Also over the dialog or panel below: Base UI renders no backdrop for nested dialogs by
            default. */}
        <Base.Backdrop forceRender className={`${BACKDROP} z-50`} />
        <Base.Viewport className={`${VIEWPORT} p-4`}>
          <Base.Popup
            role="alertdialog"
            className={`${POPUP} w-full max-w-md rounded-2xl border border-line p-6`}
            finalFocus={returnFocus}
            // What is to be filled in comes first; what cannot be undone is not one Enter away.
            initialFocus={children ? true : type === 'danger' && cancelLabel ? cancel : confirm}
          >
            <div className="flex gap-4">
              <StatusIcon status={type} />
              <div className="min-w-0 flex-1">
                <Base.Title className="text-xl">{title}</Base.Title>
                <Base.Description render={<div />} className="mt-2 text-soft">
                  {message}
                </Base.Description>
              </div>
            </div>
            {children ? <div className="mt-4">{children}</div> : null}
            <div className="mt-6 flex flex-wrap justify-end gap-3">
              {cancelLabel ? (
                <Button ref={cancel} busy={loading} onClick={onCancel}>
                  {cancelLabel}
                </Button>
              ) : null}
              <Button
                ref={confirm}
                look={type === 'danger' ? 'danger' : 'primary'}
                busy={loading}
                onClick={onConfirm}
              >
                {confirmLabel}
              </Button>
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
