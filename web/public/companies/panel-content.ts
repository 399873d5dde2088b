import type { CompanyContent } from './company-content.tsx';

let loadedContent: typeof CompanyContent | undefined;

/** Gets what a panel shows of a company, which is not in the scripts of every page. */
export async function loadPanelContent(): Promise<void> {
  loadedContent ??= (await import('./company-content.tsx')).CompanyContent;
}

/**
 * Component of the panel. Loaded on the server, with the company, and before the hydration of a page with an open
 * panel; undefined after a failure.
 */
export const panelContent = () => loadedContent;
