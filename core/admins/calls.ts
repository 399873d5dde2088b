import { z } from 'zod';
import { defineCall } from '../call.ts';
import { ADMIN_LOGIN_HOLDS, ADMIN_LOGIN_TRIES, ADMIN_PASSWORD_CHECKS, TRIES } from '../limits.ts';
import { FACTORS, passkeyUseSchema } from '../mfa/rules.ts';
import { doneSchema } from '../schemas.ts';
import { PERMISSIONS, ROLES, type Role } from './roles.ts';
import { newAdminPasswordSchema, usernameSchema } from './rules.ts';

const tag = 'Admin session';

const sessionOwnerSchema = z.object({
  username: z.string(),
  role: z.enum(ROLES) as z.ZodType<Role, Role>,
  /** What the role may do. */
  permissions: z.array(z.enum(PERMISSIONS)),
});

/** What begins a session answers with. */
export const adminSessionAnswerSchema = sessionOwnerSchema.extend({
  success: z.literal(true),
  sessionToken: z.string(),
  /** The same. */
  token: z.string(),
  expiresAt: z.string(),
});

export const adminLogin = defineCall({
  name: 'adminLogin',
  method: 'POST',
  path: '/admin/login',
  access: 'public',
  token: false,
  limit: [TRIES, ADMIN_LOGIN_TRIES, ADMIN_LOGIN_HOLDS],
  security: 'login',
  tag,
  summary: 'Begins a session of an administrator.',
  body: z.object({ username: usernameSchema, password: z.string().min(1, 'Password is required').max(4096) }),
  answer: z.union([
    adminSessionAnswerSchema,
    /** The password was right, and a second step is to come: no session yet. */
    z.object({
      success: z.literal(false),
      secondFactor: z.array(z.enum(FACTORS)),
      /** For the second step, until `expiresAt`. */
      challenge: z.string(),
      expiresAt: z.string(),
    }),
  ]),
  problems: ['invalid_credentials', 'account_suspended'],
});

export const readAdminSession = defineCall({
  name: 'readAdminSession',
  method: 'GET',
  path: '/admin/session',
  access: 'admin',
  permission: 'own',
  tag,
  summary: 'The session of the token: whose it is, and when it ends.',
  answer: sessionOwnerSchema.extend({
    email: z.string().nullable(),
    startedAt: z.string(),
    expiresAt: z.string(),
    /** Seconds until then: a browser's clock may be days away from the server's. */
    expiresIn: z.number().int(),
    /** Until when what asks for it may be done without proving oneself again. */
    freshUntil: z.string(),
    /** The second factors that there are beside recovery codes. */
    factors: z.array(z.enum(FACTORS)),
    /** True where the settings ask for a second factor and there is none: nothing else may be done. */
    needsFactor: z.boolean(),
    /** The folder at the server where mails are kept because there is no mail server; null where they are sent. */
    mailsKeptIn: z.string().nullable(),
  }),
});

export const confirmAdmin = defineCall({
  name: 'confirmAdmin',
  method: 'POST',
  path: '/admin/confirm',
  access: 'admin',
  permission: 'own',
  audit: false,
  limit: [TRIES, ADMIN_PASSWORD_CHECKS],
  security: 'identity_confirmed',
  tag,
  summary:
    'Proves by the password or a passkey who is at the session, for what asks for it within ten minutes.',
  body: z.union([
    z.object({ password: z.string().min(1, 'Password is required').max(4096) }),
    z.object({ passkey: passkeyUseSchema }),
  ]),
  answer: doneSchema.extend({ freshUntil: z.string() }),
  problems: ['wrong_password', 'factor_refused'],
});

export const adminLogout = defineCall({
  name: 'adminLogout',
  method: 'POST',
  path: '/admin/logout',
  access: 'public',
  token: false,
  unlimited: 'It only ends the session whose token is sent, and always answers 200.',
  tag,
  summary: 'Ends the session of the token in the body; an unknown one is no error.',
  body: z.object({ sessionToken: z.string().max(4096).nullish() }).nullish(),
  answer: doneSchema,
});

export const adminLogoutAll = defineCall({
  name: 'adminLogoutAll',
  method: 'POST',
  path: '/admin/logout-all',
  access: 'admin',
  permission: 'own',
  audit: 'session.end_all',
  tag,
  summary: "Ends all sessions of one's own user name.",
  body: z.object({ username: usernameSchema }),
  answer: doneSchema.extend({ ended: z.number().int() }),
  problems: ['forbidden'],
});

export const changeAdminPassword = defineCall({
  name: 'changeAdminPassword',
  method: 'POST',
  path: '/admin/change-password',
  access: 'admin',
  permission: 'own',
  audit: 'session.change_password',
  security: 'password_changed',
  limit: [TRIES, ADMIN_PASSWORD_CHECKS],
  tag,
  summary: "Changes one's own password and ends the other sessions.",
  body: z.object({
    currentPassword: z.string().min(1, 'Current password is required').max(4096),
    newPassword: newAdminPasswordSchema,
  }),
  answer: doneSchema,
  problems: ['wrong_password'],
});
