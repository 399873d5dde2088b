import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { isMailbox } from '../core/accounts/mailbox.ts';
import { ROLES } from '../core/admins/roles.ts';
import { ADMIN_PASSWORD_MAX, ADMIN_PASSWORD_MIN } from '../core/admins/rules.ts';
import { DEFAULT_SITE_NAME } from '../core/directory/site-name.ts';
import { isTimeZone } from '../core/readers/rules.ts';
import { AI_TOKENS_MAX } from '../core/settings/rules.ts';
import { isHttpUrl } from '../core/text.ts';

const onOff = (fallback: 'on' | 'true') =>
  z
    .enum(['on', 'off', 'true', 'false', '1', '0'], { error: 'must be true or false' })
    .default(fallback)
    .transform((value) => value === 'on' || value === 'true' || value === '1');

const wholeNumberSchema = (error: string, most: number) =>
  z.coerce.number({ error }).int({ error }).min(1, { error }).max(most, { error });

const httpAddressSchema = z.string().refine(isHttpUrl, 'must be an http or https address');

/** Pages and API stand at the root of their host, so an address with a path would lead nowhere. */
function isOrigin(url: string): boolean {
  return !isHttpUrl(url) || /^\/*$/.test(new URL(url).pathname + new URL(url).search + new URL(url).hash);
}

/** What a provider says decides who comes in: nobody on the way may change it. */
function isSafeIssuer(url: string): boolean {
  const { protocol = '', hostname = '' } = URL.parse(url) ?? {};
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/**
 * Every setting, by environment or `.env`. `.describe()` is the text of the README's table, which a test
 * holds against this schema.
 */
export const envSchema = z.object({
  PORT: z.coerce
    .number({ error: 'must be a port number' })
    .int()
    .min(0)
    .max(65535)
    .default(3000)
    .describe('Port to listen on'),
  HOST: z
    .string()
    .min(1)
    .default('0.0.0.0')
    .describe('Address to listen on, or the path of a Unix socket, with a `/` in front'),
  SITE_URL: httpAddressSchema
    .refine(
      isOrigin,
      'must be an address without a path: pages and API stand at the root of a host of their own',
    )
    .optional()
    .transform((url) => url?.replace(/\/+$/, ''))
    .describe('Public address, used in links, e-mails, the sitemap (default `http://localhost:PORT`)'),
  SITE_NAME: z.string().trim().min(1).max(80).default(DEFAULT_SITE_NAME).describe('Name of the directory'),
  SITE_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be an IANA time zone such as Asia/Seoul')
    .default('Asia/Seoul')
    .describe('Time zone in which a day of the statistics begins, and of the moments in the console'),
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)/, 'must be sqlite:FILE or postgres://...')
    .optional()
    .describe('`sqlite:FILE` or `postgres://...` (default `sqlite:VAR_DIR/directory.db`)'),
  VAR_DIR: z
    .string()
    .min(1)
    .default('var')
    .describe('Folder for the database, the generated secret and unsent mail'),
  ADMIN_USERNAME: z
    .string()
    .trim()
    .min(1)
    .max(80)
    .default('admin')
    .describe("The first administrator's user name"),
  ADMIN_PASSWORD: z
    .string()
    .min(ADMIN_PASSWORD_MIN, `must have at least ${ADMIN_PASSWORD_MIN} characters`)
    .max(ADMIN_PASSWORD_MAX)
    .optional()
    .describe("The first administrator's password (default: generated and printed once)"),
  APP_SECRET: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('Key for signing and encryption (default: generated into `VAR_DIR/secret`)'),
  APP_SECRET_OLD: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('The `APP_SECRET` of before, while a new one takes its place'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/-]{16,500}=*$/, 'must have at least 16 letters and digits, without spaces')
    .optional()
    .describe('Bearer token for `/metrics`; without it only the machine itself may read them'),
  CONTACT_EMAIL: z
    .string()
    .refine(isMailbox, 'must be an e-mail address')
    .optional()
    .describe('Address at which readers reach whoever runs the directory; without it none is shown'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must be smtp://... or smtps://...')
    .optional()
    .describe('Mail server; without it every message is kept under `VAR_DIR/mail`'),
  MAIL_FROM: z
    .string()
    .min(3)
    .optional()
    .describe('Sender of e-mails (default `SITE_NAME <no-reply@host of SITE_URL>`)'),
  MAIL_PER_MINUTE: wholeNumberSchema('must be a number of mails', 100_000)
    .default(600)
    .describe('Digests that are sent in a minute at most, by all processes together'),
  MAIL_WEBHOOK_SECRET: z
    .string()
    .regex(/^[\w.~+/-]{16,500}=*$/, 'must have at least 16 letters and digits, without spaces')
    .optional()
    .describe('Bearer token with which a mail service reports bounces and complaints to `/api/mail/bounces`'),
  REQUIRE_VERIFIED_EMAIL: onOff('true').describe(
    'Whether an account must verify its e-mail before it can log in',
  ),
  TRUST_PROXY: z
    .string()
    .optional()
    .describe('Number of proxies in front, or their addresses, whose X-Forwarded-For is believed'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('How much is logged'),
  ANTHROPIC_BASE_URL: httpAddressSchema.optional().describe('Address of a gateway to the Anthropic API'),
  GEMINI_BASE_URL: httpAddressSchema.optional().describe('Address of a gateway to the Gemini API'),
  AI_MONTHLY_TOKENS: wholeNumberSchema('must be a number of tokens', AI_TOKENS_MAX)
    .optional()
    .describe('Tokens that questions to AI may take in a month, whatever higher limit the settings have'),
  WEB_CONCURRENCY: z.coerce
    .number({ error: 'must be a number of processes' })
    .int()
    .min(1)
    .max(64)
    .default(1)
    .describe('Processes that serve on the one port'),
  CONTENT: z
    .enum(['shipped', 'none'], { error: 'must be shipped or none' })
    .default('shipped')
    .describe('What an empty database starts with: `shipped`, the companies of Tiny Giants, or `none`'),
  REPLY_MAIL_SECONDS: wholeNumberSchema('must be a number of seconds', 24 * 3600)
    .default(600)
    .describe('Seconds for which replies are gathered before one mail tells of them'),
  BACKUP_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('Folder of its own for scheduled backups; without it and `BACKUP_S3` none are made'),
  BACKUP_EVERY: wholeNumberSchema('must be a number of hours', 24 * 366)
    .default(24)
    .describe('Hours from one scheduled backup to the next'),
  BACKUP_KEEP: wholeNumberSchema('must be a number of backups', 10_000)
    .default(14)
    .describe('Scheduled backups that are kept; the oldest beyond are removed'),
  BACKUP_S3: z
    .string()
    .regex(
      /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w.=-]+)*\/?$/,
      'must be s3://BUCKET or s3://BUCKET/FOLDER',
    )
    .optional()
    .describe(
      'S3-compatible object storage for scheduled backups, as `s3://BUCKET/FOLDER`, beside `BACKUP_DIR` or instead of it',
    ),
  BACKUP_S3_ENDPOINT: httpAddressSchema
    .optional()
    .describe('Its address (default `https://s3.BACKUP_S3_REGION.amazonaws.com`)'),
  BACKUP_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be a region, as eu-central-1')
    .default('us-east-1')
    .describe('Its region'),
  BACKUP_S3_KEY: z.string().min(1).max(500).optional().describe('Id of the access key to it'),
  BACKUP_S3_SECRET: z.string().min(1).max(500).optional().describe('Secret of that access key'),
  BACKUP_KEY: z
    .string()
    .min(16, 'must have at least 16 characters')
    .max(1000)
    .optional()
    .describe(
      'Passphrase that encrypts what goes there; keep it elsewhere too, nobody can read a backup without it',
    ),
  CDN_SECONDS: wholeNumberSchema('must be a number of seconds', 86_400)
    .optional()
    .describe('How long a CDN in front may keep a page; without it no page says so'),
  CDN_PURGE_URL: httpAddressSchema
    .optional()
    .describe('Where a CDN is told what was changed, so that it lets go of the pages that show it'),
  CDN_PURGE_HEADER: z
    .string()
    .regex(/^[\w-]+:[ \t]*[\x21-\x7e][\x20-\x7e]*$/, 'must be a header, as `Authorization: Bearer ...`')
    .optional()
    .describe('Header that goes with it, as `Authorization: Bearer ...`'),
  OIDC_ISSUER: httpAddressSchema
    .refine(isSafeIssuer, 'must be an https address')
    .optional()
    .describe('OpenID provider by which administrators can sign on; without it they have their passwords'),
  OIDC_CLIENT_ID: z.string().min(1).max(500).optional().describe('Client id that the provider gave'),
  OIDC_CLIENT_SECRET: z.string().min(1).max(2000).optional().describe('Client secret that the provider gave'),
  OIDC_NAME: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .optional()
    .describe("Name of the provider on the button (default: the issuer's host)"),
  OIDC_NEW_ROLE: z
    .enum(ROLES, { error: `must be one of ${ROLES.join(', ')}` })
    .optional()
    .describe(
      'Role that people of `OIDC_DOMAINS` get who are no administrators; without it nobody is made one',
    ),
  OIDC_DOMAINS: z
    .string()
    .regex(/^[^\s@,]+(\s*,\s*[^\s@,]+)*$/, 'must be domains with commas between them')
    .optional()
    .transform((domains) => domains?.toLowerCase().split(/\s*,\s*/) ?? [])
    .describe('Domains of verified e-mail addresses whose people `OIDC_NEW_ROLE` lets in'),
  READER_OIDC_GOOGLE_ID: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe('Client id at Google by which readers can log in; without it they are not offered Google'),
  READER_OIDC_GOOGLE_SECRET: z.string().min(1).max(2000).optional().describe('Client secret at Google'),
  READER_OIDC_GITHUB_ID: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe('Client id at GitHub by which readers can log in; without it they are not offered GitHub'),
  READER_OIDC_GITHUB_SECRET: z.string().min(1).max(2000).optional().describe('Client secret at GitHub'),
  READER_OIDC_ISSUER: httpAddressSchema
    .refine(isSafeIssuer, 'must be an https address')
    .optional()
    .describe('Another OpenID provider by which readers can log in'),
  READER_OIDC_ID: z.string().min(1).max(500).optional().describe('Client id that it gave'),
  READER_OIDC_SECRET: z.string().min(1).max(2000).optional().describe('Client secret that it gave'),
  READER_OIDC_NAME: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .optional()
    .describe("Its name on the button (default: the issuer's host)"),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddressSchema
    .optional()
    .describe('Address of an OpenTelemetry collector (OTLP over HTTP); without it nothing is sent or loaded'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/, 'must be name=value, with commas between several')
    .optional()
    .describe('Headers for it, as `Authorization=Bearer%20...`'),
  OTEL_SERVICE_NAME: z
    .string()
    .min(1)
    .max(200)
    .default('tiny-giants')
    .describe('Name of this directory in traces and metrics'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: 'must be a number from 0 to 1' })
    .min(0)
    .max(1)
    .default(1)
    .describe('Part of the requests that are traced, from 0 to 1'),
  RATE_LIMITS: onOff('on').describe('`off` lifts the limits on requests, for a load test only'),
});

