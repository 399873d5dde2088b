export { purgeCdn } from './cdn.ts';
export {
  type CacheDependencies,
  collectDependencies,
  oncePerPage,
  trackDependencies,
} from './dependencies.ts';
export { acceptedEncoding, compressResponses, type Encoding, encodeBody } from './encoding.ts';
export { createPageCache } from './plugin.ts';
