import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { may, neededFor, ROLES, type Role } from '../../../core/admins/roles.ts';
import { calls } from '../../../core/api/calls.ts';
import { type Call, problemCodesOf } from '../../../core/call.ts';
import { isRefusalCode } from '../../../core/refusal.ts';
import { cleanText, isInvisible } from '../../../core/text.ts';
import { openUserSession, SESSION_LIFETIME } from '../../features/accounts/session-store.ts';
import { draftUser, insertUser } from '../../features/accounts/store.ts';
import { changeAdmin } from '../../features/admins/administrators.ts';
import { endAdminSession, insertAdmin, openAdminSession } from '../../features/admins/store.ts';
import { signIn, type TestApp, testApp, visitor } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { type GeneratedRequest, requestsOf } from '../../testing/requests.ts';
import { hashPassword, OF_THE_SERVER } from '../auth/password.ts';
import { tokenHash } from '../auth/secret-token.ts';

/** Requests for each call; `npm run torture` asks for 1,000. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 40);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20261121);

/** Calls that would end or change what the next requests need; below, those that hash passwords. */
const LAST = new Set([
  'saveSettings',
  'adminLogout',
  'adminLogoutAll',
  'endAdministratorSessions',
  'deleteAccount',
  'logout',
]);
const HASHING = new Set([
  'register',
  'login',
  'adminLogin',
  'changePassword',
  'changeAdminPassword',
  'confirmAdmin',
  'acceptInvitation',
  'confirmPasswordReset',
  'deleteAccount',
]);

/** Addresses that are no call's: an empty, split or overlong parameter. */
const NO_ROUTE = /\/$|\/\/|%2F|%5C|\.\.|[^/]{1000}/i;

interface People {
  user: string;
  unverified: string;
  suspended: string;
  expired: string;
  revoked: string;
  admin: string;
}

/** One token of each kind of person. */
async function people(app: TestApp): Promise<People> {
  const hash = await hashPassword('correct horse battery', OF_THE_SERVER);
  const account = async (name: string, columns: object, begun = app.clock.now) =>
    app.database.write(async ({ tx }) => {
      const user = draftUser(
        {
          email: `${name}@example.com`,
          password_hash: hash,
          nickname: name,
          first_name: null,
          last_name: null,
          language: 'en',
          newsletter_subscribed: 0,
        },
        app.clock.now.toISOString(),
      );
      await insertUser(tx, { ...user, email_verified: 1, ...columns });
      return openUserSession(tx, user.id, 'test', begun);
    });
  const revoked = await account('revoked', {});
  await app.database.write(({ tx }) =>
    tx.deleteFrom('user_sessions').where('token_hash', '=', tokenHash(revoked)).execute(),
  );
  return {
    user: await account('user', {}),
    unverified: await account('unverified', { email_verified: 0 }),
    suspended: await account('suspended', { is_active: 0 }),
    expired: await account('expired', {}, new Date(app.clock.now.getTime() - SESSION_LIFETIME - 1000)),
    revoked,
    admin: (await signIn(app)).headers.authorization.slice('Bearer '.length),
  };
}

