import { createElement, type ReactNode, useContext, useEffect } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useRouteLoaderData,
} from 'react-router';
import { HydrationMark, REPLAY_CLICK_SCRIPT } from '#engine/hydration';
import { FollowLinkContext } from '#engine/static-html';
import { setOwnFields } from '../core/companies/own-fields.ts';
import { facesLoaded } from '../core/design/looks.ts';
import { setOutline } from '../core/directory/outline.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, pathLanguage } from '../core/languages.ts';
import type { Route } from './+types/root.ts';
import './app.css';
import display from './fonts/display.woff2?url';
import text from './fonts/text.woff2?url';
import { fetchTexts, i18nIn } from './i18n/page-texts.ts';
import { I18nContext } from './i18n/use-translation.ts';
import { ErrorScreen } from './public/page/error-screen.tsx';
import { followLink } from './public/page/follow-link.ts';
import { NonceContext } from './public/page/nonce.ts';
import { rootOf } from './public/page/root.server.ts';
import { HEAD_SCRIPT } from './shared/layout/head-script.ts';
import { showThemeColor } from './shared/layout/theme-color.ts';
import { paths } from './shared/paths.ts';
import { RootContext, type RootData } from './shared/root-data.ts';

/**
 * Inline head script. On the client empty: the script ran before hydration, which keeps the element
 * unchanged.
 */
const headScript = import.meta.env.SSR ? `${HEAD_SCRIPT};${REPLAY_CLICK_SCRIPT}` : '';

export const loader = (args: Route.LoaderArgs): RootData => rootOf(args);

/** What the server said last: with it a page that then fails still says so in the visitor's language. */
let last: RootData | undefined;

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<RootData> {
  try {
    const root = await serverLoader();
    await fetchTexts(root.language, root.texts);
    return root;
  } catch (error) {
    if (last) return last;
    throw error;
  }
}

/** The texts come anew only with another language: by its address, or when the switcher asks. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  if (pathLanguage(currentUrl.pathname) !== pathLanguage(nextUrl.pathname)) return true;
  return currentUrl.href === nextUrl.href && defaultShouldRevalidate;
}

/**
 * The page stands in an element of its own name. React skips elements that extensions insert into `body` before
 * hydration, but would take another `div` for the page's first one and render the whole page again.
 */
const WHOLE_PAGE = 'whole-page';

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root');
  const nonce = useContext(NonceContext);
  const isConsole = useLocation().pathname.startsWith(paths.admin());
  useEffect(showThemeColor, []);
  return (
    <html lang={root?.language ?? 'en'} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf9f6" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#141614" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/icon-72.png" type="image/png" sizes="72x72" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {root ? <SiteLinks root={root} /> : null}
        {import.meta.env.SSR && root ? <Early {...root} /> : null}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, allowed by its hash */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: headScript }} suppressHydrationWarning />
        <Links />
        {root?.theme ? <link rel="stylesheet" href={root.theme} /> : null}
        {root?.ownCss && !isConsole ? <link rel="stylesheet" href={root.ownCss} /> : null}
      </head>
      <body>
        {createElement(WHOLE_PAGE, null, children)}
        <ScrollRestoration />
        <HydrationMark />
        <Scripts />
      </body>
    </html>
  );
}

const FONTS = { display, text };

/** Preload links; on the server only, because a browser warns of preloads that are not used. */
function Early({ language, texts, faces = 'shipped' }: RootData) {
  const loaded = facesLoaded(faces);
  return (
    <>
      <link rel="preload" href={texts} as="fetch" fetchPriority="low" crossOrigin="anonymous" />
      {/* What the first screen is set in: texts of the other languages, in a face of the system. */}
      {(['display', 'text'] as const)
        .filter((face) => loaded.includes(face) && (face === 'display' || language === 'en'))
        .map((face) => FONTS[face])
        .map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
    </>
  );
}

/** What a browser can make of the site: an app, and a search. */
function SiteLinks({ root: { language, site } }: { root: RootData }) {
  return (
    <>
      <link rel="manifest" href={`/${language}/manifest.webmanifest`} />
      <link
        rel="search"
        type="application/opensearchdescription+xml"
        href={`/${language}/opensearch.xml`}
        title={site.name}
      />
    </>
  );
}

/** Of the page that was rendered last: the console puts all own fields in force, and keeps them until another page. */
let pageFields: RootData['fields'];

function setPageFields(fields: RootData['fields']): void {
  if (fields === pageFields) return;
  pageFields = fields;
  setOwnFields(fields ?? []);
}

function InLanguage({ root, children }: { root: RootData; children: ReactNode }) {
  // Before anything of the page is rendered: functions outside of components ask for them too. The server sets them
  // before it asks the loaders.
  if (!import.meta.env.SSR) {
    setOutline({
      ...root,
      moved: {},
      movedKinds: {},
      ...(root.offered ?? { languages: LANGUAGES, usualLanguage: DEFAULT_LANGUAGE }),
    });
    setPageFields(root.fields);
  }
  return (
    <RootContext value={root}>
      <I18nContext value={i18nIn(root.language)}>
        <FollowLinkContext value={followLink}>{children}</FollowLinkContext>
      </I18nContext>
    </RootContext>
  );
}

export default function App({ loaderData }: Route.ComponentProps) {
  useEffect(() => {
    last = loaderData;
  }, [loaderData]);
  return (
    <InLanguage root={loaderData}>
      <Outlet />
    </InLanguage>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<typeof loader>('root');
  if (!root) {
    return (
      <main className="mx-auto max-w-xl p-10">
        <h1>Something went wrong</h1>
        <a href="/">Tiny Giants</a>
      </main>
    );
  }
  return (
    <InLanguage root={root}>
      <ErrorScreen status={isRouteErrorResponse(error) ? error.status : 500} />
    </InLanguage>
  );
}
