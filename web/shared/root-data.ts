import { createContext, useContext } from 'react';
import type { OwnField } from '../../core/companies/own-fields.ts';
import type { Faces } from '../../core/design/looks.ts';
import type { DirectoryOutline } from '../../core/directory/outline.ts';
import type { SiteLink } from '../../core/directory/page-directory.ts';
import type { Language } from '../../core/languages.ts';

/** What every page has: its language, where the texts of the public pages in it are, and the site. */
export interface RootData
  extends Omit<DirectoryOutline, 'moved' | 'movedKinds' | 'languages' | 'usualLanguage'> {
  language: Language;
  texts: string;
  /**
   * `name`: in the language of the page; `contact`: an e-mail address of whoever runs the site, where one is set; `sendsMail`: there is a mail server;
   * `timeZone`: in which a day of the site begins.
   */
  site: { url: string; name: string; contact: string | null; sendsMail: boolean; timeZone: string };
  /** Own fields that readers see, named in the page's language; absent where the directory has none. */
  fields?: readonly OwnField[];
  /** Links that the owner added. */
  links: { header: SiteLink[]; footer: SiteLink[] };
  theme: string | null;
  /** The offered languages, where the configuration differs from the shipped one. */
  offered?: Pick<DirectoryOutline, 'languages' | 'usualLanguage'>;
  ownCss?: string;
  faces?: Faces;
  /** The current year, in UTC. */
  year: number;
}

export const RootContext = createContext<RootData | null>(null);

/** @throws outside of a page */
export function useRoot(): RootData {
  const data = useContext(RootContext);
  if (!data) throw new Error('The root has no data.');
  return data;
}
