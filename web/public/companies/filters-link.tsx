import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { withFilters } from '../../shared/companies/list-filters.ts';

/** State of the history entry that opened filters are: the entry before it is the list alone. */
export interface FiltersState {
  filters?: 'opened here';
  /** The query of the list without its filters' view, before the filters were opened. */
  before?: string;
}

/** Opens and shuts the filters of a list; has the focus again once they are shut. */
export function FiltersLink({
  isOpen,
  className,
  children,
}: {
  isOpen: boolean;
  className: string;
  children: ReactNode;
}) {
  const { search } = useLocation();
  const link = useRef<HTMLAnchorElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) link.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  const opened: FiltersState = { filters: 'opened here', before: withFilters(search, false) };
  return (
    <Link
      ref={link}
      to={withFilters(search, !isOpen)}
      state={isOpen ? null : opened}
      preventScrollReset
      rel="nofollow"
      className={className}
      aria-expanded={isOpen}
    >
      {children}
    </Link>
  );
}
