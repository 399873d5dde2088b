/** One that is closing keeps its keys no more, and a toast never has any. */
const LAYERS = ':is([role=dialog],[role=alertdialog]):not([data-closed],[role=region] *)';

/** Whether a dialog is open over the page: keys are its own. */
export const isUnderDialog = (): boolean => document.querySelector(LAYERS) !== null;

/** The same of whatever closes with Escape: a panel and a menu too. */
export const isUnderLayer = (): boolean =>
  isUnderDialog() || document.querySelector(':modal, :popover-open') !== null;
