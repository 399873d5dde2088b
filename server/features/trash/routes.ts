import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/companies/admin-calls.ts';
import * as history from '../../../core/companies/history-calls.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { applyToEach, readAdminCompany } from '../companies/index.ts';
import { findTrash, moveToTrash, removeFromTrash, restoreFromTrash } from './trash.ts';

export function trashRoutes(app: FastifyInstance, { database, now }: Services): void {
  route(app, calls.deleteCompany, async ({ params: { id }, write }) => {
    const bin_id = await write((unit) => moveToTrash(unit, id));
    return { success: true as const, bin_id };
  });

  route(app, calls.deleteCompanies, async ({ body: { ids }, write }) => {
    const { done, refused } = await write((unit) =>
      applyToEach(ids, ['company_not_found'], (id) => moveToTrash(unit, id)),
    );
    return {
      deleted: done.map(({ id, result }) => ({ id, bin_id: result })),
      missing: refused.map(({ id }) => id),
    };
  });

  route(app, history.findTrash, async () => findTrash(database.read, now()));

  route(app, history.restoreFromTrash, async ({ params, write }) =>
    write(async (unit) => readAdminCompany(unit.tx, await restoreFromTrash(unit, params.id))),
  );

  route(app, history.restoreCompanies, async ({ body: { ids }, write }) => {
    const { done, refused } = await write((unit) =>
      applyToEach(ids, history.RESTORE_REFUSALS, (id) =>
        restoreFromTrash(unit, id, { later: ids.length > 1 }),
      ),
    );
    return {
      restored: done.map(({ id, result }) => ({ bin_id: id, id: result })),
      refused: refused.map(({ id, code }) => ({ bin_id: id, code })),
    };
  });

  route(app, history.removeFromTrash, async ({ params, write }) => {
    await write((unit) => removeFromTrash(unit, params.id));
    return { success: true as const };
  });
}
