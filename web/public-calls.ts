import type * as accounts from '../core/accounts/calls.ts';
import * as account from '../core/accounts/endpoints.ts';
import type * as analytics from '../core/analytics/calls.ts';
import * as statistics from '../core/analytics/endpoints.ts';
import type { Call, Endpoint } from '../core/call.ts';
import type * as comments from '../core/comments/calls.ts';
import * as comment from '../core/comments/endpoints.ts';
import type * as companies from '../core/companies/calls.ts';
import * as company from '../core/companies/endpoints.ts';
import type * as searches from '../core/search/calls.ts';
import * as search from '../core/search/endpoints.ts';

/** A call without its schemas, which stay out of the public pages; its types come along. */
export type LightCall<C extends Call> = Endpoint & { readonly definition?: C };

export const viewCompany: LightCall<typeof companies.viewCompany> = company.viewCompany;
export const likeCompany: LightCall<typeof companies.likeCompany> = company.likeCompany;
export const readLike: LightCall<typeof companies.readLike> = company.readLike;
export const unlikeCompany: LightCall<typeof companies.unlikeCompany> = company.unlikeCompany;
export const findComments: LightCall<typeof comments.findComments> = comment.findComments;
export const findReplies: LightCall<typeof comments.findReplies> = comment.findReplies;
export const postComment: LightCall<typeof comments.postComment> = comment.postComment;
export const postReply: LightCall<typeof comments.postReply> = comment.postReply;
export const reportComment: LightCall<typeof comments.reportComment> = comment.reportComment;
export const recordPageVisit: LightCall<typeof analytics.recordPageVisit> = statistics.recordPageVisit;
export const recordCategoryView: LightCall<typeof analytics.recordCategoryView> =
  statistics.recordCategoryView;
export const readMe: LightCall<typeof accounts.readMe> = account.readMe;
export const logout: LightCall<typeof accounts.logout> = account.logout;
export const searchAll: LightCall<typeof searches.searchAll> = search.searchAll;
