import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { categoryOutlines } from '../../../core/categories.ts';
import { LANGUAGE_NAMES, type Language, offeredLanguages, pathLanguage } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { AccountArea } from '../accounts/account-area.tsx';
import { storage } from '../api.ts';
import { rememberLanguage } from '../language-choice.ts';
import { THEME_KEY } from '../layout/head-script.ts';
import { FollowedNav, PageLink } from '../layout/link.tsx';
import { useSiteName } from '../layout/site-name.ts';
import { SkipLink } from '../layout/skip-link.tsx';
import { showThemeColor } from '../layout/theme-color.ts';
import { inLanguage, paths, siteHref, withoutLanguage } from '../paths.ts';
import { useRoot } from '../root-data.ts';
import { SearchButton } from '../search/search-button.tsx';
import { GlobeIcon, MenuIcon, ThemeIcon } from '../ui/icons.tsx';

const hideMenu = () => document.querySelector<HTMLElement>(':popover-open')?.hidePopover();

export function Header() {
  const { t } = useTranslation(['common', 'categories']);
  const siteName = useSiteName();
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-paper">
      <SkipLink className="z-10">{t('skip')}</SkipLink>
      <div className="shell header-row">
        <PageLink
          to={paths.home()}
          className="flex min-h-11 min-w-14 items-center gap-2 font-display max-lg:grow max-lg:basis-14 font-semibold sm:text-lg"
        >
          <span className="site-icon" />
          <span className="truncate">{siteName}</span>
        </PageLink>
        <FollowedNav aria-label={t('navigation')} className="main-nav">
          <NavigationLinks />
        </FollowedNav>
        <div className="ml-auto flex shrink-0 items-center max-[20rem]:shrink max-[20rem]:flex-wrap max-[20rem]:justify-end">
          <SearchButton />
          <LanguageSwitcher />
          <div className="max-[22.5rem]:hidden">
            <ThemeSwitcher />
          </div>
          <AccountArea />
          <button type="button" popoverTarget="main-menu" className="menu-button" aria-label={t('menu')}>
            <MenuIcon />
          </button>
        </div>
      </div>
      <FollowedNav
        id="main-menu"
        popover="auto"
        aria-label={t('menu')}
        className="popover right-2 left-2 w-auto lg:open:grid lg:grid-cols-4"
      >
        <NavigationLinks />
        <div className="border-line border-t min-[22.5rem]:hidden">
          <ThemeChoices />
        </div>
      </FollowedNav>
    </header>
  );
}

/** The link of the page that is open says so by `aria-current`. */
function NavigationLinks() {
  const { t } = useTranslation(['common', 'categories', 'companies']);
  const { pathname } = useLocation();
  const language = pathLanguage(pathname);
  const open = withoutLanguage(pathname);
  const { links } = useRoot();
  const categories = categoryOutlines().filter(({ inNavigation }) => inNavigation);
  const pages = [
    { to: paths.home(), name: t('home') },
    ...['all', ...categories.map(({ id }) => id)].map((id) => ({
      to: paths.category(id),
      name: t(`categories:${id}.name`),
    })),
    { to: paths.explore(), name: t('explore') },
    { to: paths.compare(), name: t('companies:compare') },
    ...links.header,
  ];
  return pages.map(({ to, name }, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an owner may link to a page of the navigation again
    <a key={i} href={siteHref(to, language)} aria-current={to === open ? 'page' : undefined}>
      {name}
    </a>
  ));
}

/** Links to the page in each language; with JavaScript the choice is also remembered. */
export function LanguageSwitcher() {
  const { t } = useTranslation('common');
  const { language } = useRoot();
  const { pathname, search } = useLocation();
  // The console's addresses have no language.
  const isConsole = pathname.startsWith(paths.admin());
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();

  async function choose(chosen: Language) {
    hideMenu();
    rememberLanguage(chosen);
    // An address without a language stays without: it is answered by the cookie.
    if (pathLanguage(pathname))
      await navigate(`${inLanguage(withoutLanguage(pathname), chosen)}${search}`, {
        preventScrollReset: true,
      });
    else await revalidate();
  }

  return (
    <>
      <button
        type="button"
        popoverTarget="language-menu"
        className="flex min-h-11 items-center gap-1.5 px-2 text-sm"
        aria-label={t('labelled', { label: t('language'), value: LANGUAGE_NAMES[language] })}
      >
        <GlobeIcon />
        <span className="hidden sm:inline xl:hidden">{LANGUAGE_NAMES[language]}</span>
      </button>
      <div id="language-menu" popover="auto" className="popover right-4 w-44">
        {offeredLanguages().map((other) => (
          <a
            key={other}
            href={
              isConsole ? `${pathname}${search}` : `${inLanguage(withoutLanguage(pathname), other)}${search}`
            }
            hrefLang={other}
            lang={other}
            aria-current={other === language ? 'true' : undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              void choose(other);
            }}
          >
            {LANGUAGE_NAMES[other]}
          </a>
        ))}
      </div>
    </>
  );
}

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
const THEME_TEXT = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const;

export function ThemeSwitcher() {
  const { t } = useTranslation('common');
  return (
    <>
      <button
        type="button"
        popoverTarget="theme-menu"
        className="flex size-11 items-center justify-center"
        aria-label={t('theme')}
      >
        <ThemeIcon />
      </button>
      <div id="theme-menu" popover="auto" className="popover right-4 w-44">
        <ThemeChoices />
      </div>
    </>
  );
}

/** The choices alone, for a menu. */
export function ThemeChoices() {
  const { t } = useTranslation('common');
  const [theme, setTheme] = useState<Theme>('system');
  useEffect(() => {
    const kept = storage.get(THEME_KEY);
    if (kept === 'light' || kept === 'dark') setTheme(kept);
  }, []);

  function choose(chosen: Theme) {
    hideMenu();
    setTheme(chosen);
    if (chosen === 'system') {
      storage.remove(THEME_KEY);
      document.documentElement.removeAttribute('data-theme');
    } else {
      storage.set(THEME_KEY, chosen);
      document.documentElement.setAttribute('data-theme', chosen);
    }
    showThemeColor();
  }

  return THEMES.map((choice) => (
    <button key={choice} type="button" aria-pressed={theme === choice} onClick={() => choose(choice)}>
      {t(THEME_TEXT[choice])}
    </button>
  ));
}
