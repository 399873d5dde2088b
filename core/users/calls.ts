import { z } from 'zod';
import { publicUserSchema } from '../accounts/calls.ts';
import { onlyGiven, profileChangeFields } from '../accounts/rules.ts';
import type { Permission } from '../admins/roles.ts';
import { defineCall } from '../call.ts';
import { LIST_MAX, limitSchema, offsetSchema } from '../companies/calls.ts';
import { countSchema, doneSchema, optionalOneOf, trimmedText, unstorable } from '../schemas.ts';
import { isStorable, SEARCH_MAX } from '../text.ts';

const tag = 'Users';

/** A user as an administrator sees one (specification, section 3). */
export const adminUserSchema = publicUserSchema.extend({
  id: z.string(),
  admin_notes: z.string().nullable(),
  is_active: z.boolean(),
  last_login_at: z.string().nullable(),
  login_count: z.number().int(),
  login_ip_addresses: z.array(z.string()),
});
export type AdminUser = z.output<typeof adminUserSchema>;

export const VERIFICATION_FILTERS = ['all', 'verified', 'unverified'] as const;
export const NEWSLETTER_FILTERS = ['all', 'subscribed', 'unsubscribed'] as const;
export const ACCOUNT_FILTERS = ['all', 'active', 'inactive'] as const;
/** The headers that sort (specification, section 2). */
export const USER_SORTS = ['email', 'email_verified', 'organization', 'created_at'] as const;
export type UserSort = (typeof USER_SORTS)[number];

const userFiltersSchema = z.object({
  q: z
    .string()
    .max(SEARCH_MAX)
    .refine(isStorable, unstorable)
    .optional()
    .describe('In e-mail, nickname, first name, last name and organization; every term, taken literally.'),
  verification: optionalOneOf(VERIFICATION_FILTERS),
  newsletter: optionalOneOf(NEWSLETTER_FILTERS),
  account: optionalOneOf(ACCOUNT_FILTERS),
  sort: optionalOneOf(USER_SORTS),
  order: optionalOneOf(['asc', 'desc']).describe(
    'Ascending puts unknown values last; descending is the reverse.',
  ),
});
export type UserFilters = z.output<typeof userFiltersSchema>;

export const findUsers = defineCall({
  name: 'findUsers',
  method: 'GET',
  path: '/admin/users',
  access: 'admin',
  permission: 'users.read',
  tag,
  summary: `The users that match, the newest first; at most ${LIST_MAX} and 1 MB. X-Total-Count counts all; Link rel=next leads on.`,
  query: userFiltersSchema.extend({
    limit: limitSchema.optional(),
    offset: offsetSchema.optional(),
    cursor: z.string().max(2000).optional(),
  }),
  answer: z.array(adminUserSchema),
});

export const exportUsers = defineCall({
  name: 'exportUsers',
  method: 'GET',
  path: '/admin/users/export.csv',
  access: 'admin',
  permission: 'users.export',
  fresh: 'always',
  audit: 'user.export',
  tag,
  summary: 'The users that match as CSV (RFC 4180, UTF-8 with a byte order mark).',
  query: userFiltersSchema,
  answer: z.string(),
  answerType: 'text/csv',
});

export const userStatsSchema = z.object({
  total_users: countSchema,
  verified_users: countSchema,
  newsletter_subscribers: countSchema,
  active_users: countSchema,
  users_with_login: countSchema,
  new_today: countSchema,
  new_this_week: countSchema,
  active_today: countSchema,
  active_this_week: countSchema,
});
export type UserStats = z.output<typeof userStatsSchema>;

export const readUserStats = defineCall({
  name: 'readUserStats',
  method: 'GET',
  path: '/admin/users/stats',
  access: 'admin',
  permission: 'statistics.read',
  tag,
  summary:
    "How many users there are; days are those of the site's time zone, a week is seven of them with today.",
  answer: userStatsSchema,
});

const userParamsSchema = z.object({ id: z.string().min(1).max(200).refine(isStorable, unstorable) });

export const readUser = defineCall({
  name: 'readUser',
  method: 'GET',
  path: '/admin/users/:id',
  access: 'admin',
  permission: 'users.read',
  tag,
  summary: 'One user.',
  params: userParamsSchema,
  answer: z.object({ user: adminUserSchema }),
  problems: ['user_not_found'],
});

export const USER_ACTIONS = ['verify', 'suspend', 'activate', 'delete'] as const;
export type UserAction = (typeof USER_ACTIONS)[number];

const USER_ACTION_PERMISSIONS = {
  verify: 'users.write',
  suspend: 'users.suspend',
  activate: 'users.suspend',
  delete: 'users.delete',
} as const satisfies Record<UserAction, Permission>;

/** What an administrator has to be allowed to do, for an action on a user. */
export function permissionFor(action: UserAction): Permission {
  return USER_ACTION_PERMISSIONS[action];
}

export const actOnUser = defineCall({
  name: 'actOnUser',
  method: 'POST',
  path: '/admin/users/:id/:action',
  access: 'admin',
  permission: { by: 'action', of: USER_ACTION_PERMISSIONS },
  fresh: 'named',
  audit: 'user.update',
  tag,
  summary: 'Verifies, suspends (all sessions end at once), activates or deletes (for good) a user.',
  params: userParamsSchema.extend({
    action: z.enum(USER_ACTIONS, { error: `Must be one of ${USER_ACTIONS.join(', ')}` }),
  }),
  answer: doneSchema,
  problems: ['user_not_found'],
});

export const resendUserVerification = defineCall({
  name: 'resendUserVerification',
  method: 'POST',
  path: '/admin/users/:id/resend-verification',
  access: 'admin',
  permission: 'users.write',
  audit: 'user.resend_verification',
  tag,
  summary: 'Sends an unverified user the verification e-mail again.',
  params: userParamsSchema,
  answer: doneSchema,
  problems: ['user_not_found', 'conflict'],
});

export const ADMIN_NOTES_MAX = 5000;

export const saveUser = defineCall({
  name: 'saveUser',
  method: 'PUT',
  path: '/admin/users/:id',
  access: 'admin',
  permission: 'users.write',
  audit: 'user.update',
  tag,
  summary: 'Changes the fields that are given; absent ones stay. An account set inactive is logged out.',
  params: userParamsSchema,
  body: z
    .object({
      ...profileChangeFields,
      admin_notes: trimmedText(0, ADMIN_NOTES_MAX)
        .nullish()
        .transform((text) => text || null)
        .optional(),
      is_active: z.boolean().optional(),
      email_verified: z.boolean().optional(),
      /** What the given fields were when the form was loaded: others refuse the save with `conflict`. */
      base: z.record(z.string().max(100), z.unknown()).optional(),
    })
    .transform(onlyGiven),
  answer: z.object({ user: adminUserSchema }),
  problems: ['user_not_found', 'conflict'],
});
