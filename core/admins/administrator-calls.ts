import { z } from 'zod';
import { emailSchema } from '../accounts/rules.ts';
import { defineCall } from '../call.ts';
import { INVITATIONS_TO, LINKS, TRIES } from '../limits.ts';
import { doneSchema, languageSchema, tokenSchema, unstorable } from '../schemas.ts';
import { isStorable } from '../text.ts';
import { adminSessionAnswerSchema } from './calls.ts';
import { ROLES, type Role } from './roles.ts';
import { newAdminPasswordSchema, usernameSchema } from './rules.ts';

const tag = 'Administrators';
const idSchema = z.string().min(1).max(200).refine(isStorable, unstorable);
const adminParamsSchema = z.object({ id: idSchema });

export const roleSchema = z.enum(ROLES, { error: `Must be one of ${ROLES.join(', ')}` }) as z.ZodType<
  Role,
  Role
>;

export const administratorSchema = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  role: roleSchema,
  /** Since when this administrator cannot log in; null where the log-in is allowed. */
  disabled_at: z.string().nullable(),
  created_at: z.string(),
  last_login_at: z.string().nullable(),
  sessions: z.number().int(),
  /** Whether this administrator has a second factor. */
  second_factor: z.boolean(),
  /** Whether this entry is the calling administrator. */
  self: z.boolean(),
});
export type Administrator = z.output<typeof administratorSchema>;

export const findAdministrators = defineCall({
  name: 'findAdministrators',
  method: 'GET',
  path: '/admin/administrators',
  access: 'admin',
  permission: 'administrators.read',
  tag,
  summary: 'The administrators, by name.',
  answer: z.array(administratorSchema),
});

export const changeAdministratorRole = defineCall({
  name: 'changeAdministratorRole',
  method: 'PUT',
  path: '/admin/administrators/:id',
  access: 'admin',
  permission: 'administrators.write',
  fresh: 'always',
  audit: 'administrator.change_role',
  security: 'admin_changed',
  tag,
  summary: 'Gives an administrator another role, which holds at once. The last owner stays one.',
  params: adminParamsSchema,
  body: z.object({ role: roleSchema }),
  answer: administratorSchema,
  problems: ['administrator_not_found', 'conflict'],
});

export const disableAdministrator = defineCall({
  name: 'disableAdministrator',
  method: 'POST',
  path: '/admin/administrators/:id/disable',
  access: 'admin',
  permission: 'administrators.write',
  fresh: 'always',
  audit: 'administrator.disable',
  security: 'admin_changed',
  tag,
  summary: 'Keeps an administrator from logging in and ends all their sessions. Never the last owner.',
  params: adminParamsSchema,
  answer: administratorSchema,
  problems: ['administrator_not_found', 'conflict'],
});

export const enableAdministrator = defineCall({
  name: 'enableAdministrator',
  method: 'POST',
  path: '/admin/administrators/:id/enable',
  access: 'admin',
  permission: 'administrators.write',
  fresh: 'always',
  audit: 'administrator.enable',
  security: 'admin_changed',
  tag,
  summary: 'Lets a disabled administrator log in again.',
  params: adminParamsSchema,
  answer: administratorSchema,
  problems: ['administrator_not_found'],
});

export const removeAdministrator = defineCall({
  name: 'removeAdministrator',
  method: 'DELETE',
  path: '/admin/administrators/:id',
  access: 'admin',
  permission: 'administrators.write',
  fresh: 'always',
  audit: 'administrator.remove',
  security: 'admin_removed',
  tag,
  summary: 'Removes an administrator for good; the log keeps the name. Never the last owner.',
  params: adminParamsSchema,
  answer: doneSchema,
  problems: ['administrator_not_found', 'conflict'],
});

const sessionSchema = z.object({
  id: z.string(),
  /** Browser and system; empty where unknown. */
  device: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  /** Whether it is the session of the token. */
  current: z.boolean(),
});
export type AdministratorSession = z.output<typeof sessionSchema>;

export const findAdministratorSessions = defineCall({
  name: 'findAdministratorSessions',
  method: 'GET',
  path: '/admin/administrators/:id/sessions',
  access: 'admin',
  permission: 'administrators.read',
  tag,
  summary: 'The running sessions of an administrator, the newest first.',
  params: adminParamsSchema,
  answer: z.array(sessionSchema),
  problems: ['administrator_not_found'],
});

export const endAdministratorSession = defineCall({
  name: 'endAdministratorSession',
  method: 'DELETE',
  path: '/admin/administrators/:id/sessions/:sessionId',
  access: 'admin',
  permission: 'administrators.write',
  audit: 'administrator.end_session',
  tag,
  summary: "Ends one of an administrator's sessions.",
  params: adminParamsSchema.extend({ sessionId: idSchema }),
  answer: doneSchema,
  problems: ['administrator_not_found', 'session_not_found'],
});

