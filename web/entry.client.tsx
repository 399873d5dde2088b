import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { loadPanelContent } from './companies/panel-content.ts';

/** The server may have opened a panel. Where its script cannot be had, the panel says so. */
const ready = document.querySelector('.panel') ? loadPanelContent().catch(() => {}) : Promise.resolve();

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
