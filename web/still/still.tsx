import { type ComponentProps, createContext, type MouseEvent, useContext, useMemo } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import { isCompanyCategory } from '../../core/categories.ts';
import { recordCompanyView } from '../analytics/record.ts';
import { PANEL_PARAM } from '../paths.ts';

/**
 * A part of a page that the server draws, once, and the browser only places: its HTML, or the number of
 * its place in the document that it came with. Neither its data nor its components are sent.
 */
export type Still = OnUse<string>;

/** What a document shows and the browser needs once it is used: itself, or the number of its place in the document. */
export type OnUse<T> = T | number;

/** The parts of the document that is being made; undefined in the browser. */
export const Stills = createContext<readonly string[] | undefined>(undefined);

/** The elements of those that came with the document, for when they are shown again. */
const came = import.meta.env.SSR ? [] : [...document.querySelectorAll<HTMLElement>('[data-still]')];

function htmlOf(still: Still, made: readonly string[] | undefined): string {
  if (typeof still === 'string') return still;
  if (made) return made[still] ?? '';
  return came.find(({ dataset }) => dataset['still'] === `${still}`)?.innerHTML ?? '';
}

type StillPartProps = Omit<ComponentProps<'div'>, 'children' | 'ref'> & { still: Still; as?: 'div' | 'ol' };

/** Shows a still part in an element of its own; its links are followed as others are. */
export function StillPart({ still, as = 'div', ...props }: StillPartProps) {
  const made = useContext(Stills);
  const follow = useFollow();
  // A text only where React writes it: a page that comes alive takes what is there, and to read out a long list
  // would take longer than all else that it does. The same object each time, so that React does not look either.
  const html = useMemo(() => ({ __html: { toString: () => htmlOf(still, made) } }), [still, made]);
  // One of several elements, all of which take these.
  const Element = as as 'div';
  return (
    <Element
      {...props}
      onClick={follow}
      data-still={typeof still === 'number' ? still : undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: written by React on the server (draw.server.tsx)
      dangerouslySetInnerHTML={html}
    />
  );
}

/** What an element does when it is clicked whose plain links the router follows. */
export function useFollow(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => follow(event, navigate);
}

/** What search engines read of a document. */
export const Description = ({ still }: { still: Still | null }) =>
  still === null ? null : <StillPart still={still} hidden />;

const withinSite = (link: HTMLAnchorElement) => link.href.slice(link.origin.length);

/** Follows a link, unless it leads elsewhere or is to open beside this page. */
function follow(event: MouseEvent, navigate: NavigateFunction): void {
  const link = (event.target as Element).closest('a');
  const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!link || link.target || link.origin !== location.origin || event.defaultPrevented || hasModifier)
    return;
  event.preventDefault();
  const id = new URLSearchParams(link.search).get(PANEL_PARAM);
  if (id === null) {
    link.closest<HTMLElement>('[popover]')?.hidePopover();
    void navigate(withinSite(link), { replace: link.href === location.href });
    return;
  }
  const category = link.closest<HTMLElement>('[data-category]')?.dataset['category'];
  if (isCompanyCategory(category)) recordCompanyView({ id, category });
  void openPanel(link, navigate);
}

/** A panel that is not there after so long is not waited for, in milliseconds: until then the page stands still. */
const SOON = 100;

/** Opens the panel of the company that a link is of: its mark and its name move there (app.css). */
async function openPanel(link: HTMLAnchorElement, navigate: NavigateFunction): Promise<void> {
  const open = () =>
    navigate(withinSite(link), {
      state: { panel: 'opened here' },
      preventScrollReset: true,
      replace: link.href === location.href,
    });
  // Not the router's: it would let the whole page move again at each Back within the same page.
  if (!('startViewTransition' in document) || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    await open();
    return;
  }
  link.toggleAttribute('data-moving', true);
  const transition = document.startViewTransition(async () => {
    link.toggleAttribute('data-moving', false);
    void open();
    if (!(await isThereSoon('.panel .company-mark'))) transition.skipTransition();
  });
  // One that is skipped, or begun while another runs, is none.
  transition.ready.catch(() => {});
  await transition.updateCallbackDone.catch(() => {});
}

/** Whether something comes into the page within the time; nothing is painted meanwhile. */
function isThereSoon(selector: string): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isThere: boolean) => {
      observer.disconnect();
      clearTimeout(timer);
      resolve(isThere);
    };
    const observer = new MutationObserver(() => {
      if (document.querySelector(selector)) end(true);
    });
    const timer = setTimeout(() => end(false), SOON);
    observer.observe(document.body, { childList: true, subtree: true });
  });
}