/** Settings that hold a secret: each can stand in a file instead, which NAME_FILE names. */
export const SECRETS = [
  'DATABASE_URL',
  'ADMIN_PASSWORD',
  'APP_SECRET',
  'APP_SECRET_OLD',
  'METRICS_TOKEN',
  'SMTP_URL',
  'MAIL_WEBHOOK_SECRET',
  'BACKUP_S3_KEY',
  'BACKUP_S3_SECRET',
  'BACKUP_KEY',
  'CDN_PURGE_HEADER',
  'OIDC_CLIENT_SECRET',
  'READER_OIDC_GOOGLE_SECRET',
  'READER_OIDC_GITHUB_SECRET',
  'READER_OIDC_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const satisfies readonly (keyof typeof envSchema.shape)[];

/** Whether HOST is the path of a Unix socket. */
export const isSocket = (host: string) => host.startsWith('/');

type ParsedEnv = z.output<typeof envSchema>;

export type Env = Omit<ParsedEnv, 'SITE_URL' | 'DATABASE_URL' | 'APP_SECRET' | 'MAIL_FROM'> & {
  SITE_URL: string;
  DATABASE_URL: string;
  APP_SECRET: string;
  MAIL_FROM: string;
};

/** Error of invalid settings, with one sentence for each. */
export class EnvError extends Error {
  readonly sentences: readonly string[];
  constructor(...sentences: string[]) {
    super(sentences.join('\n'));
    this.sentences = sentences;
  }
}

/** The secret in `VAR_DIR/secret`, made on the first start; `wx` lets one of several processes win. */
function storedSecret(varDir: string): string {
  const file = join(varDir, 'secret');
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 16) throw new EnvError(`${file} does not hold a secret of at least 16 characters.`);
  return secret;
}

