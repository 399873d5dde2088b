/** Exports of the feature 'links' for other features. */
export { download, type ResolvedNetwork, userAgentOf } from './ask.ts';
export {
  countFailingSources,
  findDueLogos,
  putLogo,
  readLogo,
  readUpload,
  type StoredLogo,
  withFailingSources,
} from './store.ts';
