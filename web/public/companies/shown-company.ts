import type { StaticHtmlRef } from '#engine/static-html';
import type { CompanyDetail } from '../../../core/companies/calls.ts';

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
  /** Header of the company, from mark to facts. */
  about: StaticHtmlRef;
  /** Body of the company, from story to lessons. */
  story: StaticHtmlRef;
}