export const endAdministratorSessions = defineCall({
  name: 'endAdministratorSessions',
  method: 'DELETE',
  path: '/admin/administrators/:id/sessions',
  access: 'admin',
  permission: 'administrators.write',
  audit: 'administrator.end_sessions',
  tag,
  summary: "Ends all of an administrator's sessions; of one's own, all but this one.",
  params: adminParamsSchema,
  answer: doneSchema.extend({ ended: z.number().int() }),
  problems: ['administrator_not_found'],
});

export const findOwnAdminSessions = defineCall({
  name: 'findOwnAdminSessions',
  method: 'GET',
  path: '/admin/sessions',
  access: 'admin',
  permission: 'own',
  tag: 'Admin session',
  summary: "One's own running sessions, the newest first.",
  answer: z.array(sessionSchema),
});

export const endOwnAdminSession = defineCall({
  name: 'endOwnAdminSession',
  method: 'DELETE',
  path: '/admin/sessions/:sessionId',
  access: 'admin',
  permission: 'own',
  audit: 'session.end',
  tag: 'Admin session',
  summary: "Ends one of one's own sessions.",
  params: z.object({ sessionId: idSchema }),
  answer: doneSchema,
  problems: ['session_not_found'],
});

export const saveOwnAdminEmail = defineCall({
  name: 'saveOwnAdminEmail',
  method: 'PUT',
  path: '/admin/account',
  access: 'admin',
  permission: 'own',
  fresh: 'always',
  audit: 'administrator.change_email',
  tag: 'Admin session',
  summary: "Sets one's own e-mail address, or takes it away with null.",
  body: z.object({ email: emailSchema.nullable() }),
  answer: z.object({ email: z.string().nullable() }),
});

export const invitationSchema = z.object({
  id: z.string(),
  email: z.string(),
  role: roleSchema,
  language: languageSchema,
  /** The user name of who invited. */
  invited_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
});
export type Invitation = z.output<typeof invitationSchema>;

export const findInvitations = defineCall({
  name: 'findInvitations',
  method: 'GET',
  path: '/admin/invitations',
  access: 'admin',
  permission: 'administrators.read',
  tag,
  summary: 'The invitations that nobody has used, the newest first, with those that are over.',
  answer: z.array(invitationSchema),
});

export const inviteAdministrator = defineCall({
  name: 'inviteAdministrator',
  method: 'POST',
  path: '/admin/invitations',
  access: 'admin',
  permission: 'administrators.write',
  fresh: 'always',
  audit: 'administrator.invite',
  limit: [INVITATIONS_TO],
  security: 'admin_invited',
  tag,
  summary:
    'Sends an invitation with a link that works for seven days, once. One sent before to the address ends.',
  body: z.object({ email: emailSchema, role: roleSchema, language: languageSchema }),
  answer: invitationSchema,
  status: 201,
});

export const resendInvitation = defineCall({
  name: 'resendInvitation',
  method: 'POST',
  path: '/admin/invitations/:id/resend',
  access: 'admin',
  permission: 'administrators.write',
  fresh: 'always',
  audit: 'administrator.invite_again',
  limit: [INVITATIONS_TO],
  tag,
  summary: 'Sends an invitation again, with a new link and another seven days; the old link ends.',
  params: adminParamsSchema,
  answer: invitationSchema,
  problems: ['invitation_not_found'],
});

export const withdrawInvitation = defineCall({
  name: 'withdrawInvitation',
  method: 'DELETE',
  path: '/admin/invitations/:id',
  access: 'admin',
  permission: 'administrators.write',
  audit: 'administrator.withdraw_invitation',
  tag,
  summary: 'Takes an invitation back: its link ends.',
  params: adminParamsSchema,
  answer: doneSchema,
  problems: ['invitation_not_found'],
});

export const readInvitation = defineCall({
  name: 'readInvitation',
  method: 'POST',
  path: '/admin/invitation',
  access: 'public',
  token: false,
  limit: [LINKS],
  tag: 'Admin session',
  summary: 'Whom the link of an invitation invites, and as what.',
  body: z.object({ token: tokenSchema }),
  answer: invitationSchema.pick({ email: true, role: true, invited_by: true, expires_at: true }),
  problems: ['token_invalid'],
});

export const acceptInvitation = defineCall({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/admin/invitation/accept',
  access: 'public',
  token: false,
  limit: [TRIES],
  security: 'admin_created',
  tag: 'Admin session',
  summary: 'Makes the administrator that the link of an invitation invites, and begins a session.',
  body: z.object({ token: tokenSchema, username: usernameSchema, password: newAdminPasswordSchema }),
  answer: adminSessionAnswerSchema,
  problems: ['token_invalid'],
});
