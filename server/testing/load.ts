import { expect } from 'vitest';
import { insertAdmin } from '../features/admins/store.ts';
import { hashPassword, OF_THE_SERVER } from '../platform/auth/password.ts';
import type { Db } from '../platform/database/types.ts';
import { ADMIN_PASSWORD, type TestApp } from './app.ts';
import { makeCompany } from './make.ts';
import type { ServerProcess } from './process.ts';

/** Makes one company and an administrator: what the load is about. */
export async function prepareDirectory(app: TestApp): Promise<TestApp> {
  await makeCompany(app, 'Acme');
  const hash = await hashPassword(ADMIN_PASSWORD, OF_THE_SERVER);
  await app.database.write(async ({ tx }) => {
    await insertAdmin(tx, 'admin', hash, new Date());
  });
  return app;
}

export async function adminToken(server: ServerProcess): Promise<string> {
  const answer = await server.call('POST', '/api/admin/login', {
    username: 'admin',
    password: ADMIN_PASSWORD,
  });
  return (answer.json as { token: string }).token;
}

/** What was answered with success, and must be there ever after. */
export interface Acknowledged {
  comments: string[];
  likes: number;
  emails: string[];
  revenues: string[];
}

export const nothingYet = (): Acknowledged => ({ comments: [], likes: 0, emails: [], revenues: [] });

type Answer = Awaited<ReturnType<ServerProcess['call']>>;

interface Load {
  client: number;
  token: string;
  done: Acknowledged;
  /** Sees every answer. */
  onAnswer?: (answer: Answer) => void;
  until?: AbortSignal;
}

/** One client that comments, likes, registers and edits until the signal, or until the server is gone. */
export async function writeWithoutEnd(
  server: ServerProcess,
  { client, token, done, onAnswer, until }: Load,
): Promise<void> {
  const call: ServerProcess['call'] = async (...request) => {
    const answer = await server.call(...request);
    onAnswer?.(answer);
    return answer;
  };
  try {
    for (let i = 0; !until?.aborted; i++) {
      const visit = await call('POST', '/api/analytics/page-visit', { page: 'home' });
      const { sessionId } = visit.json as { sessionId?: string };
      const visitor = sessionId ? { 'x-visitor-session': sessionId } : {};
      const like = await call('POST', '/api/companies/acme/like', undefined, visitor);
      if (sessionId && like.status === 200) done.likes++;
      const content = `comment ${client} ${i} ${Math.random()}`;
      const comment = await call('POST', '/api/companies/acme/comments', { author: 'A', content }, visitor);
      if (comment.status === 201) done.comments.push(content);
      if (client === 0 && i % 4 === 0) {
        const email = `c${client}-${i}-${Math.random().toString(36).slice(2)}@example.com`;
        const registered = await call('POST', '/api/auth/register', {
          email,
          password: 'correct horse battery',
        });
        if (registered.status === 201) done.emails.push(email);
      }
      if (client === 1) {
        const revenue = `$${1 + Math.floor(Math.random() * 900)}M`;
        const saved = await call(
          'PUT',
          '/api/admin/companies/acme',
          { revenue },
          { authorization: `Bearer ${token}` },
        );
        if (saved.status === 200) done.revenues.push(revenue);
      }
    }
  } catch {
    // The server is gone.
  }
}

/** Everything that was acknowledged is stored, the counters equal their rows, and nothing is half done. */
export async function expectNothingLost(db: Db, done: Acknowledged): Promise<void> {
  const company = await db
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', 'acme')
    .executeTakeFirstOrThrow();
  const count = async (table: 'likes' | 'comments') =>
    Number(
      (
        await db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    );
  expect(company.likes).toBe(await count('likes'));
  expect(company.comments_count).toBe(await count('comments'));
  expect(company.likes).toBeGreaterThanOrEqual(done.likes);
  const stored = new Set(
    (await db.selectFrom('comments').select('content').execute()).map((row) => row.content),
  );
  expect(done.comments.filter((content) => !stored.has(content))).toEqual([]);
  const users = await db.selectFrom('users').select(['id', 'email']).execute();
  const emails = new Set(users.map((row) => row.email));
  expect(done.emails.filter((email) => !emails.has(email))).toEqual([]);
  // An account and the link to verify it are one write.
  const linked = new Set(
    (await db.selectFrom('user_tokens').select('user_id').execute()).map((row) => row.user_id),
  );
  expect(users.filter((user) => !linked.has(user.id))).toEqual([]);
  // Every save that was answered is in the history, in its order.
  const history = await db
    .selectFrom('company_versions')
    .select(['version', 'changes'])
    .orderBy('id')
    .execute();
  const saved = history.map((entry) => JSON.parse(entry.changes)[0]?.after);
  const distinct = done.revenues.filter((revenue, i) => revenue !== done.revenues[i - 1]);
  expect(distinct.filter((revenue) => !saved.includes(revenue))).toEqual([]);
  expect(company.version).toBe(1 + history.length);
}
