import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialects, type EmptyDatabase, emptyDatabase } from './testing/dialects.ts';
import { makeFirstEdition } from './testing/first-edition.ts';
import type { ServerProcess } from './testing/process.ts';
import { makeScratchCopy, type ScratchCopy, signInTo } from './testing/scratch-copy.ts';

const GERMAN =
  "de: { name: 'Deutsch', directory: 'Kleine Riesen', english: 'German', locale: 'de-DE', timeZone: 'Europe/Berlin', script: 'Latn' },";

/** What a newcomer does: German is one entry and its texts. */
let copy: ScratchCopy;
beforeAll(() => {
  copy = makeScratchCopy('german');
  copy.replace('core/languages.ts', 'const ENTRIES = {', `const ENTRIES = {\n  ${GERMAN}`);
  const inCopy = (path: string) => join(copy.folder, path);
  cpSync(inCopy('web/i18n/locales/en'), inCopy('web/i18n/locales/de'), { recursive: true });
  cpSync(inCopy('server/platform/mail/texts/en.json'), inCopy('server/platform/mail/texts/de.json'));
});
afterAll(() => copy.remove());

describe('a language that was just added', () => {
  test('compiles with nothing but its entry and its texts', () => {
    copy.compile();
  }, 240_000);

  for (const dialect of dialects) {
    describe(`on ${dialect}`, () => {
      let empty: EmptyDatabase;
      let server: ServerProcess;

      test('a database of the first edition goes on listing and saving everything, with it as missing', async () => {
        empty = await emptyDatabase(dialect);
        await makeFirstEdition(dialect, empty.url);
        server = await copy.serve(empty);
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

          const admin = await signInTo(server);
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
          const output = copy.run(['server/cli.ts', 'content'], {
            DATABASE_URL: empty.url,
            VAR_DIR: empty.folder,
          });
          expect(output).toMatch(/^\d{3} added/);
          server = await copy.serve(empty);
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
