import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useLocation, useMatch } from 'react-router';
import { readAdminSession } from '../../../core/admins/calls.ts';
import { remainingTime, SESSION_CHECK_EVERY } from '../../../core/admins/rules.ts';
import { setOwnFields } from '../../../core/companies/own-fields.ts';
import { readOwnFields } from '../../../core/directory/calls.ts';
import { MINUTE } from '../../../core/time.ts';
import { VERSION } from '../../../core/version.ts';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { onRefusedSession } from '../../shared/api.ts';
import { setSiteTimeZone } from '../../shared/console/format.ts';
import { sectionPermission } from '../../shared/console/sections.ts';
import { LanguageSwitcher, ThemeChoices, ThemeSwitcher } from '../../shared/header/header.tsx';
import { SkipLink } from '../../shared/layout/skip-link.tsx';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { SearchButton } from '../../shared/search/search-button.tsx';
import { discardTypedComments } from '../../shared/typed-comments.ts';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { MenuIcon } from '../../shared/ui/icons.tsx';
import { ToastProvider } from '../../shared/ui/toast.tsx';
import { LoginForm } from '../admins/login-form.tsx';
import { JobsButton, JobsMenuItem } from '../jobs/jobs-button.tsx';
import { JobsProvider } from '../jobs/jobs-provider.tsx';
import { createQueryClient, useCall } from '../shared/api.ts';
import { DensityChoice, useDensity } from '../shared/density.tsx';
import { Brand, SignedOutFrame } from '../shared/frame.tsx';
import { hasDraftsOf, removeDraftsOf } from '../shared/local-drafts.ts';
import { useIsRoleKnown, useMay } from '../shared/may.ts';
import { Loading } from '../shared/section.tsx';
import { askToRenew, logOutAdmin, useAdminToken, useSitting } from '../shared/session.ts';
import { hasUnsaved } from '../shared/unsaved.ts';
import { NotAllowed } from './not-allowed.tsx';
import { ConsoleNotFound } from './not-found.tsx';
import { DraftPreviewPage, SECTION_PAGES, sectionAt, usePreloadedSections } from './pages.tsx';
import { SectionLinks } from './section-links.tsx';
import { SessionDialog } from './session-dialog.tsx';

const loadConsolePalette = async () => (await import('./console-palette.tsx')).ConsolePalette;

/** Nearly nobody sees it. */
const LazyFactorNeeded = lazy(async () => ({
  default: (await import('../mfa/factor-needed.tsx')).FactorNeeded,
}));

/** The administrators' console: the gate when signed out, else its frame with a section in it. */
export default function ConsoleLayout() {
  const [client] = useState(createQueryClient);
  usePreloadedSections();
  // Before anything of the console is drawn: it never changes while the page is open.
  setSiteTimeZone(useRoot().site.timeZone);
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <meta name="robots" content="noindex" />
        <WithTexts features={['console', 'ui', 'problems', 'refusals', 'jobs']} fallback={<SectionLoading />}>
          <ToastProvider>
            <Gate />
          </ToastProvider>
        </WithTexts>
      </QueryClientProvider>
    </CSPProvider>
  );
}

function SectionLoading() {
  const { t } = useTranslation('common');
  return (
    <main className="p-16 text-center text-soft" aria-busy="true">
      {t('loading')}
    </main>
  );
}

function Gate() {
  const { t } = useTranslation('console');
  const token = useAdminToken();
  const sitting = useSitting();
  return (
    <>
      {token ? null : <title>{t('login.title')}</title>}
      {token === undefined ? (
        <SectionLoading />
      ) : token === null ? (
        <SignedOut />
      ) : (
        <JobsProvider key={sitting}>
          <ConsoleFrame />
          <SessionDialog />
        </JobsProvider>
      )}
    </>
  );
}

function SignedOut() {
  return (
    <SignedOutFrame>
      <LoginForm />
    </SignedOutFrame>
  );
}

function ConsoleFrame() {
  const { t } = useTranslation(['console', 'common']);
  const { pathname } = useLocation();
  const [density, setDensity] = useDensity();
  return (
    <div data-density={density} className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <SkipLink className="z-50">{t('common:skip')}</SkipLink>
      <aside className="hidden border-line border-r lg:block">
        <nav aria-label={t('navigation')} className="sticky top-0 max-h-dvh space-y-0.5 overflow-y-auto p-3">
          <Brand className="mb-3 px-3" />
          <SectionLinks />
          <div className="px-3 pt-4">
            <DensityChoice density={density} onChange={setDensity} />
          </div>
        </nav>
      </aside>
      <div className="min-w-0">
        <ConsoleHeader />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto outline-none max-w-7xl px-4 pt-8 pb-24 has-data-wide:max-w-none md:px-8"
        >
          <Suspense fallback={<Loading />}>
            <ConsolePage key={pathname} />
          </Suspense>
        </main>
        <footer className="mx-auto max-w-7xl px-4 pb-6 text-sm text-soft md:px-8">
          {t('version', { version: VERSION })}
        </footer>
      </div>
    </div>
  );
}

/**
 * Puts all own fields of the directory in force before a section is drawn, with those that no page of readers has: forms,
 * histories and tables follow from them.
 */
function WithOwnFields({ children }: { children: ReactNode }) {
  // Drawn anew with the root, which has set its own fields again.
  useRoot();
  const may = useMay();
  // Also where there are no fields yet: the first one would unmount the section that adds it, and what is typed there.
  const query = useCall(readOwnFields, {}, { enabled: may('companies.read') });
  if (query.isLoading) return <Loading />;
  if (query.data) setOwnFields(query.data);
  return children;
}

