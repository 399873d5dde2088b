import type * as accounts from '../../core/accounts/calls.ts';
import type * as analytics from '../../core/analytics/calls.ts';
import type { Call, Endpoint } from '../../core/call.ts';
import type * as changes from '../../core/changes/calls.ts';
import type * as comments from '../../core/comments/calls.ts';
import type * as companies from '../../core/companies/calls.ts';
import type * as follows from '../../core/follows/calls.ts';
import type * as lists from '../../core/lists/calls.ts';
import type * as notifications from '../../core/notifications/calls.ts';
import type * as searches from '../../core/search/calls.ts';

/** A call without its schemas, which stay out of the public pages; its types come along. */
export type LightCall<C extends Call> = Endpoint & { readonly definition?: C };

type Calls = typeof accounts &
  typeof changes &
  typeof analytics &
  typeof comments &
  typeof companies &
  typeof follows &
  typeof lists &
  typeof searches &
  typeof notifications;
export type LightCalls = {
  readonly [Name in keyof Calls as Calls[Name] extends Call ? Name : never]: Calls[Name] extends Call
    ? LightCall<Calls[Name]>
    : never;
};

/*
 * The calls that public pages make in the browser (scripts/public-endpoints.ts): named one by one, so that the bundle
 * has no others.
 */
export {
  countNotifications,
  editComment,
  findChanges,
  findComments,
  findCompanies,
  findFollowedThreads,
  findOwnComments,
  findReplies,
  followThread,
  leaveThread,
  likeCompany,
  logout,
  postComment,
  postReply,
  readLike,
  readMe,
  readNumbers,
  recordCategoryView,
  recordPageVisit,
  reportComment,
  searchAll,
  takeBackComment,
  unlikeCompany,
  viewCompany,
} from 'virtual:public-endpoints';
