import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { isMailbox } from '../../../core/accounts/mailbox.ts';
import { siteName } from '../../../core/directory/site-name.ts';
import type { Language } from '../../../core/languages.ts';
import { MINUTE } from '../../../core/time.ts';
import { type Mail, picturesIn } from './message.ts';

export interface Transport {
  /**
   * Hands a mail over. Rejects where it has to be tried again, or at the signal.
   * @param beforeContent waited for when the mail server asks for the content, of which it has nothing before; where
   * it rejects, the mail is not sent
   */
  send(mail: Mail, id: string, signal: AbortSignal, beforeContent?: () => Promise<void>): Promise<void>;
  /** Whether there is a mail server. Rejects where it cannot be reached or refuses us. */
  verify(): Promise<boolean>;
  close(): void;
  /** The folder where mails are kept instead; null where there is a mail server. */
  folder: string | null;
}

interface TransportOptions {
  smtpUrl: string | undefined;
  from: string;
  siteName: string;
  varDir: string;
  siteUrl: string;
  /** An uploaded picture by its id. */
  readPicture(id: string): Promise<Buffer | undefined>;
  log: Pick<FastifyBaseLogger, 'info'>;
  /** For tests. */
  timeouts?: MailTimeouts | undefined;
}

/** How long a mail server is waited for, in milliseconds. */
export interface MailTimeouts {
  /** To the connection, and again to the greeting. */
  connect: number;
  /** For the next byte. */
  silence: number;
  /** For the whole of a mail: one that answers by drips is never silent. Shorter than the outbox's lease. */
  mail: number;
}

/** The answer of a mail server to an address that can be no mailbox's (RFC 5321, 4.2.3). */
const NO_MAILBOX = { responseCode: 553, command: 'RCPT TO' };

const MAIL_TIMEOUTS: MailTimeouts = { connect: 10_000, silence: 30_000, mail: MINUTE };

/** By SMTP where SMTP_URL is set, else as .eml files with the link in the log. */
export function createTransport(options: TransportOptions): Transport {
  /** The sender of a mail: where that is the site by its name, by its name in the language of the mail. */
  const senderIn = (language: Language) => {
    const { siteName: configured, from } = options;
    const address = from.startsWith(`${configured} <`) ? /<(.+)>$/.exec(from)?.[1] : undefined;
    return address ? { name: siteName(configured, language), address } : from;
  };
  async function attachedPictures(html: string) {
    const pictures = await Promise.all(
      picturesIn(html).map(async (cid) => ({ cid, content: await options.readPicture(cid) })),
    );
    return pictures.flatMap(({ cid, content }) =>
      content
        ? [
            {
              cid,
              content,
              filename: 'logo.png',
              contentType: 'image/png',
              contentDisposition: 'inline' as const,
            },
          ]
        : [],
    );
  }
  /** @throws as a mail server that refuses a recipient for good, where an address is none */
  const message = async ({ to, subject, text, html, language, headers }: Mail, id: string) => {
    if (!isMailbox(to)) throw Object.assign(new Error('The recipient is no mailbox.'), NO_MAILBOX);
    return {
      from: senderIn(language),
      to: { name: '', address: to },
      // Said apart from the header, which a mail server may read otherwise.
      envelope: { from: options.from, to: [to] },
      subject,
      text,
      html,
      attachments: await attachedPictures(html),
      messageId: `<${id}@${new URL(options.siteUrl).hostname}>`,
      headers: {
        'Content-Language': language,
        'Auto-Submitted': 'auto-generated',
        // Not folded: not everybody reads an address that begins on the next line.
        ...Object.fromEntries(
          Object.entries(headers ?? {}).map(([name, value]) => [name, { prepared: true, value }]),
        ),
      },
      // Nothing in a mail may make the server read a file or an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  };

  if (options.smtpUrl) {
    const { timeouts = MAIL_TIMEOUTS } = options;
    const smtp = onDemand((nodemailer) => {
      const transport = nodemailer.createTransport({
        url: options.smtpUrl,
        connectionTimeout: timeouts.connect,
        greetingTimeout: timeouts.connect,
        socketTimeout: timeouts.silence,
      } as Parameters<typeof nodemailer.createTransport>[0]);
      transport.use('stream', (mail, done) => {
        waitBeforeContent(mail as unknown as ComposedMail);
        done();
      });
      return transport;
    });
    return {
      async send(mail, id, signal, beforeContent) {
        const tooLong = AbortSignal.timeout(timeouts.mail);
        const composed = {
          ...(await message(mail, id)),
          signal: AbortSignal.any([signal, tooLong]),
          beforeContent,
        };
        await (await smtp.get()).sendMail(composed);
      },
      async verify() {
        const tooLong = AbortSignal.timeout(timeouts.mail);
        const givenUp = new Promise<never>((_, reject) => {
          tooLong.addEventListener('abort', () => reject(new Error('The mail server is too slow.')));
        });
        return Promise.race([(await smtp.get()).verify(), givenUp]);
      },
      close: () => smtp.made()?.close(),
      folder: null,
    };
  }

  const folder = join(options.varDir, 'mail');
  const composer = onDemand((nodemailer) =>
    nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  );
  return {
    async send(mail, id, _signal, beforeContent) {
      await beforeContent?.();
      const composed = await (await composer.get()).sendMail(await message(mail, id));
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${id}.eml`);
      await writeFile(file, composed.message as Buffer, { mode: 0o600 });
      options.log.info(
        { to: mail.to, file },
        `No SMTP_URL is set; the mail “${mail.subject}” has this link: ${mail.link}`,
      );
    },
    verify: async () => false,
    close: () => {},
    folder: folder,
  };
}

interface ComposedMail {
  data: { beforeContent?: () => Promise<void> };
  message: { createReadStream(options?: object): Readable };
}

/** The connection pipes the content into the socket when the mail server has answered DATA: that waits. */
function waitBeforeContent({ data: { beforeContent }, message }: ComposedMail): void {
  if (!beforeContent) return;
  const create = message.createReadStream.bind(message);
  message.createReadStream = (options) => {
    const content = create(options);
    const pipe = content.pipe.bind(content);
    content.pipe = (to, pipeOptions) => {
      beforeContent().then(
        () => pipe(to, pipeOptions),
        (error: Error) => content.destroy(error),
      );
      return to;
    };
    return content;
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
