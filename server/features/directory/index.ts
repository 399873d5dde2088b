/** Exports of the feature 'directory' for other features. */
export type { DirectoryService } from './directory.ts';
export { clearRemovedFields, moveAllLate, savePart } from './save.ts';
export { taglineIn } from './site.ts';
export { readStored } from './store.ts';
export { textsOf } from './texts.ts';
