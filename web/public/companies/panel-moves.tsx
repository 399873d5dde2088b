import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isCompanyCategory } from '../../../core/categories.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PANEL_PARAM, withPanel } from '../../shared/paths.ts';
import { NextIcon, PreviousIcon } from '../../shared/ui/icons.tsx';
import { isComposing } from '../../shared/ui/is-composing.ts';
import { latinKey } from '../../shared/ui/latin-key.ts';
import { recordCompanyView } from '../analytics/record.ts';
import { usePanelDrag } from './panel-drag.ts';

/** The buttons of the panel's head. */
const MOVES = [
  { by: -1, key: 'K', label: 'previousCompany', Icon: PreviousIcon, has: 'previous' },
  { by: 1, key: 'J', label: 'nextCompany', Icon: NextIcon, has: 'next' },
] as const;

const panelOf = (search: string) => new URLSearchParams(search).get(PANEL_PARAM);

/** The links on the page that open a panel: the first of each company, in their order. */
function panelLinks(): Map<string, HTMLAnchorElement> {
  const links = new Map<string, HTMLAnchorElement>();
  for (const link of document.links) {
    const id = panelOf(link.search);
    if (id && !links.has(id) && link.closest('main')) links.set(id, link as HTMLAnchorElement);
  }
  return links;
}

/**
 * What moves a panel: to the previous and the next company of the page below it, by buttons, by J and K and by a
 * swipe, and away by a drag or Escape. Comes with the first panel. Once the panel is closed, the focus is back at
 * the link of its company.
 */
export function PanelMoves({
  panel,
  id,
  close,
}: {
  panel: RefObject<HTMLDialogElement | null>;
  /** The company that is shown. */
  id: string;
  close(): void;
}) {
  const { t } = useTranslation('companies');
  const location = useLocation();
  const navigate = useNavigate();
  const [announcement, setAnnouncement] = useState('');

  // From now on the links may have been drawn anew: they are looked for when they are needed.
  function step(by: 1 | -1) {
    const links = [...panelLinks()];
    const place = links.findIndex(([other]) => other === id);
    const [next, link] = (place < 0 ? undefined : links[place + by]) ?? [];
    if (!next || !link) return;
    const category = link.closest<HTMLElement>('[data-category]')?.dataset['category'];
    if (location.state && isCompanyCategory(category)) recordCompanyView({ id: next, category });
    setAnnouncement(link.textContent ?? '');
    link.scrollIntoView({ block: 'nearest' });
    // Back still leads to the page below.
    void navigate(withPanel(location, next), {
      replace: true,
      preventScrollReset: true,
      state: location.state,
    });
  }

  usePanelDrag(panel, { close, swipe: () => step(1) });

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const hasModifier = event.altKey || event.ctrlKey || event.metaKey;
    if (isComposing(event) || hasModifier || event.defaultPrevented || isOverlaid(panel.current)) return;
    // A dialog that is not modal leaves Escape to the page.
    if (event.key === 'Escape' && !panel.current?.matches(':modal')) close();
    if (event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]'))
      return;
    const key = latinKey(event);
    if (key === 'j') step(1);
    else if (key === 'k') step(-1);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);

  // The panel closes before this cleanup runs, and its opening link may have been rendered anew meanwhile.
  const first = useRef(id);
  const last = useRef(id);
  last.current = id;
  useLayoutEffect(() => {
    const element = panel.current;
    return () => {
      const isBack = document.activeElement !== document.body && !element?.contains(document.activeElement);
      if (!isBack || last.current !== first.current)
        panelLinks().get(last.current)?.focus({ preventScroll: true });
    };
  }, [panel]);

  const [hasMore, setHasMore] = useState({ previous: false, next: false });
  useEffect(() => {
    const ids = [...panelLinks().keys()];
    const place = ids.indexOf(id);
    setHasMore({ previous: place > 0, next: place >= 0 && place < ids.length - 1 });
  }, [id]);

  if (!hasMore.previous && !hasMore.next) return null;
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {MOVES.map(({ by, key, label, Icon, has }) => (
        <button
          key={key}
          type="button"
          data-step
          className="panel-step"
          aria-label={t(label)}
          aria-keyshortcuts={key}
          aria-disabled={!hasMore[has]}
          onClick={() => step(by)}
        >
          <Icon />
        </button>
      ))}
    </>
  );
}

/** Whether something else lies over the panel, which has the keys then: a search, a menu, another dialog. */
const isOverlaid = (panel: HTMLElement | null): boolean =>
  [...document.querySelectorAll('dialog[open], :popover-open, [role=dialog]')].some(
    (other) => other !== panel && !panel?.contains(other),
  );
