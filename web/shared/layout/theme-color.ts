const THEME_COLORS = { light: '#faf9f6', dark: '#141614' } as const;

/** Gives the browser's own bars the colour of the theme that was chosen, whatever the system's is. */
export function showThemeColor(): void {
  const chosen = document.documentElement.getAttribute('data-theme');
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
    meta.content =
      THEME_COLORS[
        chosen === 'dark' || (chosen !== 'light' && meta.media.includes('dark')) ? 'dark' : 'light'
      ];
}
