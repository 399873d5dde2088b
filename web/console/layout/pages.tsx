import { type ComponentType, lazy, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { MINUTE } from '../../../core/time.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { SECTIONS, type SectionId } from '../../shared/console/sections.ts';
import { reloadIfReachable } from '../../shared/layout/use-network-guard.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { State, StateActions } from '../../shared/ui/state.tsx';

/** A page of the console. Its script is loaded when it is first rendered, or when `preload` is called. */
interface SectionPage {
  Page: ComponentType;
  preload(): void;
}

function SectionNotLoaded() {
  const { t } = useTranslation(['console', 'common']);
  const [isOffline, setOffline] = useState(false);
  const title = t('common:failedTitle');
  return (
    <div role="alert" className="py-16">
      <title>{`${title} · ${t('title')}`}</title>
      <State
        kind="failed"
        title={title}
        level="h1"
        text={t(isOffline ? 'common:stillOffline' : 'common:failedText')}
      >
        <StateActions>
          <Button look="primary" onClick={async () => setOffline(!(await reloadIfReachable()))}>
            {t('common:retry')}
          </Button>
          <Link to={paths.admin()} className="button">
            {t('sections.dashboard.name')}
          </Link>
        </StateActions>
      </State>
    </div>
  );
}

function lazyPage<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(async () => {
    try {
      return await load();
    } catch {
      // An upgrade renames the scripts, and only a new document knows their names. One that was just loaded does.
      if (performance.now() > MINUTE) await reloadIfReachable();
      return { default: SectionNotLoaded };
    }
  });
}

const sectionPage = (load: () => Promise<{ default: ComponentType }>): SectionPage => ({
  Page: lazyPage(load),
  preload: () => void load().catch(() => {}),
});

/**
 * The page of each section. They are no routes of their own: every public page carries a list of all routes, and the
 * server, which renders none of these pages, would load them at its start.
 */
export const SECTION_PAGES: Readonly<Record<SectionId, SectionPage>> = {
  dashboard: sectionPage(() => import('../dashboard/section.tsx')),
  companies: sectionPage(() => import('../import-export/section.tsx')),
  scores: sectionPage(() => import('../companies/scores-section.tsx')),
  add: sectionPage(() => import('../companies/add-section.tsx')),
  edit: sectionPage(() => import('../companies/edit-section.tsx')),
  proposals: sectionPage(() => import('../proposals/section.tsx')),
  collections: sectionPage(() => import('../collections/section.tsx')),
  users: sectionPage(() => import('../users/section.tsx')),
  comments: sectionPage(() => import('../comments/section.tsx')),
  newsletter: sectionPage(() => import('../newsletter/section.tsx')),
  directory: sectionPage(() => import('../directory/section.tsx')),
  settings: sectionPage(() => import('../settings/section.tsx')),
  translations: sectionPage(() => import('../translations/section.tsx')),
  administrators: sectionPage(() => import('../admins/administrators-section.tsx')),
  security: sectionPage(() => import('../security-log/section.tsx')),
  audit: sectionPage(() => import('../audit/section.tsx')),
  password: sectionPage(() => import('../admins/password-section.tsx')),
};

export const DraftPreviewPage = lazyPage(() => import('../companies/draft-preview-page.tsx'));

export function sectionAt(pathname: string): SectionId | undefined {
  return SECTIONS.find(({ id }) => paths.admin(id) === pathname.replace(/(?<=.)\/$/, ''))?.id;
}

function preloadSection(pathname: string) {
  const id = sectionAt(pathname);
  if (id) SECTION_PAGES[id].preload();
}

/** Loads the section of the address beside the session and the texts, and that of a link once pointer or focus come to it. */
export function usePreloadedSections() {
  const { pathname } = useLocation();
  useEffect(() => preloadSection(pathname), [pathname]);
  useEffect(() => {
    const preload = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (link) preloadSection(link.pathname);
    };
    const events = ['pointerover', 'focusin'];
    for (const event of events) document.addEventListener(event, preload);
    return () => {
      for (const event of events) document.removeEventListener(event, preload);
    };
  }, []);
}
