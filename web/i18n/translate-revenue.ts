import { isAcquisition } from '../../core/companies/acquisition.ts';
import type { Translate } from './translate.ts';

/** A revenue with the word acquisition in the language of the page, and the figure as it is. */
export const translateRevenue = (t: Translate<'companies'>, revenue: string): string =>
  isAcquisition(revenue) ? revenue.replace(/acquisition/i, t('companies:acquisition')) : revenue;
