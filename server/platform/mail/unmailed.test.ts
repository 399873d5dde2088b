import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts';

const PASSWORD = 'correct horse battery';

for (const dialect of dialects) {
  for (const withServer of [false, true]) {
    describe(`what is said of mails ${withServer ? 'with' : 'without'} a mail server, on ${dialect}`, () => {
      let app: TestApp;
      let smtp: TestSmtp;
      beforeAll(async () => {
        smtp = await startSmtp();
        app = await testApp(dialect, { variables: withServer ? { SMTP_URL: smtp.url } : {} });
      });
      afterAll(async () => {
        await app.close();
        await smtp.close();
      });

      test('administrators are told where mails are', async () => {
        const as = await signIn(app);
        const { mailsKeptIn } = (await app.get('/api/admin/session', as)).json();
        if (withServer) expect(mailsKeptIn).toBeNull();
        else expect(mailsKeptIn).toMatch(/[/\\]mail$/);
      });

      test('a mail is a file of that folder where there is no mail server, with its link', async () => {
        const folder = join(app.env.VAR_DIR, 'mail');
        await app.post('/api/auth/register', { email: 'kept@example.com', password: PASSWORD });
        await app.outbox.whenIdle();
        if (withServer) {
          expect(existsSync(folder)).toBe(false);
          return;
        }
        const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
        const own = mails.find((mail) => mail.includes('To: kept@example.com'));
        expect(own?.replace(/=\r\n/g, '')).toContain('/verify-email?token=3D');
      });

      test('readers are told that there are none, and of no folder', async () => {
        const email = 'ada@example.com';
        const answers = [
          await app.post('/api/auth/register', { email, password: PASSWORD }),
          await app.post('/api/auth/resend-verification', { email }),
          await app.post('/api/auth/password-reset/request', { email }),
        ];
        for (const answer of answers) {
          const { message } = answer.json() as { message: string };
          expect(answer.statusCode).toBeLessThan(300);
          expect(message.includes('This site sends no e-mail')).toBe(!withServer);
          expect(/on its way|check your e-mail/.test(message)).toBe(withServer);
          expect(answer.body).not.toMatch(/[/\\]mail\b/);
        }
      });
    });
  }
}
