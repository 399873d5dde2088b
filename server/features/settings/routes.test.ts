import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts';
import { expectStale } from '../../testing/stale.ts';

for (const dialect of dialects) {
  test(`a saved setting holds at once, and the log has it without the key, on ${dialect}`, async () => {
    const app = await testApp(dialect);
    try {
      const as = await signIn(app);
      await expectStale(app, await makeCompany(app, 'Acme'), () =>
        app.post('/api/admin/settings', { enableAnalytics: false, claudeApiKey: 'sk-ant-0123456789' }, as),
      );
      const [entry] = (await app.get('/api/admin/audit', as)).json();
      expect(entry).toMatchObject({
        action: 'settings.save',
        subject: 'settings',
        before: { enableAnalytics: true, claudeApiKey: '' },
        after: { enableAnalytics: false, claudeApiKey: 'sk-a*********6789' },
      });
    } finally {
      await app.close();
    }
  });

  describe(`the test of the mail server on ${dialect}`, () => {
    let smtp: TestSmtp;
    let app: TestApp | undefined;
    beforeEach(async () => {
      smtp = await startSmtp();
    });
    afterEach(async () => {
      await app?.close();
      await smtp.close();
    });

    async function ask(SMTP_URL: string) {
      app = await testApp(dialect, { variables: { SMTP_URL } });
      const as = await signIn(app);
      return app.post('/api/admin/settings/test', { provider: 'smtp' }, as);
    }

    test('one that answers', async () => {
      expect((await ask(smtp.url)).json()).toEqual({
        success: true,
        message: 'The mail server answers and takes our mail.',
        code: null,
      });
      expect(smtp.mails).toEqual([]);
    });

    test('one that is away: in words', async () => {
      const answer = await ask('smtp://someone:hunter22@127.0.0.1:1');
      expect(answer.json()).toEqual({
        success: false,
        message: 'The mail server cannot be reached.',
        code: 'mail_unreachable',
      });
    });

    test('one that refuses the password: in words, without it', async () => {
      const strict = new SMTPServer({
        allowInsecureAuth: true,
        disabledCommands: ['STARTTLS'],
        onAuth: ({ username, password }, _session, done) => done(new Error(`no ${username} ${password}`)),
      });
      await new Promise<void>((resolve) => strict.listen(0, '127.0.0.1', resolve));
      const { port } = strict.server.address() as AddressInfo;
      const answer = await ask(`smtp://someone:hunter22@127.0.0.1:${port}`);
      expect(answer.json()).toEqual({
        success: false,
        message: 'The mail server refused the user name or the password.',
        code: 'mail_login_refused',
      });
      await new Promise<void>((resolve) => strict.close(resolve));
    });
  });
}
