import type { FastifyInstance } from 'fastify';
import type { Answer } from '../../../core/call.ts';
import { Problem, type ProblemReason } from '../../../core/problem.ts';
import * as calls from '../../../core/settings/calls.ts';
import type { AiProvider, Settings } from '../../../core/settings/rules.ts';
import { editVersion, requireEditVersion } from '../../platform/audit/edit-version.ts';
import { fieldsThatDiffer } from '../../platform/audit/store.ts';
import type { AuthoredUnit } from '../../platform/database/types.ts';
import { route } from '../../platform/http/route.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { Services } from '../../services.ts';
import type { Ai, TypedAnswer } from '../ai/index.ts';
import type { Failures } from '../failures/index.ts';
import { changesKeys, isKey, maskKeys } from './store.ts';

export function settingsRoutes(
  app: FastifyInstance,
  { database, settings, admins, security, ai, outbox, failures }: Services,
): void {
  /** The settings as they are shown. A digest of whole keys would be one of secrets: it is made of their masks. */
  const present = (stored: Settings): calls.VersionedSettings => {
    const shown = maskKeys(stored);
    return { ...shown, version: editVersion(shown) };
  };

  route(app, calls.readSettings, async () => present(await settings.read(database.read)));

  route(app, calls.saveSettings, async ({ body: { version, ...body }, request, write, requireFresh }) => {
    const actor = await admins.actor(request);
    return write(async (unit) => {
      const before = await settings.read(unit.tx);
      await requireEditVersion(unit.tx, version, present(before), {
        actions: ['settings.save'],
        subject: 'settings',
      });
      if (changesKeys(before, body)) await requireFresh();
      const after = await settings.save(unit, body);
      const names = Object.keys(fieldsThatDiffer(before, after)?.after ?? {});
      const [keys, others] = [names.filter(isKey), names.filter((name) => !isKey(name))];
      for (const [event, changed] of [
        ['keys_changed', keys],
        ['settings_changed', others],
      ] as const) {
        if (changed.length === 0) continue;
        await security.record(unit.tx, request, { event, actor, subject: changed.join(', ') });
      }
      return present(after);
    });
  });

  route(app, calls.testConnection, async ({ body: { provider, ...typed }, write }) => {
    const result =
      provider === 'failure_mail'
        ? await testFailureMail(write, failures)
        : await (provider === 'smtp' ? testMail(outbox) : testAi(ai, provider, typed));
    outbox.wake();
    await write(async (unit) => unit.changed('act', provider, { after: { success: result.success } }));
    return result;
  });
}

type Tested = Answer<typeof calls.testConnection>;

async function testAi(ai: Ai, provider: AiProvider, typed: TypedAnswer): Promise<Tested> {
  try {
    await ai.test(provider, typed);
    return { success: true, message: 'The provider answers, and takes the key and the model.', code: null };
  } catch (error) {
    // Whatever is wrong is the answer here, in the words that a call would fail with.
    if (!(error instanceof Problem)) throw error;
    return { success: false, message: error.message, code: error.reason ?? error.code };
  }
}

async function testFailureMail(
  write: (work: (unit: AuthoredUnit) => Promise<number>) => Promise<number>,
  failures: Failures,
): Promise<Tested> {
  const recipients = await write(({ tx }) => failures.putTest(tx));
  return recipients > 0
    ? { success: true, message: `The test was sent to ${recipients} addresses.`, code: null }
    : {
        success: false,
        message: 'Nobody is to be told: no owner has an address.',
        code: 'mail_no_recipient',
      };
}

const MAIL_UNREACHABLE: [ProblemReason, string] = ['mail_unreachable', 'The mail server cannot be reached.'];

/** What a mail server's refusal means; its own words can hold the user name. */
const MAIL_FAILURES: Record<string, [ProblemReason, string]> = {
  EAUTH: ['mail_login_refused', 'The mail server refused the user name or the password.'],
  ETLS: ['mail_not_secure', 'No secure connection to the mail server could be made.'],
  ESOCKET: MAIL_UNREACHABLE,
  ECONNECTION: MAIL_UNREACHABLE,
  ETIMEDOUT: ['mail_timeout', 'The mail server did not answer in time.'],
  EDNS: ['mail_server_unknown', 'The name of the mail server cannot be found.'],
};

async function testMail(outbox: Outbox): Promise<Tested> {
  const failed = (code: ProblemReason, message: string) => ({ success: false, message, code });
  try {
    return (await outbox.verify())
      ? { success: true, message: 'The mail server answers and takes our mail.', code: null }
      : failed('mail_not_set_up', 'There is no mail server: SMTP_URL is not set, and mail is kept as files.');
  } catch (error) {
    const known = MAIL_FAILURES[String((error as { code?: unknown }).code)];
    return failed(...(known ?? ['mail_refused', 'The mail server refused the connection.']));
  }
}
