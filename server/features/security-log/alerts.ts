import { siteName } from '../../../core/directory/site-name.ts';
import { LOCALES } from '../../../core/languages.ts';
import type { Limit } from '../../../core/limits.ts';
import { ALERT_FAILURES, ALERT_WITHIN, type SecurityActor } from '../../../core/security-log/rules.ts';
import type { Settings } from '../../../core/settings/rules.ts';
import { MINUTE } from '../../../core/time.ts';
import type { Env } from '../../env.ts';
import type { Db } from '../../platform/database/types.ts';
import { takeAll } from '../../platform/limits/throttle.ts';
import { inertName, writeMail } from '../../platform/mail/message.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { SettingsStore } from '../settings/index.ts';
import type { NewSecurityEvent } from './store.ts';

/** Limit of the alerts of one kind about one subject. */
const ALERTS = {
  counts: 'security-alerts',
  by: 'subject',
  when: 'named',
  rules: [{ max: 1, window: 60 * MINUTE }],
} as const satisfies Limit;

/** Where the minutes' failures are counted, among the counts that are cleared after a day. */
const minuteKey = (minute: number) => `security-failures ${minute}`;

export interface SecurityAlerts {
  /** Puts a mail into the outbox where an event is worth one, in the transaction of the event. */
  consider(tx: Db, event: NewSecurityEvent, of: { at: Date; isForAdmins: boolean }): Promise<void>;
  /** Sends what was put in, after the commit. */
  send(): void;
}

interface AlertOptions {
  env: Pick<Env, 'CONTACT_EMAIL' | 'SITE_NAME' | 'SITE_TIME_ZONE' | 'SITE_URL'>;
  outbox: Outbox;
  settings: SettingsStore;
}

type AlertKind = 'repeatedFailures' | 'newDevice' | 'factorAdded';

export function createSecurityAlerts({ env, outbox, settings }: AlertOptions): SecurityAlerts {
  async function put(tx: Db, kind: AlertKind, event: NewSecurityEvent, at: Date, count = 0): Promise<void> {
    const recipients = await alertRecipients(tx, env, kind, event.actor);
    if (recipients.length === 0) return;
    const { alertLanguage: language }: Settings = await settings.read(tx);
    for (const { to, name } of recipients) {
      const mail = writeMail(kind, {
        to,
        name,
        language,
        site: siteName(env.SITE_NAME, language),
        link: `${env.SITE_URL}/admin/security`,
        values: {
          count: String(count),
          minutes: String(ALERT_WITHIN / MINUTE),
          factor: inertName(event.subject ?? ''),
          account: 'name' in event.actor ? inertName(event.actor.name) : '',
          device: inertName(event.device ?? '') || '?',
          network: event.network || '?',
          time: new Intl.DateTimeFormat(LOCALES[language], {
            dateStyle: 'medium',
            timeStyle: 'long',
            timeZone: env.SITE_TIME_ZONE,
          }).format(at),
        },
      });
      await outbox.put(tx, mail);
    }
  }

  return {
    send: () => outbox.wake(),
    async consider(tx, event, { at, isForAdmins }) {
      if (event.event === 'new_device') {
        const { actor, network, device } = event;
        const subject = `device ${JSON.stringify([actor, network, device])}`;
        if ((await takeAll(tx, { limit: ALERTS, subject }, at)) === 0) await put(tx, 'newDevice', event, at);
        return;
      }
      if (event.event === 'factor_added' && event.actor.kind === 'admin') {
        await put(tx, 'factorAdded', event, at);
        return;
      }
      if (!isForAdmins || event.outcome === 'success') return;
      const failures = await countFailure(tx, at);
      if (failures < ALERT_FAILURES) return;
      if ((await takeAll(tx, { limit: ALERTS, subject: 'failures' }, at)) > 0) return;
      await put(tx, 'repeatedFailures', event, at, failures);
    },
  };
}

/** Counts a failure by its minute. Returns how many there were in the minutes that matter. */
async function countFailure(tx: Db, at: Date): Promise<number> {
  const minute = Math.floor(at.getTime() / MINUTE);
  await tx
    .insertInto('throttles')
    .values({ key: minuteKey(minute), started_at: minute * MINUTE, count: 1, blocked_until: 0 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({ count: eb('throttles.count', '+', 1) })),
    )
    .execute();
  const minutes = Array.from({ length: ALERT_WITHIN / MINUTE }, (_, ago) => minuteKey(minute - ago));
  const { failures } = await tx
    .selectFrom('throttles')
    .select((eb) => eb.fn.sum<number>('count').as('failures'))
    .where('key', 'in', minutes)
    .executeTakeFirstOrThrow();
  return Number(failures);
}

/**
 * Who is told of a new device or second factor: its administrator where there is an address. Of anything else: whoever is
 * to be reached about the site, or, where nobody is named, the owners.
 */
async function alertRecipients(
  tx: Db,
  env: Pick<Env, 'CONTACT_EMAIL'>,
  kind: AlertKind,
  actor: SecurityActor,
): Promise<{ to: string; name: string }[]> {
  const enabled = tx.selectFrom('admins').select(['username', 'email']).where('disabled_at', 'is', null);
  const addressed = (admins: { username: string; email: string | null }[]) =>
    admins.flatMap(({ username, email }) => (email === null ? [] : [{ to: email, name: username }]));
  if (kind !== 'repeatedFailures' && actor.kind === 'admin') {
    const own = addressed(await enabled.where('username', '=', actor.name).execute());
    if (own.length > 0) return own;
  }
  if (env.CONTACT_EMAIL) return [{ to: env.CONTACT_EMAIL, name: '' }];
  return addressed(await enabled.where('role', '=', 'owner').execute());
}
