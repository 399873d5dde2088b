import type { ReactNode } from 'react';
import type { Language } from '../../../core/languages.ts';

/** Content of a page across companies, which `reading-page.tsx` lays out. */
export interface ReadPage {
  title: string;
  /** Language of the title where it is another than the page's. */
  titleLang?: Language;
  /** For search engines; the page says it too, unless it has a lead. */
  description: string;
  lead?: string;
  parent?: { name: string; path: string };
  /** Path without language prefix whose feeds belong to the page. */
  feed?: string;
  /** The path without language whose picture is shown where the page is shared; without it that of the page. */
  picture?: string;
  /** Keeps search engines from indexing the page. */
  noindex?: boolean;
  body: ReactNode;
  /** For search engines. */
  structured?: object;
}
