import { Link, type LinkProps, useLocation, useNavigate } from 'react-router';

/** State of a location in which something was opened from its own section, so that closing it can go back. */
const OPENED_HERE = { opened: 'here' };

/** The id that a query parameter of a location names. */
export function openedIn({ search }: { search: string }, parameter: string): string | null {
  return new URLSearchParams(search).get(parameter) || null;
}

function searchWith(search: string, parameter: string, id: string | null): string {
  const query = new URLSearchParams(search);
  if (id) query.set(parameter, id);
  else query.delete(parameter);
  return query.toString();
}

/** What the address opens over a section: its id, and the ways to open and to close it. */
export function useOpened(parameter: string) {
  const location = useLocation();
  const navigate = useNavigate();
  const goTo = (id: string | null, options: { state?: unknown; replace?: boolean }) =>
    void navigate(
      { search: searchWith(location.search, parameter, id) },
      { ...options, preventScrollReset: true },
    );
  return {
    id: openedIn(location, parameter),
    open: (id: string) => goTo(id, { state: OPENED_HERE }),
    /** Opens another one in the place of this one: closing goes back to the section. */
    exchange: (id: string, state?: object) =>
      goTo(id, { state: { ...(location.state as object | null), ...state }, replace: true }),
    close: () => {
      const state = location.state as Partial<typeof OPENED_HERE> | null;
      // Opened by its address, there is nothing to go back to.
      if (state?.opened === OPENED_HERE.opened) void navigate(-1);
      else goTo(null, { replace: true });
    },
  };
}

/** Link that opens a dialog over the current section. */
export function OpenLink({
  parameter,
  id,
  state,
  ...props
}: { parameter: string; id: string; state?: object } & Omit<LinkProps, 'to' | 'state'>) {
  const { search } = useLocation();
  return (
    <Link
      {...props}
      to={{ search: searchWith(search, parameter, id) }}
      state={{ ...OPENED_HERE, ...state }}
      preventScrollReset
    />
  );
}
