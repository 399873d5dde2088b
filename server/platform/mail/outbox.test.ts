import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DARK, LIGHT } from '../../../core/design/tokens.ts';
import { LANGUAGES, type Language } from '../../../core/languages.ts';
import { HOUR, SECOND } from '../../../core/time.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts';
import { forgetRefused } from './outbox.ts';

const TIMEOUTS = { connect: 300, silence: 300, mail: 800 };

/** What a mail server that is in trouble does with a connection. */
const TROUBLES: Record<string, 'refuse' | ((socket: Socket) => void)> = {
  'refuses every connection': 'refuse',
  'closes every connection': (socket) => socket.destroy(),
  'accepts and never answers': () => {},
  'greets and then says nothing': (socket) => socket.write('220 mail ESMTP\r\n'),
  'answers byte by byte': (socket) => {
    socket.write('220 mail ESMTP\r\n');
    const drip = setInterval(() => socket.write('250-'), 50);
    socket.once('close', () => clearInterval(drip));
  },
  'turns everybody away for now': (socket) => socket.end('421 too busy\r\n'),
  'refuses the sender for now': (socket) => {
    socket.write('220 mail ESMTP\r\n');
    socket.on('data', (line) =>
      socket.write(String(line).startsWith('EHLO') ? '250 mail\r\n' : '451 try again later\r\n'),
    );
  },
};

/** Takes everything but one command. */
const refusing = (command: string, code: number) => (socket: Socket) => {
  socket.write('220 mail ESMTP\r\n');
  let isData = false;
  socket.on('data', (chunk) => {
    for (const line of String(chunk).split('\r\n')) {
      if (isData && line !== '.') continue;
      if (line === '') continue;
      isData = line === 'DATA';
      if (line.startsWith(command)) socket.write(`${code} not here\r\n`);
      else socket.write(isData ? '354 go on\r\n' : '250 fine\r\n');
    }
  });
};

/** Stands before a mail server; while it is in trouble nothing gets there. */
async function troubled(smtp: TestSmtp) {
  const sockets = new Set<Socket>();
  let trouble: ((socket: Socket) => void) | undefined;
  let port = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    if (trouble) return trouble(socket);
    const upstream = connect(Number(new URL(smtp.url).port), '127.0.0.1');
    upstream.on('error', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
    socket.pipe(upstream).pipe(socket);
  });
  const listen = () =>
    new Promise<void>((resolve) =>
      server.listen(port, '127.0.0.1', () => {
        port = (server.address() as AddressInfo).port;
        resolve();
      }),
    );
  const close = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  };
  await listen();
  return {
    url: `smtp://127.0.0.1:${port}`,
    async set(next: 'refuse' | typeof trouble) {
      trouble = next === 'refuse' ? undefined : next;
      if (next === 'refuse') await close();
      else if (!server.listening) await listen();
    },
    close,
  };
}

