import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import type { Change } from '../database/types.ts';
import { insertAuditEntry } from './store.ts';

/** Actor of writes without an administrator; log entries have an empty name. */
const READER = { kind: 'person', name: '' } as const;

/**
 * The only way for a call to write: a transaction with actor and time. Changes are recorded in the audit log
 * in the same transaction, under the action named by the call.
 */
export function writeForCalls({
  limits,
  admins,
  now,
}: Pick<Services, 'limits' | 'admins' | 'now'>): FastifyInstance['writeFor'] {
  return async (call, request, work, action = call.audit || undefined) => {
    const actor =
      call.access === 'admin'
        ? { kind: 'person' as const, name: (await admins.require(request)).admin.username }
        : READER;
    return limits.of(call, request).write(async (unit) => {
      const changes: Change[] = [];
      const at = now();
      const value = await work({
        ...unit,
        actor,
        now: at,
        changed(changed, subject, values) {
          unit.changed(changed, subject, values);
          // A counter, and a reader's list, go with what was done: they are no acts of their own.
          if (changed !== 'count' && changed !== 'list') changes.push({ changed, subject, ...values });
        },
      });
      if (action) {
        for (const { subject, before, after } of changes) {
          await insertAuditEntry(unit.tx, { admin: actor.name, action, subject, before, after, at });
        }
      }
      return value;
    });
  };
}
