import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { LIST_MAX } from '../../../core/companies/calls.ts';
import * as calls from '../../../core/security-log/calls.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../platform/http/csv.ts';
import { type HandlerContext, route } from '../../platform/http/route.ts';
import { daysBefore } from '../../platform/time/clock.ts';
import type { Services } from '../../services.ts';
import * as store from './store.ts';

export function securityLogRoutes(app: FastifyInstance, context: Services): void {
  const { database, admins, security, today, dayStart } = context;

  /** The filters of a call with its days as moments. */
  const filtersOf = ({ from, to, ...filters }: calls.SecurityFilters) => ({
    ...filters,
    ...(from ? { from: dayStart(from).toISOString() } : {}),
    ...(to ? { until: dayStart(daysBefore(to, -1)).toISOString() } : {}),
  });

  route(app, calls.findSecurityEvents, async ({ query, announce }) => {
    const { limit = LIST_MAX, offset, cursor, ...filters } = query;
    const page = await store.findSecurityEvents(database, { ...filtersOf(filters), limit, offset, cursor });
    announce(page);
    return page.events;
  });

  /** The events that match, a page at a time. */
  async function* listed(filters: ReturnType<typeof filtersOf>): AsyncGenerator<calls.SecurityEvent> {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await store.findSecurityEvents(database, { ...filters, limit: LIST_MAX, cursor });
      for (const event of page.events) yield calls.securityEventSchema.parse(event);
      cursor = page.next;
    }
  }

  /** Hands a file out, which is itself an event: one of the file, where its filters let it in. */
  async function offer(
    { query, request, reply, write }: Offered,
    ending: 'csv' | 'json',
  ): Promise<AsyncGenerator<calls.SecurityEvent>> {
    const filters = filtersOf(query);
    const actor = await admins.actor(request);
    const subject = `${await store.countSecurityEvents(database, filters)} events`;
    await write(({ tx }) => security.record(tx, request, { event: 'export', actor, subject }));
    reply
      .header('content-disposition', `attachment; filename="security-log-${today()}.${ending}"`)
      .header('cache-control', 'no-store');
    return listed(filters);
  }

  route(app, calls.exportSecurityTable, async (handled) => {
    const events = await offer(handled, 'csv');
    const columns = Object.keys(calls.securityEventSchema.shape) as (keyof calls.SecurityEvent)[];
    async function* lines(): AsyncGenerator<string> {
      yield BYTE_ORDER_MARK + csvLine(columns);
      for await (const event of events) yield csvLine(columns.map((name) => event[name]));
    }
    return Readable.from(lines());
  });

  route(app, calls.exportSecurityEvents, async (handled) => {
    const events = await offer(handled, 'json');
    async function* parts(): AsyncGenerator<string> {
      let separator = '[\n';
      for await (const event of events) {
        yield separator + JSON.stringify(event);
        separator = ',\n';
      }
      yield separator === '[\n' ? '[]\n' : '\n]\n';
    }
    return Readable.from(parts());
  });
}

type Offered = Pick<
  HandlerContext<typeof calls.exportSecurityTable>,
  'query' | 'request' | 'reply' | 'write'
>;