const send = (app: TestApp, request: GeneratedRequest, token?: string) => {
  const options = {
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(request.payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
  };
  const method = request.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
  return method === 'get'
    ? app.get(request.url, options)
    : app[method](request.url, request.payload, options);
};

const plain = (call: Call, params: Record<string, string> = {}): GeneratedRequest => ({
  method: call.method,
  url: `/api${call.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? 'no-such-thing')}`,
  ...(call.body ? { payload: '{}' } : {}),
});

/** The calls, one that needs something else by a parameter once for each of its values. */
const made = calls.flatMap((call) => {
  const { permission } = call;
  if (permission === undefined || typeof permission === 'string') return [{ call, params: {} }];
  return Object.keys(permission.of).map((value) => ({ call, params: { [permission.by]: value } }));
});

const CONDITIONS = ['valid', 'expired', 'revoked', 'disabled'] as const;
type Condition = (typeof CONDITIONS)[number];

/** A session of an administrator of each role in each condition. */
async function administrators(app: TestApp): Promise<Record<Role, Record<Condition, string>>> {
  const DAY = 24 * 3_600_000;
  const session = async (role: Role, condition: Condition) =>
    app.database.write(async ({ tx }) => {
      const admin = await insertAdmin(tx, `${role} ${condition}`, 'no password', app.clock.now, { role });
      if (!admin) throw new Error('The name is taken.');
      const begun = condition === 'expired' ? new Date(app.clock.now.getTime() - DAY - 1000) : app.clock.now;
      const token = await openAdminSession(tx, admin.id, 'test', begun);
      if (condition === 'revoked') await endAdminSession(tx, token);
      // A session that should have ended with it opens nothing either.
      if (condition === 'disabled')
        await changeAdmin(tx, admin.id, { disabled_at: app.clock.now.toISOString() });
      return token;
    });
  const all = ROLES.map(async (role) => [
    role,
    Object.fromEntries(
      await Promise.all(CONDITIONS.map(async (condition) => [condition, await session(role, condition)])),
    ),
  ]);
  return Object.fromEntries(await Promise.all(all));
}

/** The refusal that a kind of caller gets for a call; undefined where the call is allowed. */
function refusal(access: Call['access'], person: keyof People | 'nobody'): string | undefined {
  if (access === 'public') return undefined;
  if (access === 'admin') return person === 'admin' ? undefined : 'unauthorized';
  if (person === 'user' || person === 'unverified') return undefined;
  if (person === 'suspended') return 'account_suspended';
  return person === 'expired' ? 'session_expired' : 'unauthorized';
}

for (const dialect of dialects) {
  describe(`who may make which call on ${dialect}`, () => {
    let app: TestApp;
    let tokens: People;
    let roles: Awaited<ReturnType<typeof administrators>>;
    beforeAll(async () => {
      app = await testApp(dialect);
      tokens = await people(app);
      roles = await administrators(app);
    });
    afterAll(() => app.close());

    test.each(['nobody', 'user', 'unverified', 'suspended', 'expired', 'revoked', 'admin'] as const)(
      '%s',
      async (person) => {
        const token = person === 'nobody' ? undefined : tokens[person];
        for (const call of calls) {
          if (LAST.has(call.name)) continue;
          const answer = await send(app, plain(call), token);
          const code = answer.statusCode >= 400 ? answer.json().code : undefined;
          const expected = refusal(call.access, person);
          if (expected) expect(code, `${call.name} by ${person}`).toBe(expected);
          else
            expect(
              ['unauthorized', 'session_expired', 'account_suspended'],
              `${call.name} by ${person}`,
            ).not.toContain(code);
        }
      },
    );

    describe.each(ROLES)('an administrator who is %s', (role) => {
      test.each(CONDITIONS)('with a session that is %s', async (condition) => {
        const token = roles[role][condition];
        for (const { call, params } of made) {
          if (call.access === 'public') continue;
          const isAllowed =
            call.access === 'admin' &&
            neededFor(call.permission, params).every((permission) => may(role, permission));
          const expected =
            call.access === 'user'
              ? 'unauthorized'
              : condition === 'expired'
                ? 'session_expired'
                : condition !== 'valid'
                  ? 'unauthorized'
                  : isAllowed
                    ? undefined
                    : 'forbidden';
          if (expected === undefined && LAST.has(call.name)) continue;
          const answer = await send(app, plain(call, params), token);
          const words = `${call.name} ${JSON.stringify(params)} by ${role}: ${answer.body.slice(0, 200)}`;
          const { code, reason } = answer.statusCode >= 400 ? answer.json() : {};
          if (expected) expect(code, words).toBe(expected);
          else expect(['unauthorized', 'session_expired', 'forbidden'], words).not.toContain(code);
          if (expected === 'forbidden') expect([answer.statusCode, reason]).toEqual([403, 'not_your_role']);
        }
      });
    });

    test('nobody else gets into the calls that end something', async () => {
      for (const call of calls.filter((other) => LAST.has(other.name) && other.access !== 'public')) {
        for (const person of ['nobody', 'suspended', 'expired', 'revoked'] as const) {
          const answer = await send(app, plain(call), person === 'nobody' ? undefined : tokens[person]);
          expect(answer.json().code, `${call.name} by ${person}`).toBe(refusal(call.access, person));
        }
      }
    });
  });
}

describe('generated requests', () => {
  const apps: TestApp[] = [];
  const tokens: People[] = [];
  let ids: Record<string, readonly string[]> = {};
  beforeAll(async () => {
    for (const dialect of dialects) {
      const app = await testApp(dialect);
      apps.push(app);
      tokens.push(await people(app));
      for (const name of ['Acme', 'Balsamiq', '리노공업']) await makeCompany(app, name);
      await app.post('/api/companies/acme/comments', { author: 'A', content: 'Hi' }, await visitor(app));
    }
    ids = { id: ['acme', 'balsamiq', '리노공업'], commentId: ['none'], action: ['verify', 'suspend'] };
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
  });

  test('texts are stored and given back as they came, cleaned', async () => {
    const texts = fc.sample(
      fc
        .string({ unit: 'binary', minLength: 1, maxLength: 200 })
        .filter((text) => !isInvisible(cleanText(text))),
      { numRuns: 60, seed: SEED },
    );
    for (const app of apps) {
      await makeCompany(app, 'Echo');
      for (const content of texts) {
        const posted = await app.post(
          '/api/companies/echo/comments',
          { author: 'A', content },
          await visitor(app),
        );
        expect([posted.statusCode, posted.json().content]).toEqual([201, cleanText(content).trim()]);
      }
      const stored = (await app.get('/api/companies/echo/comments'))
        .json()
        .map((comment: { content: string }) => comment.content);
      expect(new Set(stored)).toEqual(new Set(texts.map((text) => cleanText(text).trim())));
    }
  });

  const ordered = [
    ...calls.filter((call) => !LAST.has(call.name)),
    ...calls.filter((call) => LAST.has(call.name)),
  ];
  test.each(ordered.map((call) => [call.name, call] as const))(
    '%s never fails, says only listed codes, and the same on both databases',
    async (name, call) => {
      const runs = HASHING.has(name) ? Math.ceil(RUNS / 8) : RUNS;
      const requests = fc.sample(requestsOf(call, ids), { numRuns: runs, seed: SEED });
      const listed = new Set<string>(problemCodesOf(call));
      for (const request of requests) {
        const answers = [];
        for (const [i, app] of apps.entries()) {
          const person =
            call.access === 'admin' ? tokens[i]?.admin : call.access === 'user' ? tokens[i]?.user : undefined;
          const answer = await send(app, request, person);
          const words = `${JSON.stringify(request).slice(0, 500)} -> ${answer.statusCode} ${answer.body.slice(0, 300)}`;
          expect(answer.statusCode, words).toBeLessThan(500);
          if (answer.statusCode >= 400) {
            const { code, details = [] } = answer.json();
            for (const detail of details) expect(isRefusalCode(detail.code), words).toBe(true);
            if (code === 'not_found' && !listed.has(code)) expect(request.url, words).toMatch(NO_ROUTE);
            else expect([...listed], words).toContain(code);
            answers.push(`${answer.statusCode} ${code}`);
          } else answers.push(`${answer.statusCode}`);
        }
        expect(new Set(answers).size, `${JSON.stringify(request).slice(0, 500)}: ${answers}`).toBe(1);
      }
    },
  );
});
