import { type ComponentProps, createContext, type MouseEvent, useContext, useMemo } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';

/** A value of a document: the value itself, or the index under which the document has it. */
export type InlineOrRef<T> = T | number;

/** HTML that the server rendered, or its index among the static parts of the document. */
export type StaticHtmlRef = InlineOrRef<string>;

/** The static parts of the document that is being rendered; undefined in the browser. */
export const StaticPartsContext = createContext<readonly string[] | undefined>(undefined);

/** Goes where a link of this site leads, in place of the router's plain navigation. */
export type FollowLink = (link: HTMLAnchorElement, navigate: NavigateFunction) => void;

/** How links are followed within static HTML. */
export const FollowLinkContext = createContext<FollowLink>((link, navigate) => {
  void navigate(link.href.slice(link.origin.length), { replace: link.href === location.href });
});

/** Elements of the static parts that came with the document, for when they are shown again. */
const documentParts =
  typeof document === 'undefined' ? [] : [...document.querySelectorAll<HTMLElement>('[data-static]')];

function htmlOf(ref: StaticHtmlRef, parts: readonly string[] | undefined): string {
  if (typeof ref === 'string') return ref;
  if (parts) return parts[ref] ?? '';
  return documentParts.find(({ dataset }) => dataset['static'] === `${ref}`)?.innerHTML ?? '';
}

type StaticHtmlProps = Omit<ComponentProps<'div'>, 'children' | 'ref'> & {
  html: StaticHtmlRef;
  as?: 'div' | 'ol';
};

/** Shows static HTML in an element of its own. The router follows its links. */
export function StaticHtml({ html: ref, as = 'div', ...props }: StaticHtmlProps) {
  const parts = useContext(StaticPartsContext);
  const follow = useFollowLinks();
  // React writes the text only where it creates the element: hydration takes the element that is there, and reading a
  // long list out of it would take longer than all the rest. The object stays the same, so React does not compare it.
  const html = useMemo(() => ({ __html: { toString: () => htmlOf(ref, parts) } }), [ref, parts]);
  // One of several elements, all of which take these props.
  const Element = as as 'div';
  return (
    <Element
      {...props}
      onClick={follow}
      data-static={typeof ref === 'number' ? ref : undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React on the server
      dangerouslySetInnerHTML={html}
    />
  );
}

/** A click handler for an element with plain links: the router follows them. */
export function useFollowLinks(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  const followLink = useContext(FollowLinkContext);
  return (event) => {
    const link = (event.target as Element).closest('a');
    const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (!link || link.target || link.origin !== location.origin || event.defaultPrevented || hasModifier)
      return;
    event.preventDefault();
    followLink(link, navigate);
  };
}
