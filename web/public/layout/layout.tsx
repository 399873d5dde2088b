import { useEffect, useRef } from 'react';
import {
  Outlet,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigation,
} from 'react-router';
import { readCompany } from '../../../core/companies/calls.ts';
import { pathLanguage } from '../../../core/languages.ts';
import { CallError, callUnvalidated } from '../../shared/api.ts';
import { useNetworkGuard } from '../../shared/layout/use-network-guard.ts';
import { PANEL_PARAM, withoutLanguage, withPanel } from '../../shared/paths.ts';
import { NO_COMMENTS } from '../comments/comment-list.ts';
import { loadComments } from '../comments/load-comments.server.ts';
import { CompanyPanel, type Panel } from '../companies/company-panel.tsx';
import { loadPanelContent } from '../companies/panel-content.ts';
import { showCompany } from '../companies/show-company.server.tsx';
import { CompareTray } from '../compare/compare-tray.tsx';
import { useBringLists } from '../lists/use-bring-lists.ts';
import { OfflineScreen } from '../page/error-screen.tsx';
import { Frame } from '../page/frame.tsx';
import { languageOf, MERGED_REDIRECT, movedToOf, pageError } from '../page/load-page.ts';
import type { Route } from './+types/layout.ts';

interface LayoutData {
  panel: Panel | null;
}

const panelId = (request: Request) => new URL(request.url).searchParams.get(PANEL_PARAM);

/** Company of the panel that the address opens; `company` is null for an unknown id. */
export async function loader(args: Route.LoaderArgs): Promise<LayoutData> {
  const { request, context } = args;
  const language = languageOf(args);
  const id = panelId(request);
  if (!id) return { panel: null };
  const params = { id };
  try {
    const [{ answer: company }, comments] = await Promise.all([
      callUnvalidated(context, readCompany, { params, query: { language } }),
      loadComments(args, id),
    ]);
    return {
      panel: {
        id,
        company: showCompany(args, company, 'h2'),
        comments,
      },
    };
  } catch (error) {
    const movedTo = movedToOf(error);
    if (movedTo !== undefined) throw redirect(withPanel(args.url, movedTo), MERGED_REDIRECT);
    if (error instanceof CallError && error.status < 500)
      return { panel: { id, company: null, comments: NO_COMMENTS } };
    return pageError(error);
  }
}

/** Closing asks nobody; what cannot be had is said in the panel, and the page below it stays. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs): Promise<LayoutData> {
  const id = panelId(request);
  if (!id) return { panel: null };
  try {
    const [data] = await Promise.all([serverLoader(), loadPanelContent()]);
    return data;
  } catch {
    return { panel: { id, company: null, comments: NO_COMMENTS, failed: true } };
  }
}

export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  if (currentUrl.href === nextUrl.href) return defaultShouldRevalidate;
  const [before, after] = [currentUrl, nextUrl].map((url) => url.searchParams.get(PANEL_PARAM));
  return before !== after || (after !== null && defaultShouldRevalidate);
}

export default function ShellLayout({ loaderData }: Route.ComponentProps) {
  const navigation = useNavigation();
  const guard = useNetworkGuard();
  useFocusOnNewPage();
  usePanelSoon();
  useBringLists();
  return (
    <>
      {navigation.state === 'idle' ? null : <div className="progress" />}
      <Frame>
        {guard.failed ? <OfflineScreen retry={guard.retry} stay={guard.stay} /> : null}
        <div hidden={guard.failed}>
          {/* Remounted in another language: rows that were loaded later are in the old one. */}
          <Outlet key={pathLanguage(useLocation().pathname)} />
        </div>
      </Frame>
      <CompareTray />
      <CompanyPanel panel={loaderData.panel} />
    </>
  );
}

/** Preloads the panel when a pointer or touch reaches a link that opens it. */
function usePanelSoon(): void {
  useEffect(() => {
    const near = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (link && new URLSearchParams(link.search).has(PANEL_PARAM)) void loadPanelContent().catch(() => {});
    };
    const types = ['pointerover', 'focusin'];
    for (const type of types) document.addEventListener(type, near, { passive: true });
    return () => {
      for (const type of types) document.removeEventListener(type, near);
    };
  }, []);
}

/** Moves the focus to the heading of a new page. A change of language or a panel is no new page. */
function useFocusOnNewPage(): void {
  const page = withoutLanguage(useLocation().pathname);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    const main = document.getElementById('main');
    const heading = main?.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    (heading ?? main)?.focus({ preventScroll: true });
  }, [page]);
}
