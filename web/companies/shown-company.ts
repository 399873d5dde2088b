import type { StaticHtmlRef } from '#engine/static-html';
import type { CompanyDetail } from '../../core/companies/calls.ts';

/** A company as its panel and its page have it: what answers or moves, and what the server drew of the rest. */
export interface ShownCompany
  extends Pick<
    CompanyDetail,
    | 'id'
    | 'name'
    | 'category'
    | 'description'
    | 'revenue'
    | 'employees'
    | 'founded'
    | 'website'
    | 'likes'
    | 'views'
    | 'comments_count'
  > {
  /** From its mark to its facts. */
  about: StaticHtmlRef;
  /** From its story to what one can learn of it. */
  story: StaticHtmlRef;
}
