import { createContext } from 'react-router';

/** What the server gives a page's loader: the API in process, and the site. */
export interface PageContext {
  fetch(path: string): Promise<{ status: number; headers: Headers; text: string }>;
  site: { url: string; name: string; contact: string | null };
  now: Date;
}

export const pageContext = createContext<PageContext>();
