import type { PageFacet } from '../../../core/companies/facet-pages.ts';
import { countryName } from '../../../core/country-name.ts';
import type { Language } from '../../../core/languages.ts';
import type { Translate } from '../../i18n/translate.ts';
import { kindLabel, tagLabel } from '../../shared/companies/value-names.ts';

/** What the value of a facet is called on its page. @param founder the name of the person whose id it is */
export function facetName(
  t: Translate<'companies'>,
  language: Language,
  { facet, value, founder }: { facet: PageFacet; value: string; founder: string },
): string {
  if (facet === 'country') return countryName(value, language);
  if (facet === 'kind') return kindLabel(t, value);
  return facet === 'tag' ? tagLabel(t, value) : founder;
}
