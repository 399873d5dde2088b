import type { NavigateFunction } from 'react-router';
import type { FollowLink } from '#engine/static-html';
import { isCompanyCategory } from '../../../core/categories.ts';
import { PANEL_PARAM } from '../../shared/paths.ts';
import { recordCompanyView } from '../analytics/record.ts';

/** How long the page stands still for a panel that is not there yet, in milliseconds; then it opens without movement. */
const WAIT_FOR_PANEL = 100;

const withinSite = (link: HTMLAnchorElement) => link.href.slice(link.origin.length);

/** Follows a link of static HTML: one with a panel opens the panel, and counts a view of its company. */
export const followLink: FollowLink = (link, navigate) => {
  const id = new URLSearchParams(link.search).get(PANEL_PARAM);
  if (id === null) {
    link.closest<HTMLElement>('[popover]')?.hidePopover();
    void navigate(withinSite(link), { replace: link.href === location.href });
    return;
  }
  const category = link.closest<HTMLElement>('[data-category]')?.dataset['category'];
  if (isCompanyCategory(category)) recordCompanyView({ id, category });
  void openPanel(link, navigate);
};

/** Opens the panel of a company; its mark and its name move there by a view transition (panel.css). */
async function openPanel(link: HTMLAnchorElement, navigate: NavigateFunction): Promise<void> {
  // In a panel that is open beside the list, the company takes the place of the other one, also for Back.
  const isOpen = document.querySelector('.panel[open]') !== null;
  const open = () =>
    navigate(withinSite(link), {
      state: isOpen ? history.state?.usr : { panel: 'opened here' },
      preventScrollReset: true,
      replace: isOpen || link.href === location.href,
    });
  // Not the router's own view transition: it would also move the whole page at each Back within the same page.
  if (
    isOpen ||
    !('startViewTransition' in document) ||
    matchMedia('(prefers-reduced-motion: reduce)').matches
  ) {
    await open();
    return;
  }
  const moving = link.closest('.row, .story-of-day, .story-row, .block-row') ?? link;
  moving.toggleAttribute('data-moving', true);
  const transition = document.startViewTransition(async () => {
    moving.toggleAttribute('data-moving', false);
    void open();
    if (!(await appears('.panel .company-mark'))) transition.skipTransition();
  });
  // A skipped transition rejects; that is no failure.
  transition.ready.catch(() => {});
  await transition.updateCallbackDone.catch(() => {});
}

/** Whether an element appears in the page within `WAIT_FOR_PANEL`. */
function appears(selector: string): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isThere: boolean) => {
      observer.disconnect();
      clearTimeout(timer);
      resolve(isThere);
    };
    const observer = new MutationObserver(() => {
      if (document.querySelector(selector)) end(true);
    });
    const timer = setTimeout(() => end(false), WAIT_FOR_PANEL);
    observer.observe(document.body, { childList: true, subtree: true });
  });
}
