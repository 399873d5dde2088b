/** Exports of the feature 'directory' for other features. */
export type { DirectoryService } from './directory.ts';
export { type ConfigForPages, pageDirectory } from './page-directory.ts';
export { taglineIn } from './site.ts';
export { isShipped, textsFile, textsOf } from './texts.ts';
export { themeFile } from './theme.ts';
