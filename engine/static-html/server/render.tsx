import { LRUCache } from 'lru-cache';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** Memory for the rendered texts of one component, in UTF-16 units. */
const MEMOIZED_LENGTH = 4 * 1024 * 1024;

/** Renders a node whose contexts are around it. Outside of the router: its hooks throw, so links are plain ones. */
export const renderToHtml = (node: ReactNode): string => renderToStaticMarkup(node);

/**
 * A renderer for components that stand on many pages: each is rendered once for the same props and the same variant.
 * @param render renders the component with these props
 */
export function memoizeRenderer<Props extends object, Variant>(
  render: (variant: Variant, props: Props) => string,
): (variant: Variant, key: string, each: readonly Props[]) => string {
  const rendered = new LRUCache<string, string>({
    maxSize: MEMOIZED_LENGTH,
    sizeCalculation: (html, key) => html.length + key.length,
  });
  return (variant, key, each) =>
    each
      .map((props) => {
        const propsKey = `${key} ${JSON.stringify(props)}`;
        let html = rendered.get(propsKey);
        if (html === undefined) {
          html = render(variant, props);
          rendered.set(propsKey, html);
        }
        return html;
      })
      .join('');
}

/** Stands for a static part until the rest of the document was rendered and its inline scripts were hashed. */
const placeholder = (part: number, nonce: string) => `<!--${nonce} ${part}-->`;

/** Placeholders of static parts, for `StaticPartsContext`. @param nonce secret of the document */
export const placeholders = (parts: readonly string[], nonce: string): string[] =>
  parts.map((_part, i) => placeholder(i, nonce));

/** Puts the static parts in place of their placeholders. */
export function insertParts(html: string, parts: readonly string[], nonce: string): string {
  const [first = '', ...rest] = html.split(`<!--${nonce} `);
  let page = first;
  for (const piece of rest) {
    const end = piece.indexOf('-->');
    page += parts[Number(piece.slice(0, end))] + piece.slice(end + 3);
  }
  return page;
}
