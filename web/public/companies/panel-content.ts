import type { CompanyContent } from './company-content.tsx';

let loadedContent: typeof CompanyContent | undefined;

/** Gets what a panel shows of a company, which is not in the scripts of every page. */
export async function loadPanelContent(): Promise<void> {
  loadedContent ??= (await import('./company-content.tsx')).CompanyContent;
}

/**
 * What a panel shows of a company: it is loaded with the company, on the server, and before a page
 * with an open panel comes alive. Undefined where it could not be had.
 */
export const panelContent = () => loadedContent;
