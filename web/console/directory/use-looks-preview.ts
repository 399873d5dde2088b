import { useEffect, useState } from 'react';
import { type Looks, looksCss } from '../../../core/design/looks.ts';
import { categoriesCss } from '../../../core/design/tokens.ts';
import type { CategoryConfig } from '../../../core/directory/config.ts';
import { isClosed, loadsOnlyOwn } from '../../../core/directory/own-css.ts';

/** How often the window is looked at for a page that it has opened since, in milliseconds. */
const PREVIEW_EVERY = 250;
const PREVIEW_WINDOW = 'looks-preview';

/**
 * Opens the pages in a window that has the draft in the place of the saved looks, on each page that is opened there, as
 * long as this form is open. Nobody else sees it: this page writes the stylesheet into that window.
 * @param note shown in the window
 */
export function useLooksPreview(
  looks: Looks,
  categories: readonly CategoryConfig[],
  note: string,
): () => void {
  const [preview, setPreview] = useState<Window | null>(null);
  const css = previewCss(looks, categories, note);
  useEffect(() => {
    if (!preview) return;
    const show = () => {
      if (preview.closed) setPreview(null);
      else showIn(preview as Window & typeof globalThis, css);
    };
    show();
    const timer = setInterval(show, PREVIEW_EVERY);
    return () => clearInterval(timer);
  }, [preview, css]);
  return () => setPreview(window.open('/', PREVIEW_WINDOW));
}

/** All that the stylesheets of the server would have. */
function previewCss(looks: Looks, categories: readonly CategoryConfig[], note: string): string {
  const icon =
    looks.icon && !looks.logo.light ? `.site-icon { background-image: url("${looks.icon.url}"); }` : '';
  const own = loadsOnlyOwn(looks.css) && isClosed(looks.css) ? looks.css : '';
  const mark = `body::after { content: ${JSON.stringify(note)}; position: fixed; inset: auto 1rem 1rem auto; z-index: 99; padding: 0.25rem 0.75rem; background: var(--accent); color: var(--on-accent); border-radius: var(--radius-lg); pointer-events: none; }`;
  return `${categoriesCss(categories)}${looksCss(looks)}${icon}\n${own}\n${mark}`;
}

/** The stylesheet that each document of the window has. */
const sheetShown = new WeakMap<Document, string>();

function showIn(preview: Window & typeof globalThis, css: string): void {
  try {
    const { document } = preview;
    if (document.readyState === 'loading' || preview.location.protocol === 'about:') return;
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[href^="/theme/"]'))
      link.disabled = true;
    if (sheetShown.get(document) === css) return;
    sheetShown.set(document, css);
    const sheet = new preview.CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  } catch {
    // The window shows a page of another site.
  }
}
