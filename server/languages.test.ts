import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD } from './testing/app.ts';
import { dialects, type EmptyDatabase, emptyDatabase } from './testing/dialects.ts';
import { makeFirstEdition } from './testing/first-edition.ts';
import { type ServerProcess, startProcess } from './testing/process.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COPIED = [
  'core',
  'server',
  'web',
  'content',
  'public',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
const BUILT_BY = ['vite.config.ts', 'react-router.config.ts'];
const GERMAN =
  "de: { name: 'Deutsch', directory: 'Kleine Riesen', english: 'German', locale: 'de-DE', timeZone: 'Europe/Berlin', script: 'Latn' },";

/** What a newcomer does: a copy of the product in which German is one entry and its texts. */
function withGerman(): string {
  const copy = mkdtempSync(join(tmpdir(), 'tiny-giants-german-'));
  for (const path of [...COPIED, ...BUILT_BY])
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const list = join(copy, 'core', 'languages.ts');
  const entries = readFileSync(list, 'utf8');
  writeFileSync(list, entries.replace('const ENTRIES = {', `const ENTRIES = {\n  ${GERMAN}`));
  cpSync(join(copy, 'web/i18n/locales/en'), join(copy, 'web/i18n/locales/de'), { recursive: true });
  cpSync(join(copy, 'server/mail/texts/en.json'), join(copy, 'server/mail/texts/de.json'));
  return copy;
}

let copy: string;
beforeAll(() => {
  copy = withGerman();
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const run = (...args: string[]) =>
  execFileSync(process.execPath, args, { cwd: copy, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

async function signIn(server: ServerProcess): Promise<Record<string, string>> {
  const { json } = await server.call('POST', '/api/admin/login', {
    username: 'admin',
    password: ADMIN_PASSWORD,
  });
  return { authorization: `Bearer ${(json as { sessionToken: string }).sessionToken}` };
}

describe('a language that was just added', () => {
  test('compiles with nothing but its entry and its texts', () => {
    run('node_modules/@react-router/dev/bin.cjs', 'typegen');
    run('node_modules/typescript/bin/tsc');
  }, 240_000);

  for (const dialect of dialects) {
    describe(`on ${dialect}`, () => {
      let empty: EmptyDatabase;
      let server: ServerProcess;
      const start = () =>
        startProcess(
          empty.url,
          empty.folder,
          { ADMIN_PASSWORD },
          { file: join(copy, 'server/testing/serve-with-admin.ts') },
        );

      test('a database of the first edition goes on listing and saving everything, with it as missing', async () => {
        empty = await emptyDatabase(dialect);
        await makeFirstEdition(dialect, empty.url);
        server = await start();
        try {
          const list = async (language: string) =>
            (
              (await server.call('GET', `/api/companies?language=${language}`)).json as { name: string }[]
            ).map(({ name }) => name);
          expect(await list('de')).toEqual(['Old Hands']);
          expect(await list('ko')).toEqual(['오래된 손']);
          const found = (language: string, q: string) =>
            server.call('GET', `/api/companies?language=${language}&q=${encodeURIComponent(q)}`);
          expect((await found('de', 'hands')).json).toHaveLength(1);
          expect((await found('zh', '老手')).json).toHaveLength(1);

          const admin = await signIn(server);
          const status = await server.call('GET', '/api/admin/translations/status', undefined, admin);
          expect(status.json).toMatchObject({
            incompleteTranslations: [
              { company_id: 'old-hands', available_languages: ['en', 'ko', 'ja', 'zh'], language_count: 4 },
            ],
          });
          const saved = await server.call(
            'PUT',
            '/api/admin/companies/old-hands',
            { language: 'de', name: 'Alte Hasen', description: 'Über uns', story: 'Es war einmal.' },
            admin,
          );
          expect(saved.status).toBe(200);
          expect(await list('de')).toEqual(['Alte Hasen']);
          expect(await list('ja')).toEqual(['古い手']);
          expect((await found('de', 'hasen')).json).toHaveLength(1);
          const made = await server.call(
            'POST',
            '/api/admin/companies',
            { language: 'de', name: 'Neu', description: 'Ganz neu' },
            admin,
          );
          expect(made.status).toBe(201);
          expect(await list('de')).toHaveLength(2);
        } finally {
          await server.end('SIGTERM');
          await empty.remove();
        }
      });

      test('a fresh start has the shipped companies, in English where they lack it', async () => {
        empty = await emptyDatabase(dialect);
        try {
          const output = execFileSync(process.execPath, ['server/cli.ts', 'content'], {
            cwd: copy,
            encoding: 'utf8',
            env: { ...process.env, DATABASE_URL: empty.url, VAR_DIR: empty.folder },
          });
          expect(output).toMatch(/^\d{3} added/);
          server = await start();
          const { json } = await server.call('GET', '/api/companies/craigslist?language=de');
          expect(json).toMatchObject({ name: 'Craigslist', language: 'en' });
        } finally {
          await server.end('SIGTERM');
          await empty.remove();
        }
      });
    });
  }
});
