/** Whether a logo is a path of this site. */
export const isOwnLogo = (logo: string): boolean => /^\/(?![/\\])/.test(logo);

/** Where this site serves the logos of other sites, each behind the id of its company. */
export const FETCHED_LOGOS = '/logos/of/';

/**
 * Where this site serves a company's logo. One of another site is fetched by the server, so that nobody
 * elsewhere is told who reads what; until then, and where that failed, the company's mark is at the address.
 */
export const logoAddress = (id: string, logo: string): string =>
  isOwnLogo(logo) ? logo : `${FETCHED_LOGOS}${encodeURIComponent(id)}`;
