import { z } from 'zod';
import { defineCall } from '../call.ts';
import { registrationLanguage } from '../languages.ts';
import {
  ACCOUNT_CHANGES,
  LINKS,
  LOGIN_HOLDS,
  LOGIN_TRIES,
  PASSWORD_CHECKS,
  RESETS,
  RESETS_TO,
  TRIES,
  VERIFICATIONS,
  VERIFICATIONS_TO,
} from '../limits.ts';
import { savedListsSchema } from '../lists/calls.ts';
import { passkeySchema } from '../mfa/rules.ts';
import { sentMailSchema } from '../readers/mail-schema.ts';
import { FOLLOW_KINDS, FREQUENCIES } from '../readers/rules.ts';
import { languageSchema, unstorable } from '../schemas.ts';
import { isStorable } from '../text.ts';
import {
  emailSchema,
  givenPasswordSchema,
  newPasswordSchema,
  profileChangesSchema,
  profileFields,
} from './rules.ts';

/** Account data visible to the account's owner. */
export const publicUserSchema = z.object({
  email: z.string(),
  nickname: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  job_title: z.string().nullable(),
  job_category: z.string().nullable(),
  organization: z.string().nullable(),
  phone_number: z.string().nullable(),
  country: z.string().nullable(),
  language: languageSchema,
  website_url: z.string().nullable(),
  social_urls: z.array(z.string()),
  newsletter_subscribed: z.boolean(),
  newsletter_categories: z.array(z.string()),
  email_verified: z.boolean(),
  created_at: z.string(),
});
export type PublicUser = z.output<typeof publicUserSchema>;

const messageSchema = z.object({ message: z.string() });
const tag = 'Accounts';
/** Tokens are 43 characters; anything else is simply unknown. */
const mailedTokenSchema = z.string().max(200);

export const register = defineCall({
  name: 'register',
  method: 'POST',
  path: '/auth/register',
  access: 'public',
  token: false,
  limit: [TRIES, VERIFICATIONS, VERIFICATIONS_TO],
  tag,
  summary: 'Makes an account. Answers the same for an address that has one; its owner is told by e-mail.',
  body: z.object({
    email: emailSchema,
    password: newPasswordSchema,
    nickname: profileFields.nickname,
    first_name: profileFields.first_name,
    last_name: profileFields.last_name,
    language: languageSchema.default(registrationLanguage),
    newsletter_subscribed: z.boolean().default(false),
  }),
  answer: z.object({
    token: z.string().nullable(),
    user: publicUserSchema,
    email_verification_required: z.boolean(),
    message: z.string(),
  }),
  status: 201,
});

export const login = defineCall({
  name: 'login',
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  token: false,
  limit: [TRIES, LOGIN_TRIES, LOGIN_HOLDS],
  security: 'login',
  tag,
  summary: 'Logs in with e-mail and password.',
  body: z.object({
    email: z.string().trim().min(1, 'Is required').max(1000).refine(isStorable, unstorable),
    password: givenPasswordSchema,
  }),
  answer: z.object({ token: z.string(), user: publicUserSchema }),
  problems: ['invalid_credentials', 'email_verification_required', 'account_suspended'],
});

export const logout = defineCall({
  name: 'logout',
  method: 'POST',
  path: '/auth/logout',
  access: 'public',
  unlimited: 'It only ends the session whose token is sent, and nobody is to stay logged in.',
  tag,
  summary: 'Ends the session of the token; an unknown one is no error.',
  answer: messageSchema,
});

export const readMe = defineCall({
  name: 'readMe',
  method: 'GET',
  path: '/auth/me',
  access: 'user',
  tag,
  summary: 'The account that is logged in.',
  answer: z.object({ user: publicUserSchema }),
});

export const saveProfile = defineCall({
  name: 'saveProfile',
  method: 'PUT',
  path: '/auth/profile',
  access: 'user',
  limit: [ACCOUNT_CHANGES],
  tag,
  summary: 'Changes the fields that are given; absent ones stay.',
  body: profileChangesSchema,
  answer: z.object({ user: publicUserSchema }),
});

export const changePassword = defineCall({
  name: 'changePassword',
  method: 'PUT',
  path: '/auth/password',
  access: 'user',
  limit: [TRIES, PASSWORD_CHECKS],
  security: 'password_changed',
  tag,
  summary: 'Changes the password and ends all other sessions.',
  body: z.object({ current_password: givenPasswordSchema, new_password: newPasswordSchema }),
  answer: messageSchema,
  problems: ['wrong_password'],
});

