import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { followSecret } from './secret-change.ts';
import { signIn, type TestApp, testApp, visitor } from './testing/app.ts';
import { dialects } from './testing/dialects.ts';
import { makeCompany } from './testing/make.ts';
import { startSmtp, type TestSmtp } from './testing/smtp.ts';

const OLD = 'a secret of the tests, long enough';
const NEW = 'another secret, as long as it has to be';

for (const dialect of dialects) {
  describe(`a changed APP_SECRET on ${dialect}`, () => {
    let app: TestApp;
    let smtp: TestSmtp;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeEach(async () => {
      smtp = await startSmtp();
      app = await testApp(dialect, { variables: { SMTP_URL: smtp.url } });
      as = await signIn(app);
      expect(await followSecret(app.database, app.env, app.clock.now)).toBeUndefined();
      await app.post('/api/admin/settings', { claudeApiKey: 'sk-ant-0123456789' }, as);
      smtp.answer.code = 451;
      await app.post('/api/auth/register', { email: 'ada@example.com', password: 'correct horse battery' });
      await app.outbox.whenIdle();
      smtp.answer.code = null;
    });
    afterEach(async () => {
      await app.close();
      await smtp.close();
    });

    /** What the administrator sees of the key, and which mails leave, on a server with other secrets. */
    const startWith = async (variables: Record<string, string>) => {
      const other = await app.sibling(variables);
      const said = await followSecret(other.database, other.env, other.clock.now);
      try {
        other.clock.forward(3_600_000);
        other.outbox.wake();
        await other.outbox.whenIdle();
        const { claudeApiKey } = (await other.get('/api/admin/settings', as)).json();
        return { said, claudeApiKey, mails: smtp.mails.length };
      } finally {
        await other.close();
      }
    };

    test('the same secret says nothing', async () => {
      expect(await startWith({})).toEqual({ said: undefined, claudeApiKey: 'sk-a*********6789', mails: 1 });
    });

    test('alone, names what is lost with it', async () => {
      const { said, ...rest } = await startWith({ APP_SECRET: NEW });
      expect(rest).toEqual({ claudeApiKey: '', mails: 0 });
      expect(said).toContain('1 API keys of the settings, 1 mails that wait to be sent, the recognition of');
      expect(said).toContain('APP_SECRET_OLD');
    });

    test('with the old one beside it, loses nothing, then and without the old one later', async () => {
      await makeCompany(app, 'Acme');
      const reader = await visitor(app);
      await app.post('/api/companies/acme/like', undefined, reader);
      const both = await startWith({ APP_SECRET: NEW, APP_SECRET_OLD: OLD });
      expect(both).toMatchObject({ claudeApiKey: 'sk-a*********6789', mails: 1 });
      expect(both.said).toContain('2 stored texts were encrypted anew');
      const known = await app.sibling({ APP_SECRET: NEW, APP_SECRET_OLD: OLD });
      await known.post('/api/companies/acme/like', undefined, reader);
      expect((await known.get('/api/companies/acme')).json().likes).toBe(1);
      await known.close();
      expect(await startWith({ APP_SECRET: NEW })).toMatchObject({
        said: undefined,
        claudeApiKey: 'sk-a*********6789',
      });
    });
  });
}
