import { useRoot } from '../root-data.ts';

/** The directory's name in the language of the page. */
export function useSiteName(): string {
  return useRoot().site.name;
}