export const resendVerification = defineCall({
  name: 'resendVerification',
  method: 'POST',
  path: '/auth/resend-verification',
  access: 'public',
  limit: [VERIFICATIONS, VERIFICATIONS_TO],
  tag,
  summary: 'Sends the verification e-mail again. Answers the same whether or not the address has an account.',
  body: z.object({ email: emailSchema }),
  answer: messageSchema,
});

export const verificationResultSchema = z.object({ success: z.boolean(), message: z.string() });

export const verifyEmail = defineCall({
  name: 'verifyEmail',
  method: 'GET',
  path: '/auth/verify-email',
  access: 'public',
  once: true,
  limit: [LINKS],
  tag,
  summary: 'Verifies an e-mail address by the token of the mailed link.',
  query: z.object({ token: mailedTokenSchema.optional() }),
  answer: z.object({ data: verificationResultSchema }),
  problems: ['token_invalid'],
});

export const requestPasswordReset = defineCall({
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/auth/password-reset/request',
  access: 'public',
  limit: [RESETS, RESETS_TO],
  security: 'password_reset_asked',
  tag,
  summary: 'Sends a link to set a new password. Answers the same whether or not the address has an account.',
  body: z.object({ email: emailSchema }),
  answer: messageSchema,
});

export const confirmPasswordReset = defineCall({
  name: 'confirmPasswordReset',
  method: 'POST',
  path: '/auth/password-reset/confirm',
  access: 'public',
  limit: [LINKS],
  security: 'password_reset',
  tag,
  summary: 'Sets a new password by the token of the mailed link and ends all sessions.',
  body: z.object({ token: mailedTokenSchema.min(1), new_password: newPasswordSchema }),
  answer: messageSchema,
  problems: ['token_invalid'],
});

export const accountSessionSchema = z.object({
  id: z.string(),
  device: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  current: z.boolean(),
});

export const findSessions = defineCall({
  name: 'findSessions',
  method: 'GET',
  path: '/auth/sessions',
  access: 'user',
  tag,
  summary: 'Where the account is logged in, last used first.',
  answer: z.array(accountSessionSchema),
});

export const endOtherSessions = defineCall({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/auth/sessions',
  access: 'user',
  limit: [ACCOUNT_CHANGES],
  tag,
  summary: 'Logs the account out everywhere else.',
  answer: messageSchema.extend({ ended: z.number().int() }),
});

export const exportAccount = defineCall({
  name: 'exportAccount',
  method: 'GET',
  path: '/auth/export',
  access: 'user',
  tag,
  summary: 'Everything that is stored about the account, as a download.',
  answer: z.object({
    exported_at: z.string(),
    user: publicUserSchema.extend({
      last_login_at: z.string().nullable(),
      login_count: z.number().int(),
      login_ip_addresses: z.array(z.string()),
    }),
    sessions: z.array(accountSessionSchema.omit({ current: true })),
    likes: z.array(z.object({ company_id: z.string(), created_at: z.string() })),
    passkeys: z.array(passkeySchema),
    providers: z.array(z.object({ issuer: z.string(), created_at: z.string() })),
    follows: z.array(
      z.object({
        kind: z.enum(FOLLOW_KINDS),
        value: z.string(),
        frequency: z.enum(FREQUENCIES),
        created_at: z.string(),
        confirmed_at: z.string().nullable(),
      }),
    ),
    mails: z.array(sentMailSchema),
    lists: savedListsSchema,
    comments: z.array(
      z.object({ id: z.string(), company_id: z.string(), content: z.string(), created_at: z.string() }),
    ),
    threads: z.array(z.object({ root_id: z.string(), muted: z.boolean() })),
    notifications: z.array(
      z.object({
        comment_id: z.string(),
        kind: z.string(),
        created_at: z.string(),
        read_at: z.string().nullable(),
        mailed_at: z.string().nullable(),
      }),
    ),
  }),
});

export const deleteAccount = defineCall({
  name: 'deleteAccount',
  method: 'DELETE',
  path: '/auth/account',
  access: 'user',
  limit: [TRIES, PASSWORD_CHECKS],
  security: 'account_deleted',
  tag,
  summary:
    'Deletes the account for good. One without a password is deleted by a session that began within the last ten minutes.',
  body: z.object({ password: givenPasswordSchema.optional() }),
  answer: messageSchema,
  problems: ['wrong_password', 'recent_login_required'],
});
