import { StaticHtml, type StaticHtmlRef } from '#engine/static-html';

/** The description of a document for search engines. */
export const Description = ({ html }: { html: StaticHtmlRef | null }) =>
  html === null ? null : <StaticHtml html={html} hidden />;
