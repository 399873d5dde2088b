/** Local storage key of the lists that are kept without an account. */
export const DEVICE_LISTS_KEY = 'savedLists';
