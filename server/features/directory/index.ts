/** Exports of the feature 'directory' for other features. */
export type { DirectoryService } from './directory.ts';
export { clearRemovedFields } from './save.ts';
export { taglineIn } from './site.ts';
export { textsOf } from './texts.ts';
