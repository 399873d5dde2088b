import type { PageFacet } from '../../../core/companies/facet-pages.ts';
import { countryName } from '../../../core/country-name.ts';
import type { Language } from '../../../core/languages.ts';
import type { Translate } from '../../i18n/translate.ts';
import { kindLabel, tagLabel } from '../../shared/companies/value-names.ts';

/** Display name of a facet's value. @param founder name of the founder whose id is the value */
export function facetName(
  t: Translate<'companies'>,
  language: Language,
  { facet, value, founder }: { facet: PageFacet; value: string; founder: string },
): string {
  if (facet === 'country') return countryName(value, language);
  if (facet === 'kind') return kindLabel(t, value);
  return facet === 'tag' ? tagLabel(t, value) : founder;
}
