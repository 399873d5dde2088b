import type { StaticHtmlRef } from '#engine/static-html';
import type { CompanyDetail } from '../../../core/companies/calls.ts';

/** Data of a company page or panel: props of the interactive parts, and static HTML of the rest. */
export interface ShownCompany
  extends Pick<CompanyDetail, 'id' | 'name' | 'category' | 'website' | 'likes' | 'views' | 'comments_count'> {
  /** Title for search engines and links. */
  headline: string;
  /** Description for search engines and links. */
  summary: string;
  /** The headline with the kind and the year of its figure, to be quoted. */
  quote: string;
  /** Host of the source of the revenue. */
  source?: string;
  /** Header of the company: name, sentence, figures. */
  about: StaticHtmlRef;
  /** Place, kind, founders and the like, and the highlights. */
  facts: StaticHtmlRef;
  /** Body of the company, from story to lesson. */
  story: StaticHtmlRef;
  /** What stands beside the story: timeline, score, sources. */
  aside: StaticHtmlRef;
}
