import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/directory/setup-calls.ts';
import type { Env } from '../../env.ts';
import { readState } from '../../platform/database/state.ts';
import type { Db } from '../../platform/database/types.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { declineContent, SETUP_PENDING, shippedUnedited } from '../companies/index.ts';
import { moveToTrash } from '../trash/index.ts';

async function setupOf(db: Db, env: Env) {
  const count = await db
    .selectFrom('companies')
    .select((eb) => eb.fn.countAll<number>().as('companies'))
    .executeTakeFirstOrThrow();
  return {
    pending: (await readState(db, SETUP_PENDING)) !== undefined,
    companies: Number(count.companies),
    shipped: (await shippedUnedited(db)).length,
    sends_mail: env.SMTP_URL !== undefined,
    contact: env.CONTACT_EMAIL ?? null,
    backups: [env.BACKUP_DIR, env.BACKUP_S3].filter((place) => place !== undefined),
  };
}

/** The set-up of a new directory, in the console. */
export function setupRoutes(app: FastifyInstance, { database, env }: Services): void {
  const endSetup = (tx: Db) => tx.deleteFrom('state').where('name', '=', SETUP_PENDING).execute();

  route(app, calls.readSetup, () => setupOf(database.read, env));

  route(app, calls.endSetup, ({ write }) =>
    write(async (unit) => {
      await endSetup(unit.tx);
      unit.changed('act', 'all');
      return setupOf(unit.tx, env);
    }),
  );

  route(app, calls.startEmpty, ({ write }) =>
    write(async (unit) => {
      const ids = await shippedUnedited(unit.tx);
      for (const id of ids) await moveToTrash(unit, id);
      await declineContent(unit.tx);
      return { removed: ids.length, ...(await setupOf(unit.tx, env)) };
    }),
  );
}
