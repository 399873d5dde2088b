import { createContext } from 'react-router';
import type { Call } from '../../core/call.ts';
import type { PageDirectory } from '../../core/directory/page-directory.ts';

/** What a page makes of an answer: it may go to the browser as it is, or is drawn here (server/platform/http/route.ts). */
export type PageUse = 'serialized' | 'server-only';

/** What the server gives a page's loader: the API in process, and the site. */
export interface PageContext {
  ask(
    call: Pick<Call, 'name' | 'path' | 'costly'>,
    parts: { params?: Record<string, unknown> | undefined; query?: Record<string, unknown> | undefined },
    use: PageUse,
  ): Promise<
    PageAnswer | { refused: { status: number; code: string; message: string; movedTo?: string | undefined } }
  >;
  /** The page, once it is made. */
  html?: string;
  /** The static parts of the document that is rendered; none where the router asks for its data alone. */
  staticParts?: string[];
  site: { url: string; contact: string | null; sendsMail: boolean; timeZone: string };
  directory: PageDirectory;
  year: number;
  /** In the site's time zone, as `2026-11-27`. Reading it makes the page stale on the next day. */
  readonly today: string;
}

/** What a call answers, and beside a list how long it is and the cursor of its next page. */
interface PageAnswer {
  answer: unknown;
  total?: number;
  next?: string | null;
}

export const pageContext = createContext<PageContext>();
