import type { PageFacet } from '../../../core/companies/facet-pages.ts';
import type { Kind } from '../../../core/companies/kinds.ts';
import { countryName } from '../../../core/country-name.ts';
import type { Language } from '../../../core/languages.ts';
import type { Translate } from '../../i18n/translate.ts';
import { tagName } from '../../shared/companies/tag-name.ts';

/** What the value of a facet is called on its page. @param founder the name of the person whose id it is */
export function facetName(
  t: Translate<'companies'>,
  language: Language,
  { facet, value, founder }: { facet: PageFacet; value: string; founder: string },
): string {
  if (facet === 'country') return countryName(value, language);
  if (facet === 'kind') return t(`companies:kind_${value as Kind}`);
  return facet === 'tag' ? tagName(t, value) : founder;
}
