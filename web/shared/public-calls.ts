import * as endpoints from 'virtual:public-endpoints';
import type * as accounts from '../../core/accounts/calls.ts';
import type * as analytics from '../../core/analytics/calls.ts';
import type { Call, Endpoint } from '../../core/call.ts';
import type * as comments from '../../core/comments/calls.ts';
import type * as companies from '../../core/companies/calls.ts';
import type * as follows from '../../core/follows/calls.ts';
import type * as notifications from '../../core/notifications/calls.ts';
import type * as searches from '../../core/search/calls.ts';

/** A call without its schemas, which stay out of the public pages; its types come along. */
export type LightCall<C extends Call> = Endpoint & { readonly definition?: C };

type Calls = typeof accounts &
  typeof analytics &
  typeof comments &
  typeof companies &
  typeof follows &
  typeof searches &
  typeof notifications;
type LightCalls = {
  readonly [Name in keyof Calls as Calls[Name] extends Call ? Name : never]: Calls[Name] extends Call
    ? LightCall<Calls[Name]>
    : never;
};

/** The calls that public pages make in the browser (scripts/public-endpoints.ts). */
export const {
  findCompanies,
  viewCompany,
  readNumbers,
  likeCompany,
  readLike,
  unlikeCompany,
  findComments,
  findReplies,
  postComment,
  postReply,
  reportComment,
  findOwnComments,
  editComment,
  takeBackComment,
  findFollowedThreads,
  followThread,
  leaveThread,
  countNotifications,
  recordPageVisit,
  recordCategoryView,
  readMe,
  logout,
  searchAll,
  startFollow,
  readFollows,
  changeFollow,
  endFollow,
  readPreferences,
  confirmFollows,
  unsubscribe,
}: LightCalls = endpoints;
