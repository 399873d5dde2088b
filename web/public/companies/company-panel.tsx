import { type MouseEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useNavigation } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { OnDemand } from '../../shared/layout/on-demand.tsx';
import { PANEL_PARAM, paths, withPanel } from '../../shared/paths.ts';
import { CloseIcon } from '../../shared/ui/icons.tsx';
import { useMedia } from '../../shared/ui/use-media.ts';
import { useCompanyView } from '../analytics/record.ts';
import { type CommentList, NO_COMMENTS } from '../comments/comment-list.ts';
import { panelContent } from './panel-content.ts';
import type { ShownCompany } from './shown-company.ts';

/** Where it cannot be had, the panel closes in its other ways. */
const loadMoves = async () => (await import('./panel-moves.tsx')).PanelMoves;

/** From this width on the list stands beside the panel (app.css), and is used with it. */
const IS_BESIDE = '(min-width: 100rem)';

/** The panel slides out for this long before it is gone, in milliseconds (specification, section 4). */
const CLOSE_DELAY = 150;

export interface Panel {
  id: string;
  /** Null while loading, for an unknown id or after a failed load. */
  company: ShownCompany | null;
  comments: CommentList;
  failed?: boolean;
}

/**
 * The side panel of a company. The server renders an open `dialog`, which is readable without JavaScript. On windows
 * where the panel covers the page, the browser reopens the `dialog` as a modal one, which keeps the focus inside; from
 * 1600 pixels on the list beside the panel stays usable.
 */
export function CompanyPanel({ panel }: { panel: Panel | null }) {
  const navigation = useNavigation();
  const coming =
    navigation.state === 'loading' ? new URLSearchParams(navigation.location.search).get(PANEL_PARAM) : null;
  const shown = panel ?? (coming ? { id: coming, company: null, comments: NO_COMMENTS } : null);
  if (!shown) return null;
  return <PanelDialog panel={shown} loading={!panel} />;
}

function PanelDialog({ panel, loading }: { panel: Panel; loading: boolean }) {
  const { t } = useTranslation(['companies', 'common']);
  const location = useLocation();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [closing, setClosing] = useState(false);
  const Content = panelContent();
  const isShown = Boolean(panel.company && Content);

  const openedHere = Boolean((location.state as { panel?: string } | null)?.panel);
  useCompanyView(openedHere ? null : panel.company);

  // Before the browser paints, and before the dialog leaves the page: only then does focus go back.
  const isBeside = useMedia(IS_BESIDE);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // Rendered open by the server it is not modal yet.
    if (element.open) element.close();
    if (isBeside) element.show();
    else element.showModal();
    // Not its first link: the dialog is read out from its title on.
    element.focus();
    return () => {
      clearTimeout(timer.current);
      if (element.open) element.close();
    };
  }, [isBeside]);

  // Another company in the same panel begins at its top; a button or a key that leads there keeps the focus.
  const { id } = panel;
  const shownId = useRef(id);
  useLayoutEffect(() => {
    if (shownId.current === id) return;
    shownId.current = id;
    dialog.current?.scrollTo(0, 0);
    if (!document.activeElement?.closest('[data-step]')) dialog.current?.focus({ preventScroll: true });
  }, [id]);

  function close() {
    if (closing) return;
    setClosing(true);
    timer.current = setTimeout(() => {
      // Opened from here, Back closes it; opened by its address, there is nothing to go back to.
      if (openedHere) void navigate(-1);
      else void navigate(withPanel(location, null), { replace: true, preventScrollReset: true });
    }, CLOSE_DELAY);
  }

  /** Closed and opened again, the panel is loaded anew and nothing else is. */
  async function retry() {
    const options = { replace: true, preventScrollReset: true, state: location.state };
    await navigate(withPanel(location, null), options);
    await navigate(withPanel(location, panel.id), options);
  }
  const isFailed = !isShown && !loading && Boolean(panel.failed || panel.company);
  const retryWhenOnline = useEffectEvent(() => void retry());
  useEffect(() => {
    if (!isFailed) return;
    const again = () => retryWhenOnline();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [isFailed]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way to close, by onCancel
    <dialog
      ref={dialog}
      tabIndex={-1}
      open
      className="panel"
      data-category={panel.company?.category}
      data-state={closing ? 'closing' : 'open'}
      aria-labelledby={isShown ? 'panel-title' : undefined}
      aria-label={isShown ? undefined : t('details')}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        // A selection of text that ends on the backdrop is a click on the dialog too.
        if (pressedOutside.current && isOutside(event)) close();
      }}
      onPointerDown={(event) => {
        pressedOutside.current = isOutside(event);
      }}
    >
      <div className="sticky top-0 z-10 flex items-center justify-between border-line border-b bg-paper px-5 md:px-8">
        <PageLink
          to={paths.company(panel.id)}
          className="link inline-flex min-h-11 items-center py-2 text-sm"
          reloadDocument={false}
          viewTransition
        >
          {t('openPage')}
        </PageLink>
        <div className="-mr-3 flex items-center">
          <OnDemand load={loadMoves} fallback={null} props={{ panel: dialog, id, close }} />
          <Link
            to={withPanel(location, null)}
            className="flex size-11 items-center justify-center"
            aria-label={t('common:close')}
            onClick={(event) => {
              event.preventDefault();
              close();
            }}
          >
            <CloseIcon />
          </Link>
        </div>
      </div>
      <div className="px-5 py-6 md:px-8">
        {panel.company && Content ? (
          <Content company={panel.company} comments={panel.comments} heading="h3" />
        ) : loading ? (
          <PanelSkeleton />
        ) : isFailed ? (
          <div role="alert">
            <div aria-hidden="true" data-state-picture="failed" className="mb-6" />
            <h2 className="text-2xl">{t('common:failedTitle')}</h2>
            <p className="mt-3 text-soft">{t('panelFailed')}</p>
            <button type="button" className="button button-primary mt-6" onClick={() => void retry()}>
              {t('common:retry')}
            </button>
          </div>
        ) : (
          <div role="alert">
            <div aria-hidden="true" data-state-picture="missing" className="mb-6" />
            <h2 className="text-2xl">{t('notFoundTitle')}</h2>
            <p className="mt-3 text-soft">{t('notFoundText')}</p>
          </div>
        )}
      </div>
    </dialog>
  );
}

/** The backdrop is the dialog itself, outside its box. */
function isOutside(event: MouseEvent<HTMLDialogElement>): boolean {
  return (
    event.target === event.currentTarget && event.clientX < event.currentTarget.getBoundingClientRect().left
  );
}

function PanelSkeleton() {
  const { t } = useTranslation('common');
  return (
    <div aria-busy="true">
      <p className="sr-only">{t('loading')}</p>
      <div className="flex gap-4">
        <div className="skeleton size-16" />
        <div className="flex-1 space-y-3 pt-2">
          <div className="skeleton h-4 w-1/3" />
          <div className="skeleton h-7 w-2/3" />
        </div>
      </div>
      <div className="skeleton mt-6 h-24" />
      <div className="skeleton mt-6 h-64" />
    </div>
  );
}
