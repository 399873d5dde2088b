import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Mail } from './message.ts';

export interface Transport {
  /** Hands a mail over. Rejects where it has to be tried again. */
  send(mail: Mail, id: string): Promise<void>;
  /** Whether there is a mail server. Rejects where it cannot be reached or refuses us. */
  verify(): Promise<boolean>;
  close(): void;
}

interface Options {
  smtpUrl: string | undefined;
  from: string;
  varDir: string;
  siteUrl: string;
  log: Pick<FastifyBaseLogger, 'info'>;
}

/** A mail server that does not answer is given up after this long, in milliseconds. */
const CONNECT_TIMEOUT = 10_000;
const SOCKET_TIMEOUT = 30_000;

/** By SMTP where SMTP_URL is set, else as .eml files with the link in the log. */
export function createTransport(options: Options): Transport {
  const message = ({ to, subject, text, html, language }: Mail, id: string) => ({
    from: options.from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${new URL(options.siteUrl).hostname}>`,
    headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' },
    // Nothing in a mail may make the server read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  if (options.smtpUrl) {
    const smtp = onDemand((nodemailer) =>
      nodemailer.createTransport({
        url: options.smtpUrl,
        connectionTimeout: CONNECT_TIMEOUT,
        greetingTimeout: CONNECT_TIMEOUT,
        socketTimeout: SOCKET_TIMEOUT,
      } as Parameters<typeof nodemailer.createTransport>[0]),
    );
    return {
      async send(mail, id) {
        await (await smtp.get()).sendMail(message(mail, id));
      },
      verify: async () => (await smtp.get()).verify(),
      close: () => smtp.made()?.close(),
    };
  }

  const folder = join(options.varDir, 'mail');
  const composer = onDemand((nodemailer) =>
    nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  );
  return {
    async send(mail, id) {
      const composed = await (await composer.get()).sendMail(message(mail, id));
      mkdirSync(folder, { recursive: true });
      const file = join(folder, `${id}.eml`);
      await writeFile(file, composed.message as Buffer, { mode: 0o600 });
      options.log.info(
        { to: mail.to, file },
        `No SMTP_URL is set; the mail “${mail.subject}” has this link: ${mail.link}`,
      );
    },
    verify: async () => false,
    close: () => {},
  };
}

/** Makes something of nodemailer, which is loaded with the first mail. */
function onDemand<T>(make: (nodemailer: typeof import('nodemailer')) => T) {
  let made: T | undefined;
  return {
    async get(): Promise<T> {
      const nodemailer = await import('nodemailer');
      made ??= make(nodemailer);
      return made;
    },
    made: () => made,
  };
}