for (const dialect of dialects) {
  describe(`mail on ${dialect} while the mail server`, () => {
    let app: TestApp;
    let smtp: TestSmtp;
    let way: Awaited<ReturnType<typeof troubled>>;
    beforeEach(async () => {
      smtp = await startSmtp();
      way = await troubled(smtp);
      app = await testApp(dialect, {
        variables: { SMTP_URL: way.url },
        build: { mail: { timeouts: TIMEOUTS } },
      });
      await makeCompany(app, 'Acme');
    });
    afterEach(async () => {
      await app.close();
      await way.close();
      await smtp.close();
    });

    const register = (email: string, language?: Language) =>
      app.post('/api/auth/register', { email, password: 'correct horse battery', language });
    const waiting = () => app.database.read.selectFrom('outbox').selectAll().orderBy('id').execute();
    const emails = ['ada@example.com', 'bob@example.com'];

    test.each(Object.entries(TROUBLES))(
      '%s: calls go on, and each mail is sent once afterwards',
      async (_, trouble) => {
        await way.set(trouble);
        for (const email of emails) expect((await register(email)).statusCode).toBe(201);
        let over = false;
        const settled = app.outbox.whenIdle().finally(() => {
          over = true;
        });
        for (let i = 0; i < 5 || !over; i++) {
          const answers = [
            await app.get('/api/companies/acme'),
            await app.post('/api/companies/acme/comments', { author: 'A', content: `${i}` }),
          ];
          expect(answers.map((answer) => answer.statusCode)).toEqual([200, 201]);
          await pause(20);
        }
        await settled;
        for (const mail of await waiting()) {
          expect(mail).toMatchObject({ attempts: 1, last_error: expect.stringMatching(/\w/) });
        }
        expect(await waiting()).toHaveLength(2);

        await way.set(undefined);
        app.clock.forward(14 * SECOND);
        app.outbox.wake();
        await app.outbox.whenIdle();
        expect(smtp.mails).toEqual([]);
        // A machine that has much to do may keep even a good mail server waiting for too long.
        for (let wait = 2; (await waiting()).length > 0 && wait < 100; wait *= 2) {
          app.clock.forward(wait * SECOND);
          app.outbox.wake();
          await app.outbox.whenIdle();
        }
        expect(smtp.mails.map((mail) => mail.to).sort()).toEqual(emails);
        expect(await waiting()).toEqual([]);
      },
    );

    test.each(['accepts and never answers', 'greets and then says nothing', 'answers byte by byte'])(
      '%s: asking whether it is there ends',
      async (trouble) => {
        await way.set(TROUBLES[trouble]);
        await expect(app.outbox.verify()).rejects.toThrow();
      },
    );

    test('is away for long: the waits double up to an hour, and after three days it is given up', async () => {
      await way.set(TROUBLES['closes every connection']);
      await register('ada@example.com');
      const waits: number[] = [];
      for (;;) {
        app.outbox.wake();
        await app.outbox.whenIdle();
        const [mail] = await waiting();
        if (!mail) break;
        const wait = Date.parse(mail.next_attempt_at) - app.clock.now.getTime();
        waits.push(wait / SECOND);
        app.clock.forward(wait);
      }
      expect(waits.slice(0, 10)).toEqual([15, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
      const all = waits.reduce((sum, wait) => sum + wait, 0) * SECOND;
      expect(all).toBeGreaterThan(72 * HOUR);
      expect(all).toBeLessThan(74 * HOUR);
    });

    test.each([
      ['a recipient', 'RCPT'],
      ['a message', '.'],
    ])('refuses %s for good: it is said and counted, not tried again, and forgotten', async (_, command) => {
      const as = await signIn(app);
      await way.set(refusing(command, 550));
      await register('ada@example.com');
      await app.outbox.whenIdle();
      const refused = {
        attempts: 1,
        last_error: expect.stringContaining('550'),
        refused_at: expect.any(String),
      };
      expect(await waiting()).toMatchObject([refused]);
      expect((await app.get('/api/admin/waiting', as)).json()).toMatchObject({
        delayed_mails: 0,
        refused_mails: 1,
        mail_error: expect.stringContaining('550'),
      });
      expect((await app.get('/metrics')).body).toContain('mail_refused_total 1');
      await way.set(undefined);
      app.clock.forward(2 * 24 * HOUR);
      app.outbox.wake();
      await app.outbox.whenIdle();
      expect([await waiting(), smtp.mails]).toMatchObject([[refused], []]);
      app.clock.forward(2 * 24 * HOUR);
      await app.database.write(({ tx }) => forgetRefused(tx, app.clock.now));
      expect(await waiting()).toEqual([]);
    });

    test('hands on what it gets as text and as a letter in the same language, with nothing to load', async () => {
      await way.set(undefined);
      for (const language of LANGUAGES) await register(`letter-${language}@example.com`, language);
      await app.outbox.whenIdle();
      expect(smtp.mails).toHaveLength(LANGUAGES.length);
      for (const language of LANGUAGES) {
        const mail = smtp.mails.find(({ to }) => to === `letter-${language}@example.com`);
        const { raw = '', text = '', html = '', token = '' } = mail ?? {};
        expect(raw).toMatch(/^Content-Type: multipart\/alternative/m);
        expect(raw.indexOf('text/plain')).toBeLessThan(raw.indexOf('text/html'));
        expect(html).toContain(`<html lang="${language}">`);
        // Every sentence of the text stands in the letter, and the link twice: to press and to read.
        const read = html.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
        for (const line of text.split(/\r?\n/).filter(Boolean))
          expect(read).toContain(line.replace(/:$/, ''));
        expect(html.split(`token=${token}"`)).toHaveLength(3);
        // Light by itself, dark for readers who have it so; nothing is fetched when it is opened.
        expect(html).toContain(LIGHT.paper);
        expect(html).toMatch(new RegExp(`prefers-color-scheme:dark.*${DARK.paper}`, 's'));
        expect(html).not.toMatch(/<img|<link|<script|url\(|src=/);
      }
    });

    test('refuses the sender or the log-in for good: that is mended in the settings, and the mail arrives', async () => {
      await way.set(refusing('MAIL', 550));
      await register('ada@example.com');
      await app.outbox.whenIdle();
      expect(await waiting()).toMatchObject([{ attempts: 1, refused_at: null }]);
      await way.set(undefined);
      app.clock.forward(HOUR);
      app.outbox.wake();
      await app.outbox.whenIdle();
      expect(smtp.mails).toHaveLength(1);
    });

    test('is away and the clock is set back an hour: it is sent at once afterwards', async () => {
      await way.set(TROUBLES['closes every connection']);
      await register('ada@example.com');
      await app.outbox.whenIdle();
      app.clock.forward(-HOUR);
      app.outbox.wake();
      await app.outbox.whenIdle();
      expect(await waiting()).toMatchObject([{ attempts: 2 }]);
      // Then the waits are as always.
      app.outbox.wake();
      await app.outbox.whenIdle();
      expect(await waiting()).toMatchObject([{ attempts: 2 }]);
      await way.set(undefined);
      app.clock.forward(HOUR);
      app.outbox.wake();
      await app.outbox.whenIdle();
      expect(smtp.mails.map((mail) => mail.to)).toEqual(['ada@example.com']);
    });

    test('never answers, a stop is over soon and loses no mail', async () => {
      const patient = await testApp(dialect, { variables: { SMTP_URL: way.url } });
      const stopped = await patient.sibling();
      await way.set(TROUBLES['answers byte by byte']);
      await stopped.post('/api/auth/register', {
        email: 'ada@example.com',
        password: 'correct horse battery',
      });
      await pause(200);
      await stopped.close();
      const mails = await patient.database.read.selectFrom('outbox').selectAll().execute();
      expect(mails).toMatchObject([{ attempts: 1, last_error: expect.stringMatching(/\w/) }]);
      await patient.close();
    });
  });
}
