/** Exports of the feature 'import-export' for other features. */
export { removeImported, restoreMarks } from './undo.ts';
