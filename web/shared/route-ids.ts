/** Id of the layout route of all public pages: set in `web/routes.ts`, used to read the loader's data. */
export const PUBLIC_LAYOUT = 'public layout';
