/** Id of the layout around every public page: `web/routes.ts` gives it, readers of its loader's data name it. */
export const PUBLIC_LAYOUT = 'public layout';
