import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/admins/audit-calls.ts';
import { may } from '../../../core/admins/roles.ts';
import { LIST_MAX } from '../../../core/companies/calls.ts';
import {
  type AuditQuery,
  countAuditEntries,
  findAuditChoices,
  findAuditEntries,
} from '../../platform/audit/find.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../platform/http/csv.ts';
import { announceNext } from '../../platform/http/list-headers.ts';
import { route } from '../../platform/http/route.ts';
import { daysBefore } from '../../platform/time/clock.ts';
import type { Services } from '../../services.ts';

/** Entries of a page that names no limit. */
const LOG_PAGE = 40;

const COLUMNS = ['at', 'admin', 'action', 'subject', 'name', 'before', 'after'];

/** The audit log as the console shows it. */
export function auditRoutes(
  app: FastifyInstance,
  { database, admins, security, today, dayStart }: Services,
): void {
  /** The filters of a call with its days as moments, and without what the role does not see. */
  async function filtersOf(
    request: Parameters<typeof admins.require>[0],
    { from, to, ...filters }: calls.AuditFilters,
  ): Promise<AuditQuery> {
    const { admin } = await admins.require(request);
    return {
      ...filters,
      ...(from ? { from: dayStart(from).toISOString() } : {}),
      ...(to ? { until: dayStart(daysBefore(to, -1)).toISOString() } : {}),
      administrators: may(admin.role, 'administrators.read'),
    };
  }

  route(app, calls.findAuditEntries, async ({ query, request, reply }) => {
    const { limit = LOG_PAGE, cursor, ...filters } = query;
    const filter = await filtersOf(request, filters);
    const { entries, next } = await findAuditEntries(database, { ...filter, limit, cursor });
    if (next) announceNext(request, reply, next);
    return entries;
  });

  route(app, calls.readAuditChoices, async ({ request }) =>
    findAuditChoices(database, (await filtersOf(request, {})).administrators),
  );

  route(app, calls.exportAuditLog, async ({ query, request, reply, write }) => {
    const filter = await filtersOf(request, query);
    const actor = await admins.actor(request);
    const subject = `${await countAuditEntries(database, filter)} actions`;
    await write(({ tx }) => security.record(tx, request, { event: 'export', actor, subject }));
    reply
      .header('content-disposition', `attachment; filename="audit-log-${today()}.csv"`)
      .header('cache-control', 'no-store');
    async function* lines(): AsyncGenerator<string> {
      yield BYTE_ORDER_MARK + csvLine(COLUMNS);
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await findAuditEntries(database, { ...filter, limit: LIST_MAX, cursor });
        for (const entry of page.entries) {
          const { at, admin, action, subject, about, before, after } = calls.auditEntrySchema.parse(entry);
          const json = (value: unknown) => (value === null ? '' : JSON.stringify(value));
          yield csvLine([at, admin, action, subject, about?.name ?? '', json(before), json(after)]);
        }
        cursor = page.next;
      }
    }
    return Readable.from(lines());
  });
}