/** The page of the address, where whoever is at the session may open it. */
function ConsolePage() {
  const { pathname } = useLocation();
  const isKnown = useIsRoleKnown();
  const may = useMay();
  const section = sectionAt(pathname);
  const previewed = useMatch('/admin/preview/:id');
  const { data: session } = useCall(readAdminSession, {});
  // The last factor that was missing comes with codes, which are shown only once.
  const [showsCodes, setShowsCodes] = useState(false);
  if (showsCodes || (session?.needsFactor && section !== 'password'))
    return <LazyFactorNeeded onCodes={setShowsCodes} />;
  if (!section) return previewed ? <DraftPreviewPage id={previewed.params.id ?? ''} /> : <ConsoleNotFound />;
  if (!isKnown) return <Loading />;
  if (!may(sectionPermission(section))) return <NotAllowed id={section} />;
  const { Page } = SECTION_PAGES[section];
  return (
    <WithOwnFields>
      <Page />
    </WithOwnFields>
  );
}

function closeMenu() {
  document.getElementById('console-menu')?.hidePopover();
}

function ConsoleHeader() {
  const { t } = useTranslation(['console', 'common']);
  const { remaining, endsSoon, username } = useSession();
  const may = useMay();
  return (
    <>
      <header className="sticky top-0 z-30 flex min-h-16 items-center gap-x-2 border-line border-b bg-paper px-4 py-1 md:gap-x-4 md:px-8">
        <button
          type="button"
          popoverTarget="console-menu"
          className="-ml-2 flex size-11 shrink-0 items-center justify-center lg:hidden"
          aria-label={t('common:menu')}
        >
          <MenuIcon />
        </button>
        <nav
          id="console-menu"
          popover="auto"
          aria-label={t('common:menu')}
          className="popover right-2 left-2 max-h-[80dvh] w-auto overflow-y-auto"
        >
          <SectionLinks onClick={closeMenu} />
          {may('jobs.read') ? <JobsMenuItem onClick={closeMenu} /> : null}
          <fieldset className="mt-1 flex border-line border-t pt-1 text-center text-soft text-sm sm:hidden [&>button]:justify-center">
            <legend className="sr-only">{t('common:theme')}</legend>
            <ThemeChoices />
          </fieldset>
        </nav>
        <div className="min-w-0 flex-1">
          <p className="truncate font-display font-semibold leading-tight sm:text-lg">{t('title')}</p>
          <p className="hidden truncate text-soft text-sm sm:block">{t('subtitle')}</p>
          <p className="number truncate text-soft text-xs sm:hidden">{remaining}</p>
        </div>
        <p className="number hidden text-soft text-sm sm:block">{remaining}</p>
        <div className="flex items-center">
          {may('jobs.read') ? <JobsButton /> : null}
          <SearchButton load={loadConsolePalette} label={t('palette.label')} list={paths.admin('edit')} />
          <LanguageSwitcher />
          <span className="hidden sm:block">
            <ThemeSwitcher />
          </span>
          <LogOutButton username={username} />
        </div>
      </header>
      {endsSoon && username ? <EndsSoon username={username} /> : null}
    </>
  );
}

/** Ends the session and deletes unsaved drafts, because another person may use the device next. */
function LogOutButton({ username }: { username: string | undefined }) {
  const { t } = useTranslation('console');
  const [asking, setAsking] = useState(false);
  const end = () => {
    removeDraftsOf(username);
    discardTypedComments();
    void logOutAdmin();
  };
  return (
    <>
      <button
        type="button"
        className="button ml-1 md:ml-2"
        onClick={() => (hasUnsaved() || hasDraftsOf(username) ? setAsking(true) : end())}
      >
        {t('logout')}
      </button>
      <Confirm
        open={asking}
        type="danger"
        title={t('unsaved.title')}
        message={t('unsaved.text')}
        confirmLabel={t('unsaved.logOut')}
        cancelLabel={t('unsaved.stay')}
        onConfirm={end}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

/** Remaining time below which a warning of the session's end is shown, in milliseconds. */
const ENDS_SOON = 5 * MINUTE;

/**
 * Checks the session on load and every minute, and says how long it still lasts. One that is over is
 * renewed over the work on the page.
 */
function useSession(): { remaining: string | null; endsSoon: boolean; username: string | undefined } {
  const { t } = useTranslation('console');
  const { data } = useCall(readAdminSession, {}, { refetchInterval: SESSION_CHECK_EVERY });
  const [now, setNow] = useState(() => performance.now());
  // By what the server said is left, and a clock that only runs on: the time of day may be wrong, or set anew.
  const end = useMemo(() => data && performance.now() + data.expiresIn * 1000, [data]);
  const username = data?.username;
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 15_000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (!username) return;
    onRefusedSession({
      over: () => askToRenew(username, 'over'),
      unconfirmed: () => askToRenew(username, 'confirm'),
    });
    return () => onRefusedSession(undefined);
  }, [username]);
  useEffect(() => {
    if (username && end !== undefined && end <= now) void askToRenew(username, 'over');
  }, [end, now, username]);
  const left = end === undefined ? Number.POSITIVE_INFINITY : end - now;
  return {
    remaining: end === undefined ? null : t('remaining', remainingTime(left)),
    endsSoon: left > 0 && left <= ENDS_SOON,
    username,
  };
}

/** Says that the session is about to end, and lets it be renewed before. */
function EndsSoon({ username }: { username: string }) {
  const { t } = useTranslation('console');
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-tint px-4 py-2 text-sm md:px-8"
    >
      <p className="min-w-0 flex-1 basis-60">{t('renew.soon')}</p>
      <button type="button" className="button" onClick={() => void askToRenew(username, 'early')}>
        {t('renew.now')}
      </button>
    </div>
  );
}
