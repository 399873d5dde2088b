/** One that is closing keeps its keys no more, and a toast never has any. */
const LAYERS = ':is([role=dialog],[role=alertdialog]):not([data-closed],[role=region] *)';

/** Whether a dialog is open over the page: keys are its own. */
export const isUnderDialog = (): boolean => document.querySelector(LAYERS) !== null;

/** The dialog that keys belong to, the last one in the document; null where they belong to the page. */
export const topDialog = (): Element | null => [...document.querySelectorAll(LAYERS)].at(-1) ?? null;

/** Whether the page is under whatever closes with Escape: a panel and a menu too. */
export const isUnderLayer = (): boolean =>
  isUnderDialog() || document.querySelector(':modal, :popover-open') !== null;
