import { siteName } from '../../../core/site-name.ts';
import { useRoot } from '../root-data.ts';

/** The directory's name in the language of the page. */
export function useSiteName(): string {
  const { site, language } = useRoot();
  return siteName(site.name, language);
}
