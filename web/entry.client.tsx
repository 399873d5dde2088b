import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import type { Language } from '../core/languages.ts';
import { loadPanelContent } from './companies/panel-content.ts';
import { fetchTexts } from './i18n/page-texts.ts';

/** The texts are on their way since the head of the page; without them it stays as the server wrote it. */
async function loadTexts(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=preload][as=fetch]');
  if (link) await fetchTexts(document.documentElement.lang as Language, link.href);
}

const ready = Promise.all([
  loadTexts(),
  // The server may have opened a panel. Where its script cannot be had, the panel says so.
  document.querySelector('.panel') ? loadPanelContent().catch(() => {}) : undefined,
]);

// A navigation that begins during the transition of another one skips it: that is no failure.
const startViewTransition = document.startViewTransition?.bind(document);
if (startViewTransition)
  document.startViewTransition = (update) => {
    const transition = startViewTransition(update);
    transition.ready.catch(() => {});
    return transition;
  };

void ready.then(() => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
});
