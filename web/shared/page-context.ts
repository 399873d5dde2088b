import { createContext } from 'react-router';
import type { Call } from '../../core/call.ts';
import type { CategoryOutline } from '../../core/categories.ts';
import type { Overrides } from '../../core/directory/merge-texts.ts';
import type { Language } from '../../core/languages.ts';

/** What a page makes of an answer: it may go to the browser as it is, or is drawn here (server/platform/http/route.ts). */
export type PageUse = 'serialized' | 'server-only';

/** A link that the owner added to the header or the footer. */
export interface SiteLink {
  to: string;
  name: string;
}

/** The configuration of the directory, as pages need it. */
export interface PageDirectory {
  /** Grows with each change. */
  version: number;
  categories: readonly CategoryOutline[];
  defaultCategory: string;
  /** Categories that were merged: old id to new id. */
  moved: Readonly<Record<string, string>>;
  /** A stylesheet of the categories' hues; null where the build has them. */
  theme: string | null;
  nameIn(language: Language): string;
  linksIn(language: Language): { header: SiteLink[]; footer: SiteLink[] };
  /** Where the texts of the pages are; null where the build has them. */
  textsIn(language: Language): string | null;
  overridesIn(language: Language): Overrides;
}

/** What the server gives a page's loader: the API in process, and the site. */
export interface PageContext {
  ask(
    call: Pick<Call, 'name' | 'path' | 'costly'>,
    parts: { params?: Record<string, unknown> | undefined; query?: Record<string, unknown> | undefined },
    use: PageUse,
  ): Promise<PageAnswer | { refused: { status: number; code: string; message: string } }>;
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
