export { insertParts, memoizeRenderer, placeholders, renderToHtml } from './render.tsx';