/**
 * Reads and completes the settings, and makes VAR_DIR.
 * @throws EnvError with one sentence a line, each naming the setting that is wrong
 */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const given: Record<string, string | undefined> = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  for (const name of SECRETS) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    if (given[name] !== undefined)
      throw new EnvError(`The settings ${name} and ${name}_FILE are both set: remove one of them.`);
    try {
      given[name] = readFileSync(file, 'utf8').trim();
    } catch (error) {
      throw new EnvError(`The setting ${name}_FILE cannot be read: ${(error as Error).message}.`);
    }
  }
  const parsed = envSchema.safeParse(given);
  if (!parsed.success) {
    throw new EnvError(
      ...parsed.error.issues.map(
        (issue) => `The setting ${issue.path.join('.')} ${lowerFirst(issue.message)}.`,
      ),
    );
  }
  const env = parsed.data;
  if (isSocket(env.HOST) && !env.TRUST_PROXY)
    throw new EnvError(
      'The setting HOST is a socket, which needs TRUST_PROXY beside it: clients are known by it alone.',
    );
  if (env.OIDC_ISSUER && !env.OIDC_CLIENT_ID)
    throw new EnvError('The setting OIDC_ISSUER needs OIDC_CLIENT_ID beside it.');
  if (env.OIDC_NEW_ROLE && env.OIDC_DOMAINS.length === 0)
    throw new EnvError('The setting OIDC_NEW_ROLE needs OIDC_DOMAINS beside it.');
  for (const [id, beside] of [
    ['READER_OIDC_GITHUB_ID', 'READER_OIDC_GITHUB_SECRET'],
    ['READER_OIDC_GOOGLE_ID', 'READER_OIDC_GOOGLE_SECRET'],
    ['READER_OIDC_ISSUER', 'READER_OIDC_ID'],
  ] as const)
    if (env[id] && !env[beside]) throw new EnvError(`The setting ${id} needs ${beside} beside it.`);
  if (env.BACKUP_S3 && !(env.BACKUP_S3_KEY && env.BACKUP_S3_SECRET))
    throw new EnvError('The setting BACKUP_S3 needs BACKUP_S3_KEY and BACKUP_S3_SECRET beside it.');
  if (env.CDN_PURGE_URL && !env.CDN_SECONDS)
    throw new EnvError('The setting CDN_PURGE_URL needs CDN_SECONDS beside it.');
  const varDir = resolve(env.VAR_DIR);
  try {
    mkdirSync(varDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new EnvError(`The folder VAR_DIR (${varDir}) cannot be made: ${(error as Error).message}.`);
  }
  const SITE_URL = env.SITE_URL ?? `http://localhost:${env.PORT}`;
  return {
    ...env,
    VAR_DIR: varDir,
    BACKUP_DIR: env.BACKUP_DIR && resolve(env.BACKUP_DIR),
    SITE_URL,
    DATABASE_URL: env.DATABASE_URL ?? `sqlite:${join(varDir, 'directory.db')}`,
    APP_SECRET: env.APP_SECRET ?? storedSecret(varDir),
    MAIL_FROM: env.MAIL_FROM ?? `${env.SITE_NAME} <no-reply@${new URL(SITE_URL).hostname}>`,
  };
}

/** An address as it may be printed: without the user and password in it. */
export const withoutPassword = (url: string) => url.replace(/\/\/[^@]*@/, '//');

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
