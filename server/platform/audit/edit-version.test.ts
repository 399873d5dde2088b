import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';

type As = Awaited<ReturnType<typeof signIn>>;

for (const dialect of dialects) {
  describe(`what is saved as a whole on ${dialect}`, () => {
    let app: TestApp;
    let ada: As;
    let bob: As;
    beforeEach(async () => {
      app = await testApp(dialect, { variables: { REQUIRE_VERIFIED_EMAIL: 'false' } });
      ada = await signIn(app, 'ada');
      bob = await signIn(app, 'bob');
    });
    afterEach(() => app.close());

    /** Two people load the same form, one saves, and then the other. */
    async function saveTwice(
      load: (as: As) => Promise<{ version: string }>,
      save: (as: As, value: string, version?: string) => ReturnType<TestApp['put']>,
      read: () => Promise<unknown>,
    ) {
      const { version } = await load(ada);
      expect((await load(bob)).version).toBe(version);
      expect((await save(ada, 'of ada', version)).statusCode).toBe(200);
      const saved = await load(ada);
      expect(saved.version).not.toBe(version);
      const before = await read();
      const late = await save(bob, 'of bob', version);
      expect([late.statusCode, late.json()]).toMatchObject([
        409,
        {
          code: 'conflict',
          current: saved,
          changed_by: 'ada',
          changed_at: app.clock.now.toISOString(),
        },
      ]);
      expect(await read()).toEqual(before);
      // Decided: on the version that is stored, or by a program that names none.
      expect((await save(bob, 'of bob', late.json().current.version)).statusCode).toBe(200);
      expect((await save(ada, 'of ada again')).statusCode).toBe(200);
    }

    test('settings: a second tab does not undo the blocked words of the first', async () => {
      const load = async (as: As) => (await app.get('/api/admin/settings', as)).json();
      await saveTwice(
        load,
        async (as, word, version) => {
          const { version: _, ...all } = await load(as);
          return app.post('/api/admin/settings', { ...all, blockedWords: [word], version }, as);
        },
        () => load(ada),
      );
    });

    test('documents: each language by itself', async () => {
      const all = async (as: As) => (await app.get('/api/admin/documents', as)).json();
      const load = async (as: As) =>
        (await all(as)).find(
          ({ document, language }: { document: string; language: string }) =>
            document === 'about' && language === 'ko',
        );
      await saveTwice(
        load,
        (as, text, version) => app.put('/api/admin/documents/about', { language: 'ko', text, version }, as),
        () => all(ada),
      );
    });

    test('users: another field that somebody changed meanwhile stays, the same one refuses', async () => {
      await app.post('/api/auth/register', { email: 'eve@example.com', password: 'correct horse battery' });
      const [{ id, organization, nickname }] = (await app.get('/api/admin/users', ada)).json();
      const read = async () => (await app.get(`/api/admin/users/${id}`, ada)).json().user;
      const save = (as: As, fields: object) => app.put(`/api/admin/users/${id}`, fields, as);
      expect((await save(ada, { organization: 'of ada', base: { organization } })).statusCode).toBe(200);
      expect((await save(bob, { nickname: 'Eve', base: { nickname } })).statusCode).toBe(200);
      const before = await read();
      expect(before).toMatchObject({ organization: 'of ada', nickname: 'Eve' });
      const late = await save(bob, { organization: 'of bob', base: { organization } });
      expect([late.statusCode, late.json()]).toMatchObject([
        409,
        { code: 'conflict', current: before, changed_by: 'bob' },
      ]);
      expect(await read()).toEqual(before);
      expect((await save(bob, { organization: 'of bob', base: { organization: 'of ada' } })).statusCode).toBe(
        200,
      );
      expect((await save(ada, { organization: 'of ada again' })).statusCode).toBe(200);
    });
  });
}
