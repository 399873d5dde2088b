/** Where this site serves the logos of other sites, each behind the id of its company. */
export const FETCHED_LOGOS = '/logos/of/';

/** Whether a logo is a file of this site: an address that serves logos of other sites would lead back to itself. */
export const isOwnLogo = (logo: string): boolean =>
  /^\/(?![/\\])/.test(logo) && !new URL(logo, 'http://localhost').pathname.startsWith(FETCHED_LOGOS);

/**
 * Where this site serves a company's logo. One of another site is fetched by the server, so that nobody
 * elsewhere is told who reads what; until then, and where that failed, the company's mark is at the address.
 */
export const logoAddress = (id: string, logo: string): string =>
  isOwnLogo(logo) ? logo : `${FETCHED_LOGOS}${encodeURIComponent(id)}`;

/** Path of the mark that a company wears where it has no logo. */
const markPath = (id: string): string => `/marks/${encodeURIComponent(id)}.svg`;

/** Path of the picture of a company: its logo, else its mark. */
export const pictureAddress = ({ id, logo }: { id: string; logo: string | null }): string =>
  logo ? logoAddress(id, logo) : markPath(id);
