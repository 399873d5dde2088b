import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { loadPanelContent } from './companies/panel-content.ts';

/** The server may have opened a panel. Where its script cannot be had, the panel says so. */
const ready = document.querySelector('.panel') ? loadPanelContent().catch(() => {}) : Promise.resolve();

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
