import type { FastifyInstance } from 'fastify';
import pLimit from 'p-limit';
import { FETCHED_LOGOS, isOwnLogo } from '../../../core/companies/logo-address.ts';
import { companyNotFound } from '../../../core/companies/not-found.ts';
import { markSvg } from '../../../core/design/mark-svg.ts';
import { lightHue } from '../../../core/directory/current.ts';
import { DEFAULT_LANGUAGE } from '../../../core/languages.ts';
import * as calls from '../../../core/links/calls.ts';
import type { StoredLogoState } from '../../../core/links/rules.ts';
import { problem } from '../../../core/problem.ts';
import { isStorable } from '../../../core/text.ts';
import { DAY, MINUTE } from '../../../core/time.ts';
import type { LogoPictureTable } from '../../platform/database/schema.ts';
import { route } from '../../platform/http/route.ts';
import { periodically } from '../../platform/jobs/periodically.ts';
import type { Services } from '../../services.ts';
import {
  download,
  findDueLogos,
  putLogo,
  type ResolvedNetwork,
  readLogo,
  type StoredLogo,
  userAgentOf,
} from '../links/index.ts';
import { pictureType } from './picture-type.ts';
import { readCompany } from './store.ts';

/** Bytes of a logo that is kept. */
export const LOGO_BYTES = 256 * 1024;
/** How often new addresses are looked for, in milliseconds. */
const LOGO_CHECK_MS = MINUTE;
/** A logo that could not be fetched is tried again after this long, in milliseconds. */
const TRY_AGAIN = DAY;
/** Logos of one round, and concurrent requests. */
const LOGOS_PER_ROUND = 100;
const PARALLEL_LOGOS = 4;

/** A picture of another site runs nothing and loads nothing, an SVG that is opened by itself included. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

export interface FetchedLogos {
  /** Fetches the logos that are due, or joins the round that is under way. Never rejects. */
  look(): Promise<void>;
}

/** Fetches logos of companies from external sites, once, and serves the copies. */
export function keepLogos(
  app: FastifyInstance,
  { env, database, now }: Pick<Services, 'env' | 'database' | 'now'>,
  { network }: { network?: ResolvedNetwork } = {},
): FetchedLogos {
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort(new Error('the server is stopping')));
  const options = {
    userAgent: userAgentOf(env.SITE_URL),
    signal: stopping.signal,
    ...(network ? { network } : {}),
  };

  async function fetchLogo(url: string): Promise<void> {
    const { body, failure } = await download(url, LOGO_BYTES, options);
    const type = body ? pictureType(body) : undefined;
    const row: LogoPictureTable = {
      url,
      checked_at: now().toISOString(),
      type: type ?? null,
      picture: body && type ? body.toString('base64') : null,
      failure: type ? null : (failure ?? 'no_picture'),
    };
    await database.write(({ tx }) => putLogo(tx, row));
  }

  async function round(): Promise<void> {
    const due = await findDueLogos(database, LOGOS_PER_ROUND, new Date(now().getTime() - TRY_AGAIN));
    const limit = pLimit(PARALLEL_LOGOS);
    await Promise.all(due.map((url) => limit(() => fetchLogo(url))));
  }

  const look = periodically(app, LOGO_CHECK_MS, () =>
    round().catch((error: Error) => {
      // The database is away: the next minute is early enough.
      if (!stopping.signal.aborted) app.log.warn({ reason: error.message }, 'logos were not fetched');
    }),
  );

  app.get<{ Params: { id: string } }>(`${FETCHED_LOGOS}:id`, { logLevel: 'warn' }, async (request, reply) => {
    const { id } = request.params;
    const row = isStorable(id) ? await readLogo(database.read, id) : undefined;
    if (row?.show_on_site !== 1) throw problem('not_found', 'There is no such logo.');
    if (row.logo && isOwnLogo(row.logo)) {
      // As a header may have it: ASCII.
      const { pathname, search } = new URL(row.logo, 'http://localhost');
      return reply.redirect(`${pathname}${search}`, 302);
    }
    if (row.type && row.picture) {
      return reply
        .header('content-type', row.type)
        .header('content-security-policy', POLICY)
        .header('cache-control', 'public, max-age=3600')
        .send(Buffer.from(row.picture, 'base64'));
    }
    if (row.logo && !row.checked_at) void look();
    const company = await readCompany(database.read, id, DEFAULT_LANGUAGE);
    return reply
      .header('content-type', 'image/svg+xml')
      .header('cache-control', 'public, max-age=60')
      .send(markSvg(company, lightHue(company.category)));
  });

  route(app, calls.readLogoState, async ({ params: { id } }) => {
    const row = await readLogo(database.read, id);
    if (!row) throw companyNotFound(id);
    return logoStateOf(row);
  });
  return { look };
}

function logoStateOf({ logo, picture, failure, checked_at }: StoredLogo): StoredLogoState {
  const state = !logo ? 'none' : isOwnLogo(logo) ? 'own' : picture ? 'kept' : failure ? 'failed' : 'waiting';
  return { state, failure: state === 'failed' ? failure : null, checked_at };
}
