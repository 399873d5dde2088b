import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { envSchema, readEnv, SECRETS } from './env.ts';
import { withEnvFile } from './env-sources.ts';

test("the README's table of settings is this schema's", () => {
  const rows = Object.entries(envSchema.shape).map(([name, schema]) => {
    // As it would be set, not as it is read.
    const { default: fallback } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    const shown = fallback === undefined ? '' : ` (default \`${fallback}\`)`;
    return `| \`${name}\` | ${schema.description}${shown} |`;
  });
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const table = /<!-- settings -->\n([\s\S]*?)<!-- \/settings -->/.exec(readme)?.[1]?.trim();
  expect(table).toBe(rows.join('\n'));
});

test('.env.example has every setting of this schema, switched off', async () => {
  const lines = Object.entries(envSchema.shape).map(([name, schema]) => {
    const { default: fallback } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    const secret = SECRETS.some((secret) => secret === name) ? `, or ${name}_FILE names a file with it` : '';
    return `# ${schema.description?.replaceAll('`', '')}${secret}\n#${name}=${fallback ?? ''}\n`;
  });
  const head =
    '# Copy to .env, and remove the # before what you set. The environment wins. `npm run cli -- check` looks it over.\n';
  // `vitest run server/env.test.ts -u` writes it anew.
  await expect([head, ...lines].join('\n')).toMatchFileSnapshot('../.env.example');
});

test('the README names every secret that can stand in a file', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  expect(readme.replace(/\s+/g, ' ')).toContain(SECRETS.map((name) => `\`${name}\``).join(', '));
});

test('.env of the working folder completes the environment, which wins', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-env-'));
  expect(withEnvFile({ PORT: '1' }, folder)).toEqual({ PORT: '1' });
  writeFileSync(join(folder, '.env'), 'PORT=2\nSITE_NAME="Ours # ours"\n# HOST=x\nLOG_LEVEL=warn\n');
  expect(withEnvFile({ PORT: '1', LOG_LEVEL: '' }, folder)).toEqual({
    PORT: '1',
    SITE_NAME: 'Ours # ours',
    LOG_LEVEL: 'warn',
  });
  rmSync(folder, { recursive: true });
});

test.each(SECRETS)('%s can stand in a file, and not in both', (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-env-'));
  const values: Partial<Record<string, string>> = {
    DATABASE_URL: 'postgres://a:b@db/directory',
    SMTP_URL: 'smtp://mail.example',
    CDN_PURGE_HEADER: 'Fastly-Key: abc',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
  };
  const value = values[name] ?? 'seven small giants'.replaceAll(' ', '-');
  const file = join(folder, 'secret.txt');
  writeFileSync(file, `${value}\n`);
  expect(readEnv({ VAR_DIR: folder, [`${name}_FILE`]: file })[name]).toBe(value);
  expect(() => readEnv({ VAR_DIR: folder, [name]: value, [`${name}_FILE`]: file })).toThrow(
    `The settings ${name} and ${name}_FILE are both set`,
  );
  expect(() => readEnv({ VAR_DIR: folder, [`${name}_FILE`]: join(folder, 'none') })).toThrow(
    `The setting ${name}_FILE cannot be read`,
  );
  rmSync(folder, { recursive: true });
});

test('a wrong setting is named in one sentence', () => {
  const wrong = {
    PORT: 'x',
    SITE_URL: 'ftp://a',
    SITE_TIME_ZONE: 'Mars',
    DATABASE_URL: 'mysql://x',
    ADMIN_PASSWORD: 'abc',
    BACKUP_EVERY: '0',
    BACKUP_KEEP: 'all',
    BACKUP_S3: 'backups',
    BACKUP_S3_ENDPOINT: 'minio:9000',
    BACKUP_KEY: 'short',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'abc',
    OTEL_TRACES_SAMPLER_ARG: '2',
    HOST: '/run/giants.sock',
    OIDC_ISSUER: 'http://id.example',
    OIDC_NEW_ROLE: 'king',
    OIDC_DOMAINS: 'ada@giants.example',
  };
  const several = { ...wrong, SITE_URL: 'https://a.example/directory' };
  for (const [name, value] of [...Object.entries(wrong), ...Object.entries(several)]) {
    expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^The setting ${name} [^\\n]+\\.$`));
  }
});

test('a sign-on provider needs its client, and who is made an administrator needs a domain', () => {
  expect(() => readEnv({ OIDC_ISSUER: 'https://id.example' })).toThrow(
    /^The setting OIDC_ISSUER needs OIDC_CLIENT_ID beside it\.$/,
  );
  expect(() => readEnv({ OIDC_NEW_ROLE: 'editor' })).toThrow(
    /^The setting OIDC_NEW_ROLE needs OIDC_DOMAINS beside it\.$/,
  );
  const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-env-'));
  const set = readEnv({
    VAR_DIR: folder,
    OIDC_ISSUER: 'http://localhost:9000',
    OIDC_CLIENT_ID: 'giants',
    OIDC_NEW_ROLE: 'editor',
    OIDC_DOMAINS: 'Giants.example , other.example',
  });
  expect(set.OIDC_DOMAINS).toEqual(['giants.example', 'other.example']);
  expect(readEnv({ VAR_DIR: folder }).OIDC_DOMAINS).toEqual([]);
  rmSync(folder, { recursive: true });
});

test('what is not set is completed, and the secret stays the same', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-env-'));
  const first = readEnv({ VAR_DIR: folder, PORT: '8080' });
  expect(first).toMatchObject({
    SITE_URL: 'http://localhost:8080',
    DATABASE_URL: `sqlite:${folder}/directory.db`,
    MAIL_FROM: 'Tiny Giants <no-reply@localhost>',
  });
  expect(readEnv({ VAR_DIR: folder }).APP_SECRET).toBe(first.APP_SECRET);
  expect(first).toMatchObject({ BACKUP_DIR: undefined, BACKUP_EVERY: 24, BACKUP_KEEP: 14 });
  expect(
    readEnv({ VAR_DIR: folder, BACKUP_DIR: 'backups', BACKUP_EVERY: '6', BACKUP_KEEP: '1' }),
  ).toMatchObject({ BACKUP_DIR: join(process.cwd(), 'backups'), BACKUP_EVERY: 6, BACKUP_KEEP: 1 });
  rmSync(folder, { recursive: true });
});
