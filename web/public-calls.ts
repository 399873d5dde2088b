import type * as accounts from '../core/accounts/calls.ts';
import type * as analytics from '../core/analytics/calls.ts';
import type { Call } from '../core/call.ts';
import type * as comments from '../core/comments/calls.ts';
import type * as companies from '../core/companies/calls.ts';

/**
 * Where a call is: all that a browser needs to make it. The compiler holds method and path against
 * the call's own definition in core, whose schemas, and Zod with them, stay out of the public pages.
 */
export type Endpoint<C extends Call> = Pick<C, 'method' | 'path'> & { readonly definition?: C };

export const viewCompany: Endpoint<typeof companies.viewCompany> = {
  method: 'POST',
  path: '/companies/:id/view',
};
export const likeCompany: Endpoint<typeof companies.likeCompany> = {
  method: 'POST',
  path: '/companies/:id/like',
};
export const unlikeCompany: Endpoint<typeof companies.unlikeCompany> = {
  method: 'DELETE',
  path: '/companies/:id/like',
};
export const findComments: Endpoint<typeof comments.findComments> = {
  method: 'GET',
  path: '/companies/:id/comments',
};
export const findReplies: Endpoint<typeof comments.findReplies> = {
  method: 'GET',
  path: '/companies/:id/comments/:commentId/replies',
};
export const postComment: Endpoint<typeof comments.postComment> = {
  method: 'POST',
  path: '/companies/:id/comments',
};
export const postReply: Endpoint<typeof comments.postReply> = {
  method: 'POST',
  path: '/companies/:id/comments/:commentId/replies',
};
export const reportComment: Endpoint<typeof comments.reportComment> = {
  method: 'POST',
  path: '/companies/:id/comments/:commentId/report',
};
export const recordPageVisit: Endpoint<typeof analytics.recordPageVisit> = {
  method: 'POST',
  path: '/analytics/page-visit',
};
export const recordCategoryView: Endpoint<typeof analytics.recordCategoryView> = {
  method: 'POST',
  path: '/analytics/category-view',
};
export const readMe: Endpoint<typeof accounts.readMe> = { method: 'GET', path: '/auth/me' };
export const logout: Endpoint<typeof accounts.logout> = { method: 'POST', path: '/auth/logout' };
