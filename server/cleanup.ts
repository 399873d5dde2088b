import type { FastifyInstance } from 'fastify';
import { DELETED_KEPT_DAYS } from '../core/comments/rules.ts';
import { DAY, HOUR } from '../core/time.ts';
import { forgetExpiredSessions } from './features/accounts/session-store.ts';
import { removeUnverified } from './features/accounts/store.ts';
import { deleteOldInvitations } from './features/admins/invitations.ts';
import { forgetRejected } from './features/ai/proposal-store.ts';
import { clearDeleted } from './features/comments/admin-store.ts';
import { deleteOldViewDays } from './features/companies/week-views.ts';
import { clearRemovedFields, moveAllLate } from './features/directory/index.ts';
import { forgetEditors } from './features/drafts/presence.ts';
import { forgetImportItems } from './features/import-export/undo.ts';
import { removeAbandonedUploads } from './features/import-export/upload.ts';
import { forgetUnnamedSources, forgetUnusedLogos } from './features/links/store.ts';
import { deleteOldFollows } from './features/readers/index.ts';
import { deleteOldSecurityEvents } from './features/security-log/store.ts';
import { clearOldTrash } from './features/trash/trash.ts';
import { forgetDoneWork } from './features/work/store.ts';
import { deleteOldViews } from './platform/analytics/store.ts';
import type { Db, Unit } from './platform/database/types.ts';
import { deleteOldLeases } from './platform/jobs/lease.ts';
import { periodically } from './platform/jobs/periodically.ts';
import { deleteOldThrottles } from './platform/limits/throttle.ts';
import { forgetRefused } from './platform/mail/outbox.ts';
import { deleteOldChallenges } from './platform/mfa/challenges.ts';
import type { Services } from './services.ts';

/** How long the undo of an import finds what the history does not tell. */
const IMPORT_ITEMS_DAYS = 30;

/** Deletion of expired data, by name of the data. */
const CLEANUPS: Record<
  string,
  (tx: Db, now: Date, of: Pick<Services, 'env' | 'settings' | 'today'> & { unit: Unit }) => Promise<unknown>
> = {
  'deleted comments': (tx, now) =>
    clearDeleted(tx, new Date(now.getTime() - DELETED_KEPT_DAYS * DAY).toISOString()),
  'deleted companies': clearOldTrash,
  'values of removed fields': (_, now, { unit }) => clearRemovedFields(unit, now),
  'companies of merged categories and kinds': (_, now, { unit }) => moveAllLate(unit, now),
  'counted views': deleteOldViews,
  'days of views': (tx, _, { today }) => deleteOldViewDays(tx, today()),
  'work of the inbox that is done': (tx, _, { today }) => forgetDoneWork(tx, today()),
  throttles: deleteOldThrottles,
  'refused mails': forgetRefused,
  leases: deleteOldLeases,
  'editors of companies': forgetEditors,
  'unconfirmed follows': deleteOldFollows,
  invitations: deleteOldInvitations,
  'companies of imported files': (tx, now) =>
    forgetImportItems(tx, new Date(now.getTime() - IMPORT_ITEMS_DAYS * DAY).toISOString()),
  'rejected proposals': (tx, now) => forgetRejected(tx, new Date(now.getTime() - DAY).toISOString()),
  challenges: deleteOldChallenges,
  'checks of sources': forgetUnnamedSources,
  'logos of other sites': forgetUnusedLogos,
  "users' sessions": forgetExpiredSessions,
  // Where nobody needs to verify, an account is no less somebody's.
  'unverified accounts': async (_, now, { env, unit }) =>
    env.REQUIRE_VERIFIED_EMAIL && removeUnverified(unit, now),
  'security events': async (tx, now, { settings }) => {
    const { securityLogDays } = await settings.read(tx);
    await deleteOldSecurityEvents(tx, new Date(now.getTime() - securityLogDays * DAY));
  },
};

/** Clears what is past its time, each kind in a write of its own: at the start, and every hour from then on. */
export function clearWhatIsPast(
  app: FastifyInstance,
  { database, now, env, settings, today }: Pick<Services, 'database' | 'now' | 'env' | 'settings' | 'today'>,
): void {
  periodically(app, HOUR, async () => {
    for (const [what, work] of Object.entries(CLEANUPS)) {
      // The database is away: the next hour is early enough.
      await database
        .write((unit) => work(unit.tx, now(), { env, settings, today, unit }))
        .catch((error: Error) => app.log.warn({ reason: error.message }, `${what} were not cleared`));
    }
    await removeAbandonedUploads().catch((error: Error) =>
      app.log.warn({ reason: error.message }, 'uploads were not cleared'),
    );
  });
}
