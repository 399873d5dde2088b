import type { FastifyInstance } from 'fastify';
import { emailKey } from '../../../core/accounts/mailbox.ts';
import * as calls from '../../../core/admins/administrator-calls.ts';
import { siteName } from '../../../core/directory/site-name.ts';
import { INVITATIONS_TO } from '../../../core/limits.ts';
import { problem, refusedField } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';
import { insertAuditEntry } from '../../platform/audit/store.ts';
import { hashPassword, refuseCommonPassword, turnOf } from '../../platform/auth/password.ts';
import { addressHash } from '../../platform/auth/secret-token.ts';
import type { Db } from '../../platform/database/types.ts';
import { deviceName } from '../../platform/http/device-name.ts';
import { route } from '../../platform/http/route.ts';
import { inertName, type Mail, writeMail } from '../../platform/mail/message.ts';
import type { Services } from '../../services.ts';
import * as invitations from './invitations.ts';
import { beganSession } from './session.ts';
import { findAdmin, insertAdmin, openAdminSession } from './store.ts';

const INVALID_INVITATION = 'This invitation is not valid any more. Ask for a new one.';

/** How an owner invites an administrator, and how the invited one becomes it. */
export function invitationRoutes(app: FastifyInstance, context: Services): void {
  const { database, env, outbox, admins, security, settings, now } = context;

  function mail({ email, language, invited_by }: invitations.StoredInvitation, token: string): Mail {
    return writeMail('invitation', {
      to: email,
      name: '',
      language,
      site: siteName(env.SITE_NAME, language),
      link: `${env.SITE_URL}/admin/invitation?token=${token}`,
      values: { inviter: inertName(invited_by) },
    });
  }

  async function requireFreeAddress(tx: Db, email: string): Promise<void> {
    const taken = await tx
      .selectFrom('admins')
      .select('id')
      .where('email_key', '=', emailKey(email))
      .executeTakeFirst();
    if (taken) throw refusedField('body.email', refusal('address_taken'));
  }

  route(app, calls.findInvitations, async () => invitations.findInvitations(database.read));

  route(app, calls.inviteAdministrator, async ({ body, request, write, count }) => {
    const { admin } = await admins.require(request);
    const invitation = await write(async (unit) => {
      await requireFreeAddress(unit.tx, body.email);
      await count(INVITATIONS_TO, { tx: unit.tx, subject: addressHash(body.email) });
      const made = await invitations.insertInvitation(
        unit.tx,
        { ...body, invited_by: admin.username },
        unit.now,
      );
      await outbox.put(unit.tx, mail(made.invitation, made.token));
      unit.changed('administrator', body.email, { after: { role: body.role } });
      const actor = await admins.actor(request);
      await security.record(unit.tx, request, { event: 'admin_invited', actor, subject: body.role });
      return made.invitation;
    });
    outbox.wake();
    return invitation;
  });

  route(app, calls.resendInvitation, async ({ params, write, count }) => {
    const invitation = await write(async (unit) => {
      const made = await invitations.renewInvitation(unit.tx, params.id, unit.now);
      if (!made) throw problem('invitation_not_found', 'There is no such invitation.');
      await count(INVITATIONS_TO, { tx: unit.tx, subject: addressHash(made.invitation.email) });
      await outbox.put(unit.tx, mail(made.invitation, made.token));
      unit.changed('administrator', made.invitation.email);
      return made.invitation;
    });
    outbox.wake();
    return invitation;
  });

  route(app, calls.withdrawInvitation, async ({ params, write }) => {
    await write(async (unit) => {
      const invitation = await invitations.deleteInvitation(unit.tx, params.id);
      if (!invitation) throw problem('invitation_not_found', 'There is no such invitation.');
      unit.changed('administrator', invitation.email, { before: { role: invitation.role } });
    });
    return { success: true as const, message: 'The invitation was withdrawn.' };
  });

  route(app, calls.readInvitation, async ({ body }) => {
    const invitation = await invitations.findInvitation(database.read, body.token, now());
    if (!invitation) throw problem('token_invalid', INVALID_INVITATION);
    return invitation;
  });

  route(app, calls.acceptInvitation, async ({ body, request }) => {
    // Looked at before the costly hash; used up only together with the new administrator.
    const known = await invitations.findInvitation(database.read, body.token, now());
    if (!known) throw problem('token_invalid', INVALID_INVITATION);
    if (await findAdmin(database.read, body.username))
      throw refusedField('body.username', refusal('username_taken'));
    await refuseCommonPassword(body.password, 'body.password', [body.username, known.email]);
    const hash = await hashPassword(body.password, turnOf(request));
    const startedAt = now();
    const device = deviceName(request.headers['user-agent']);
    const begun = await database.write(async ({ tx }) => {
      const invitation = await invitations.consumeInvitation(tx, body.token, startedAt);
      if (!invitation) throw problem('token_invalid', INVALID_INVITATION);
      const { email, role, invited_by } = invitation;
      // Meanwhile another administrator may have taken the address: the invited one begins without it.
      const taken = await tx
        .selectFrom('admins')
        .select('id')
        .where('email_key', '=', emailKey(email))
        .executeTakeFirst();
      const admin = await insertAdmin(tx, body.username, hash, startedAt, {
        role,
        email: taken ? null : email,
      });
      if (!admin) throw refusedField('body.username', refusal('username_taken'));
      await insertAuditEntry(tx, {
        admin: admin.username,
        action: 'administrator.accept_invitation',
        subject: invited_by,
        after: { role },
        at: startedAt,
      });
      const actor = { kind: 'admin', name: admin.username } as const;
      const subject = `${admin.username}: ${role}`;
      await security.record(tx, request, { event: 'admin_created', actor, subject });
      return { admin, token: await openAdminSession(tx, admin.id, device, startedAt) };
    });
    return beganSession(begun, startedAt, await settings.current());
  });
}
