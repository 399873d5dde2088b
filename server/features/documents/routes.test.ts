import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '../../../core/call.ts';
import { setDirectory } from '../../../core/directory/current.ts';
import { SHIPPED_DIRECTORY } from '../../../core/directory/shipped.ts';
import type { findDocuments, readDocument } from '../../../core/documents/calls.ts';
import { plainText } from '../../../core/documents/markdown.ts';
import { DOCUMENTS } from '../../../core/documents/rules.ts';
import { DIRECTORY_NAMES, LANGUAGES } from '../../../core/languages.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';

type Document = Answer<typeof readDocument>;

const textOf = ({ blocks }: Document) =>
  blocks
    .map((block) => (block.kind === 'list' ? block.items.map(plainText).join('\n') : plainText(block.runs)))
    .join('\n');

for (const dialect of dialects) {
  describe(`documents on ${dialect}`, () => {
    let app: TestApp;
    beforeEach(async () => {
      app = await testApp(dialect, { variables: { CONTACT_EMAIL: 'hello@giants.example' } });
    });
    afterEach(() => app.close());

    const read = async (path: string, from = app) =>
      (await from.get(`/api/documents/${path}`)).json() as Document;

    test('all are shipped in all languages, with the facts of this installation', async () => {
      for (const language of LANGUAGES) {
        for (const document of DOCUMENTS) {
          const answer = await read(`${document}?language=${language}`);
          expect(answer).toMatchObject({ document, language, updated_at: null });
          expect([answer.title, answer.description]).not.toContain('');
          const text = textOf(answer);
          expect(text).not.toMatch(/\{\{|은\(는\)|을\(를\)|이\(가\)/);
          if (document !== 'contact') expect(answer.title + text).toContain(DIRECTORY_NAMES[language]);
        }
        const privacy = textOf(await read(`privacy?language=${language}`));
        expect(privacy).toContain('hello@giants.example');
        for (const fact of ['i18nextLng', 'visitorSessionId', 'likedCompanies', 'authToken', 'theme'])
          expect(privacy).toContain(fact);
      }
    });

    test('the privacy page names for how long the security log is kept, as it is set', async () => {
      const kept = async () => textOf(await read('privacy?language=en'));
      expect(await kept()).toContain('kept for 180 days');
      const as = await signIn(app);
      await app.post('/api/admin/settings', { securityLogDays: 30 }, as);
      expect(await kept()).toContain('kept for 30 days');
      await app.post('/api/admin/settings', { securityLogDays: 180 }, as);
    });

    test('the page about the site counts the companies that it shows', async () => {
      const told = async () => textOf(await read('about?language=en')).match(/^Rankings .*?,/m)?.[0];
      expect(await told()).toBe('Rankings by category,');
      for (const name of ['Alpha', 'Beta']) await makeCompany(app, name, { id: name.toLowerCase() });
      expect(await told()).toBe('Rankings of 2 companies by category,');
      await makeCompany(app, 'Gamma', { id: 'gamma', show_on_site: false });
      expect(await told()).toBe('Rankings of 2 companies by category,');
    });

    test('the page about the site names the categories and the languages of the configuration', async () => {
      const as = await signIn(app);
      const about = async (language: string) => textOf(await read(`about?language=${language}`));
      expect(await about('en')).toContain('Small Teams: Fewer than 20 people');
      expect(await about('en')).toContain('English, Korean, Japanese, and Chinese. Where a text');
      expect(await about('ja')).toContain('少人数チーム：従業員20人未満');
      const save = async (part: string, change: (value: Record<string, unknown>) => object) => {
        const { version, value } = (await app.get(`/api/admin/configuration/${part}`, as)).json();
        const saved = await app.put(
          `/api/admin/configuration/${part}`,
          { version, value: change(value) },
          as,
        );
        expect(saved.statusCode).toBe(200);
      };
      await save('categories', ({ list, ...rest }) => ({
        ...rest,
        list: (list as { id: string }[]).map((category) =>
          category.id === 'small-teams'
            ? { ...category, names: { en: 'Two [or] three' }, rules: {}, descriptions: { en: 'Few people.' } }
            : category,
        ),
      }));
      await save('languages', () => ({ offered: ['en'], default: 'en' }));
      await save('identity', () => ({ taglines: { en: 'Bakeries of one city' } }));
      const now = await about('en');
      expect(now).toContain('Two [or] three: Few people.');
      expect(now).not.toMatch(/Where a text|stayed small/);
      expect(now).toContain(': Bakeries of one city');
      setDirectory(SHIPPED_DIRECTORY);
    });

    test('where there is no contact, none is named; backups are told where they are made', async () => {
      const silent = await app.sibling({
        CONTACT_EMAIL: '',
        BACKUP_DIR: `${app.env.VAR_DIR}/backups`,
        BACKUP_EVERY: '6',
        BACKUP_KEEP: '3',
      });
      for (const language of LANGUAGES) {
        for (const document of DOCUMENTS)
          expect(textOf(await read(`${document}?language=${language}`, silent))).not.toContain('@');
        expect(textOf(await read(`privacy?language=${language}`, silent))).toMatch(/6\D+3/);
      }
      expect(textOf(await read('privacy?language=en', silent))).toContain('every 6 hours');
      await silent.close();
    });

    test('one is written anew in a language, kept until then, logged, and reset', async () => {
      const as = await signIn(app);
      const before = await app.get('/api/documents/terms?language=ko');
      app.clock.forward(1000);
      const text =
        '# 약관\n\n{{site}}의 **새** [약관](/ko/about) <script>alert(1)</script> [x](javascript:alert(1))';
      const saved = await app.put('/api/admin/documents/terms', { language: 'ko', text }, as);
      expect(saved.json()).toMatchObject({ document: 'terms', language: 'ko', text });
      const after = await app.get('/api/documents/terms?language=ko', {
        headers: { 'if-none-match': String(before.headers['etag']) },
      });
      expect([after.statusCode, after.json()]).toMatchObject([
        200,
        {
          title: '약관',
          updated_at: app.clock.now.toISOString(),
          blocks: [
            {
              kind: 'paragraph',
              runs: [
                { text: '작은 거인들의 ' },
                { text: '새', bold: true },
                { text: ' ' },
                { text: '약관', href: '/ko/about' },
                { text: ' <script>alert(1)</script> [x](javascript:alert(1))' },
              ],
            },
          ],
        },
      ]);
      expect((await read('terms?language=en')).updated_at).toBeNull();
      const all = (await app.get('/api/admin/documents', as)).json() as Answer<typeof findDocuments>;
      expect(all).toHaveLength(DOCUMENTS.length * LANGUAGES.length);
      expect(all.filter((one) => one.updated_at !== null)).toEqual([saved.json()]);

      const reset = await app.delete('/api/admin/documents/terms?language=ko', undefined, as);
      expect(reset.json()).toMatchObject({ updated_at: null, text: saved.json().shipped });
      expect((await app.get('/api/documents/terms?language=ko')).body).toBe(before.body);
      // Resetting what is as shipped changes nothing and is not logged.
      await app.delete('/api/admin/documents/terms?language=ko', undefined, as);
      const log = (await app.get('/api/admin/audit', as)).json();
      expect(log.map((entry: { action: string }) => entry.action).slice(0, 2)).toEqual([
        'document.reset',
        'document.save',
      ]);
      expect(log[1]).toMatchObject({ subject: 'terms (ko)', after: { text } });
    });

    test('nobody else writes, and what is no document is refused', async () => {
      const as = await signIn(app);
      const body = { language: 'en', text: '# X' };
      expect((await app.put('/api/admin/documents/about', body)).statusCode).toBe(401);
      expect((await app.delete('/api/admin/documents/about?language=en')).statusCode).toBe(401);
      expect((await app.get('/api/admin/documents')).statusCode).toBe(401);
      for (const wrong of [{ language: 'fr', text: 'x' }, { language: 'en', text: ' ' }, { language: 'en' }])
        expect((await app.put('/api/admin/documents/about', wrong, as)).json().code).toBe(
          'validation_failed',
        );
      const long = { language: 'en', text: 'x'.repeat(50_001) };
      expect((await app.put('/api/admin/documents/about', long, as)).statusCode).toBe(400);
      expect((await app.put('/api/admin/documents/imprint', body, as)).statusCode).toBe(400);
      expect((await app.get('/api/documents/imprint')).statusCode).toBe(400);
      expect((await read('about?language=en')).updated_at).toBeNull();
    });
  });
}
