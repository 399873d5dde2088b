import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { HTTPMethods, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Role } from '../../core/admins/roles.ts';
import { type BuildOptions, buildApp } from '../app.ts';
import { type Env, readEnv } from '../env.ts';
import { insertAdmin } from '../features/admins/store.ts';
import type { FetchedLogos } from '../features/companies/fetched-logos.ts';
import { rebuildListings } from '../features/companies/read-model.ts';
import type { Digests } from '../features/follows/digests.ts';
import type { ScheduledLinkChecks } from '../features/links/schedule.ts';
import { hashing, hashPassword, OF_THE_SERVER } from '../platform/auth/password.ts';
import type { ScheduledBackups } from '../platform/backup/scheduled-backup.ts';
import { openDatabase } from '../platform/database/open.ts';
import type { Database, Dialect } from '../platform/database/types.ts';
import type { JobRunner } from '../platform/jobs/runner.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { emptyDatabase, migratedDatabase } from './dialects.ts';

type Request = Omit<InjectOptions, 'method' | 'url'>;

export interface TestApp {
  database: Database;
  env: Env;
  databaseUrl: string;
  outbox: Outbox;
  jobs: JobRunner;
  backups: ScheduledBackups;
  disks: { look(): Promise<void> };
  drafts: { look(): Promise<void> };
  digests: Digests;
  issues: { look(): Promise<void> };
  proposals: { look(): Promise<void> };
  replyMails: { look(): Promise<void> };
  links: ScheduledLinkChecks;
  logos: FetchedLogos;
  /** The clock, to be set forward. */
  clock: { now: Date; forward(milliseconds: number): void };
  get(path: string, request?: Request & Pick<InjectOptions, 'method'>): Promise<LightMyRequestResponse>;
  post(path: string, body?: unknown, request?: Request): Promise<LightMyRequestResponse>;
  put(path: string, body?: unknown, request?: Request): Promise<LightMyRequestResponse>;
  delete(path: string, body?: unknown, request?: Request): Promise<LightMyRequestResponse>;
  /** Whether the server has a route of this method and pattern. */
  serves(method: HTTPMethods, url: string): boolean;
  /** All routes as a tree. */
  routes(): string;
  /** Opens a port of loopback, for what real sockets do. Returns it. */
  listen(): Promise<number>;
  /** How many connections are open. */
  connections(): Promise<number>;
  /** Another process on the same database, with other settings where some are given. */
  sibling(variables?: Record<string, string>): Promise<TestApp>;
  close(): Promise<void>;
}

interface TestOptions {
  now?: Date;
  variables?: Record<string, string>;
  build?: Partial<BuildOptions>;
  /** Fills the database before the server opens it. */
  before?(url: string): Promise<void>;
}

/** The real server on a real, empty database; requests go in by inject. */
export async function testApp(dialect: Dialect, options: TestOptions = {}): Promise<TestApp> {
  const empty = await (options.before ? emptyDatabase(dialect) : migratedDatabase(dialect));
  await options.before?.(empty.url);
  const app = await appOn(empty.url, empty.folder, options);
  return {
    ...app,
    async close() {
      await app.close();
      await empty.remove();
    },
  };
}

async function appOn(databaseUrl: string, folder: string, options: TestOptions): Promise<TestApp> {
  const env = readEnv({
    VAR_DIR: folder,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'silent',
    APP_SECRET: 'a secret of the tests, long enough',
    RATE_LIMITS: 'off',
    // Nothing listens at these addresses: a test that needs a provider starts a local server.
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
    GEMINI_BASE_URL: 'http://127.0.0.1:9',
    ...options.variables,
  });
  const database = await openDatabase(env.DATABASE_URL, { lasting: false });
  await rebuildListings(database);
  const clock = {
    now: options.now ?? new Date('2026-11-21T03:00:00Z'),
    forward(milliseconds: number) {
      clock.now = new Date(clock.now.getTime() + milliseconds);
    },
  };
  const { app, outbox, jobs, backups, digests, disks, drafts, issues, proposals, replyMails, links, logos } =
    await buildApp({
      env,
      database,
      now: () => clock.now,
      ...options.build,
    });
  const send =
    (method: 'POST' | 'PUT' | 'DELETE') =>
    (path: string, body?: unknown, request: Request = {}) =>
      app.inject({
        method,
        url: path,
        ...request,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...request.headers,
        },
        ...(body === undefined
          ? {}
          : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
      });
  return {
    database,
    env,
    databaseUrl,
    outbox,
    jobs,
    backups,
    disks,
    drafts,
    digests,
    issues,
    proposals,
    replyMails,
    links,
    logos,
    clock,
    get: (path, request = {}) => app.inject({ method: 'GET', url: path, ...request }),
    post: send('POST'),
    put: send('PUT'),
    delete: send('DELETE'),
    routes: () => app.printRoutes({ commonPrefix: false }),
    serves: (method, url) => app.hasRoute({ method, url }),
    listen: async () => Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port),
    connections: () => promisify(app.server.getConnections.bind(app.server))(),
    sibling: (variables = {}) =>
      appOn(databaseUrl, folder, { ...options, variables: { ...options.variables, ...variables } }),
    async close() {
      await app.close();
      await database.close();
    },
  };
}

/** Asks again for as long as the answer is to come back later, as whoever is many at once has to. */
export async function untilServed(
  call: () => Promise<LightMyRequestResponse>,
): Promise<LightMyRequestResponse> {
  for (;;) {
    const answer = await call();
    if (answer.statusCode !== 503) return answer;
    await turn();
  }
}

/** A visitor's session header, as a client keeps it. */
export async function visitor(app: TestApp): Promise<{ headers: { 'x-visitor-session': string } }> {
  const answer = await untilServed(() => app.post('/api/analytics/page-visit', { page: 'home' }));
  return { headers: { 'x-visitor-session': answer.json().sessionId } };
}

/** The cheapest parameters of Argon2; password.test.ts tests the real cost. */
hashing.cost = { ...hashing.cost, memory: 8, passes: 1 };

export const ADMIN_PASSWORD = 'seven small giants';

/** Creates an administrator and a session. Returns the request headers of the session. */
export async function signIn(
  app: TestApp,
  username = 'admin',
  role: Role = 'owner',
): Promise<{ headers: { authorization: string } }> {
  await app.database.write(async ({ tx }) => {
    await insertAdmin(tx, username, await adminHash(), app.clock.now, { role });
  });
  const answer = await app.post('/api/admin/login', { username, password: ADMIN_PASSWORD });
  return { headers: { authorization: `Bearer ${answer.json().sessionToken}` } };
}

let hash: Promise<string> | undefined;
const adminHash = () => {
  hash ??= hashPassword(ADMIN_PASSWORD, OF_THE_SERVER);
  return hash;
};
