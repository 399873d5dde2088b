import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string;
  /** When it came, in milliseconds of the process. */
  at: number;
  raw: string;
  /** As a person reads them. */
  subject: string;
  from: string;
  /** The decoded text part. */
  text: string;
  /** The decoded HTML part. */
  html: string;
  /** The token of the link in it. */
  token: string;
}

export interface TestSmtp {
  url: string;
  mails: ReceivedMail[];
  /** What the server does with a message: takes it, or answers with this code; after so many milliseconds, or then. */
  answer: { code: number | null; delay: number | Promise<unknown> };
  /** How many messages have arrived whole, whether or not they are answered. */
  arrived(): number;
  /** Refused recipients, with the answer of the server to each. */
  refused: Map<string, { code: number; text: string }>;
  close(): Promise<void>;
}

/** A real SMTP server on loopback that stores received mail. */
export async function startSmtp(): Promise<TestSmtp> {
  const mails: ReceivedMail[] = [];
  const answer: TestSmtp['answer'] = { code: null, delay: 0 };
  let arrived = 0;
  const refused: TestSmtp['refused'] = new Map();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const how = refused.get(address);
      done(how ? Object.assign(new Error(how.text), { responseCode: how.code }) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        arrived++;
        await (typeof answer.delay === 'number' ? pause(answer.delay) : answer.delay);
        if (answer.code !== null) {
          done(Object.assign(new Error('not now'), { responseCode: answer.code }));
          return;
        }
        const raw = Buffer.concat(chunks).toString('utf8');
        const text = partOf(raw, 'plain');
        mails.push({
          to: session.envelope.rcptTo.map((to) => to.address).join(),
          at: performance.now(),
          raw,
          subject: headerOf(raw, 'Subject'),
          from: headerOf(raw, 'From'),
          text,
          html: partOf(raw, 'html'),
          token: /token=([\w-]+)/.exec(text)?.[1] ?? '',
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    answer,
    arrived: () => arrived,
    refused,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A header of a message, unfolded and decoded. */
function headerOf(raw: string, name: string): string {
  const folded = new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'm').exec(raw)?.[1] ?? '';
  return folded
    .replace(/\r\n[ \t]+/g, ' ')
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) => {
      if (kind.toLowerCase() === 'b') return Buffer.from(text, 'base64').toString('utf8');
      const bytes = text
        .replaceAll('_', ' ')
        .replace(/=([0-9A-F]{2})/g, (__, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
      return Buffer.from(bytes, 'latin1').toString('utf8');
    });
}

/** A part of a multipart message, decoded. */
function partOf(raw: string, kind: 'plain' | 'html'): string {
  const part = new RegExp(`Content-Type: text/${kind}[\\s\\S]*?\\r\\n\\r\\n([\\s\\S]*?)\\r\\n--`).exec(raw);
  const head = part?.[0] ?? '';
  const body = part?.[1] ?? '';
  if (/Content-Transfer-Encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (/Content-Transfer-Encoding: quoted-printable/i.test(head)) {
    const bytes = body
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString('utf8');
  }
  return body;
}
