import { Toast as Base } from '@base-ui/react/toast';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CloseIcon } from './icons.tsx';
import { StatusIcon, type StatusKind } from './status-icons.tsx';

/** A toast closes itself after this long, in milliseconds (specification, section 9). */
const TOAST_DURATION = 4000;
/** What can be undone can be undone for this long, in milliseconds. */
export const UNDO_TIME = 8000;

export interface ToastOptions {
  type: 'success' | 'error' | 'warning' | 'info';
  title: string;
  message?: string;
  /** In milliseconds; 0 stays until it is closed. */
  duration?: number;
  /** Pressed, it runs and the toast closes. */
  action?: { label: string; run(): void };
  /** A page of the site, opened beside this one. */
  link?: { label: string; href: string };
}

interface ToastData {
  status: StatusKind;
  link: ToastOptions['link'];
}

const STATUS: Record<ToastOptions['type'], StatusKind> = {
  success: 'success',
  error: 'danger',
  warning: 'warning',
  info: 'info',
};

const Show = createContext<((options: ToastOptions) => void) | null>(null);

/** @returns a function that shows a toast. @throws outside of ToastProvider */
export function useToast(): (options: ToastOptions) => void {
  const show = useContext(Show);
  if (!show) throw new Error('useToast must be used within a ToastProvider.');
  return show;
}

/** Holds the toasts at the top right. Needs the texts of `ui`. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const manager = useMemo(() => Base.createToastManager<ToastData>(), []);
  const show = useMemo(
    () =>
      ({ type, title, message, duration = TOAST_DURATION, action, link }: ToastOptions) => {
        const id = manager.add({
          title,
          description: message,
          timeout: duration,
          // An error interrupts what a screen reader is saying; the others wait.
          priority: type === 'error' ? 'high' : 'low',
          data: { status: STATUS[type], link },
          ...(action
            ? {
                actionProps: {
                  children: action.label,
                  onClick: () => {
                    manager.close(id);
                    action.run();
                  },
                },
              }
            : {}),
        });
      },
    [manager],
  );
  return (
    <Base.Provider toastManager={manager} timeout={TOAST_DURATION}>
      <Show value={show}>{children}</Show>
      <Toasts />
    </Base.Provider>
  );
}

function Toasts() {
  const { t } = useTranslation(['ui', 'common']);
  const { toasts } = Base.useToastManager<ToastData>();
  return (
    <Base.Portal>
      <Base.Viewport
        aria-label={t('ui:notifications')}
        className="pointer-events-none fixed top-4 right-4 left-4 z-60 flex flex-col gap-3 outline-none sm:left-auto sm:w-96"
      >
        {toasts.map((toast) => (
          <Base.Root
            key={toast.id}
            toast={toast}
            swipeDirection="right"
            className="pointer-events-auto rounded-xl border border-line bg-raised shadow-xl transition-[opacity,translate] duration-150 data-ending-style:translate-x-4 data-starting-style:translate-x-4 data-ending-style:opacity-0 data-starting-style:opacity-0 data-limited:hidden"
          >
            <Base.Content className="flex items-start gap-3 py-3 pr-1.5 pl-4">
              <span className="pt-2.5">
                <StatusIcon status={toast.data?.status ?? 'info'} />
              </span>
              <div className="min-w-0 flex-1 py-2.5">
                <Base.Title render={<p />} className="font-medium" />
                <Base.Description className="text-soft text-sm" />
              </div>
              {toast.data?.link ? (
                <a
                  href={toast.data.link.href}
                  target="_blank"
                  rel="noopener"
                  className="flex min-h-11 shrink-0 items-center rounded-lg px-3 font-medium text-accent text-sm hover:bg-tint"
                >
                  {toast.data.link.label}
                </a>
              ) : null}
              <Base.Action className="min-h-11 shrink-0 rounded-lg px-3 font-medium text-accent text-sm hover:bg-tint" />
              <Base.Close
                className="flex size-11 shrink-0 items-center justify-center rounded-lg text-soft hover:text-ink"
                aria-label={t('common:close')}
              >
                <CloseIcon />
              </Base.Close>
            </Base.Content>
          </Base.Root>
        ))}
      </Base.Viewport>
    </Base.Portal>
  );
}
