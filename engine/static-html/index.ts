export {
  type FollowLink,
  FollowLinkContext,
  type InlineOrRef,
  StaticHtml,
  type StaticHtmlRef,
  StaticPartsContext,
  useFollowLinks,
} from './static-html.tsx';
