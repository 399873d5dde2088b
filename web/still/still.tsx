import { type ComponentProps, createContext, type RefObject, useContext, useEffect, useRef } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import { isCompanyCategory } from '../../core/categories.ts';
import { recordCompanyView } from '../analytics/record.ts';
import { PANEL_PARAM } from '../paths.ts';

/**
 * A part of a page that the server draws, once, and the browser only places: its HTML, or the number of
 * its place in the document that it came with. Neither its data nor its components are sent.
 */
export type Still = string | number;

/** The parts of the document that is being made; undefined in the browser. */
export const Stills = createContext<readonly string[] | undefined>(undefined);

/** Those that came with the document, for when they are shown again. */
const came = new Map<number, string>();

function htmlOf(still: Still, made: readonly string[] | undefined): string {
  if (typeof still === 'string') return still;
  if (made) return made[still] ?? '';
  let html = came.get(still);
  if (html === undefined) {
    html = document.querySelector(`[data-still="${still}"]`)?.innerHTML ?? '';
    came.set(still, html);
  }
  return html;
}

type StillPartProps = Omit<ComponentProps<'div'>, 'children' | 'ref'> & { still: Still; as?: 'div' | 'ol' };

/** Shows a still part in an element of its own; its links are followed as others are. */
export function StillPart({ still, as = 'div', ...props }: StillPartProps) {
  const element = useRef<HTMLDivElement>(null);
  useFollowedLinks(element);
  // One of several elements, all of which take these.
  const Element = as as 'div';
  return (
    <Element
      {...props}
      ref={element}
      data-still={typeof still === 'number' ? still : undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: written by React on the server (draw.server.tsx)
      dangerouslySetInnerHTML={{ __html: htmlOf(still, useContext(Stills)) }}
    />
  );
}

/** Lets the router follow the plain links in an element. */
export function useFollowedLinks(element: RefObject<HTMLElement | null>): void {
  const navigate = useNavigate();
  useEffect(() => {
    const { current } = element;
    const listener = (event: MouseEvent) => follow(event, navigate);
    current?.addEventListener('click', listener);
    return () => current?.removeEventListener('click', listener);
  }, [element, navigate]);
}

/** What search engines read of a document. */
export const Description = ({ still }: { still: Still | null }) =>
  still === null ? null : <StillPart still={still} hidden />;

/** Follows a link, unless it leads elsewhere or is to open beside this page. */
function follow(event: MouseEvent, navigate: NavigateFunction): void {
  const link = (event.target as Element).closest('a');
  const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!link || link.origin !== location.origin || event.defaultPrevented || hasModifier) return;
  event.preventDefault();
  const id = new URLSearchParams(link.search).get(PANEL_PARAM);
  if (id === null) {
    void navigate(`${link.pathname}${link.search}${link.hash}`);
    return;
  }
  const category = link.closest<HTMLElement>('[data-category]')?.dataset['category'];
  if (isCompanyCategory(category)) recordCompanyView({ id, category });
  void navigate(`${link.pathname}${link.search}`, {
    state: { panel: 'opened here' },
    preventScrollReset: true,
    replace: link.href === location.href,
  });
}
