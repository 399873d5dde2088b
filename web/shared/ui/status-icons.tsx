import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';

export type StatusKind = 'info' | 'success' | 'warning' | 'danger';

const SHAPES: Record<StatusKind, ReactNode> = {
  info: <path d="M12 11v5M12 8h.01" />,
  success: <path d="M8 12.5l2.8 2.8L16 9.5" />,
  warning: <path d="M12 8v5M12 16h.01" />,
  danger: <path d="M9 9l6 6M15 9l-6 6" />,
};

const STATUS_COLORS: Record<StatusKind, string> = {
  info: 'text-accent',
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-danger',
};

/** Says with shape and colour what the text beside it says in words. */
export function StatusIcon({ status, size = 24 }: { status: StatusKind; size?: number }) {
  return (
    <Icon width={size} height={size} className={`shrink-0 ${STATUS_COLORS[status]}`}>
      {status === 'warning' ? <path d="M12 3.5l9.5 16.5h-19z" /> : <circle cx="12" cy="12" r="9" />}
      {SHAPES[status]}
    </Icon>
  );
}
