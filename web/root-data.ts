import { useRouteLoaderData } from 'react-router';
import type { Language } from '../core/languages.ts';
import type { Texts } from './i18n/create.ts';

/** What every page has: its language with the texts of the public pages, and the site. */
export interface RootData {
  language: Language;
  texts: Texts;
  /** `contact`: an e-mail address of whoever runs the site, where one is set. */
  site: { url: string; name: string; contact: string | null };
  /** The current year, in UTC. */
  year: number;
}

export function useRoot(): RootData {
  const data = useRouteLoaderData<RootData>('root');
  if (!data) throw new Error('The root has no data.');
  return data;
}
