import type { SVGProps } from 'react';

/** Line icons of one weight; always beside a text or inside a labelled control. */
export function Icon({ children, className, ...props }: SVGProps<SVGSVGElement>) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
      className={className ? `icon ${className}` : 'icon'}
      {...props}
    >
      {children}
    </svg>
  );
}

export const MenuIcon = () => (
  <Icon>
    <path d="M4 7h16M4 12h16M4 17h16" />
  </Icon>
);
export const CloseIcon = () => (
  <Icon>
    <path d="M6 6l12 12M18 6L6 18" />
  </Icon>
);
export const GlobeIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="9" />
    <path d="M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18" />
  </Icon>
);
export const ThemeIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8" />
    <path d="M12 4v16a8 8 0 0 0 0-16z" fill="currentColor" stroke="none" />
  </Icon>
);
export const HeartIcon = ({ filled }: { filled: boolean }) => (
  <Icon className={filled ? 'filled' : undefined} width="18" height="18">
    <path d="M12 20s-7-4.5-7-10a4 4 0 0 1 7-2.6A4 4 0 0 1 19 10c0 5.500-7 10-7 10z" />
  </Icon>
);
export const ShareIcon = () => (
  <Icon width="18" height="18">
    <path d="M12 15V4M8 7.500L12 3.500l4 4M6 11H5v9h14v-9h-1" />
  </Icon>
);
export const BellIcon = () => (
  <Icon>
    <path d="M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4" />
  </Icon>
);
export const BookmarkIcon = ({ filled }: { filled: boolean }) => (
  <Icon className={filled ? 'filled' : undefined} width="18" height="18">
    <path d="M6 4h12v16l-6-4-6 4z" />
  </Icon>
);
export const CompareIcon = () => (
  <Icon width="18" height="18">
    <path d="M5 20V9h5v11M14 20V4h5v16M3 20h18" />
  </Icon>
);
export const PlusIcon = () => (
  <Icon>
    <path d="M12 5v14M5 12h14" />
  </Icon>
);
export const SearchIcon = () => (
  <Icon>
    <circle cx="11" cy="11" r="6.5" />
    <path d="M16 16l4.5 4.5" />
  </Icon>
);
export const PreviousIcon = () => (
  <Icon>
    <path d="M6 15l6-6 6 6" />
  </Icon>
);
export const NextIcon = () => (
  <Icon>
    <path d="M6 9l6 6 6-6" />
  </Icon>
);
export const FilterIcon = () => (
  <Icon>
    <path d="M4 7h16M7 12h10M10 17h4" />
  </Icon>
);
export const ActivityIcon = () => (
  <Icon>
    <path d="M3 12h4l3-7 4 14 3-7h4" />
  </Icon>
);
