import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { keepTranslated } from '#engine/hydration';
import type { Language } from '../core/languages.ts';
import { fetchTexts } from './i18n/page-texts.ts';
import { loadPanelContent } from './public/companies/panel-content.ts';
import { askInShownLanguage } from './shared/language-choice.ts';

/** The longest pause before the texts are asked for again, in milliseconds. */
const LONGEST_PAUSE = 30_000;

/** The texts are on their way since the head of the page; until they can be had it stays as the server wrote it. */
async function loadPageTexts(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=preload][as=fetch]');
  for (let pause = 1000; link; pause = Math.min(2 * pause, LONGEST_PAUSE))
    try {
      return await fetchTexts(document.documentElement.lang as Language, link.href);
    } catch {
      await new Promise((again) => {
        setTimeout(again, pause);
        addEventListener('online', again, { once: true });
      });
    }
}

const ready = Promise.all([
  loadPageTexts(),
  // The server may have opened a panel. Where its script cannot be had, the panel says so.
  document.querySelector('.panel') ? loadPanelContent().catch(() => {}) : undefined,
]);

// A navigation during a running view transition skips that transition, which rejects its promises.
const startViewTransition = document.startViewTransition?.bind(document);
if (startViewTransition)
  document.startViewTransition = (update) => {
    const transition = startViewTransition(update);
    transition.ready.catch(() => {});
    return transition;
  };

keepTranslated();
askInShownLanguage();

/** React passes over elements of extensions in these three, but takes a text before its own for a mismatch. */
function moveForeignTexts(): void {
  for (const place of [document.documentElement, document.head, document.body])
    for (const node of [...place.childNodes]) if (node instanceof Text) place.append(node);
}

void ready.then(() => {
  moveForeignTexts();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
});
