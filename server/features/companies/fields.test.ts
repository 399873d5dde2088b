import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../../core/languages.ts';
import { dialects, type EmptyDatabase, emptyDatabase } from '../../testing/dialects.ts';
import { makeFirstEdition } from '../../testing/first-edition.ts';
import type { ServerProcess } from '../../testing/process.ts';
import { makeScratchCopy, type ScratchCopy, signInTo } from '../../testing/scratch-copy.ts';

const FIELD = `  headquarters: {
    ...text(120),
    listed: true,
    ai: { when: 'both', hint: 'The city of the main office' },
  },`;
const MIGRATION = `import type { Kysely, Migration } from 'kysely';
import type { Dialect } from '../types.ts';
import { textColumn } from './columns.ts';

export function addHeadquarters(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('companies')
        .addColumn('headquarters', textColumn(dialect), (c) => c.notNull().defaultTo(''))
        .execute();
    },
  };
}
`;

/** The recipe 'A field of a company' of docs/architecture.md: a descriptor, a migration in its list, and a text. */
let copy: ScratchCopy;
beforeAll(() => {
  copy = makeScratchCopy('field');
  copy.replace('core/companies/fields.ts', '  country: {\n', `${FIELD}\n  country: {\n`);
  writeFileSync(join(copy.folder, 'server/platform/database/migrations/9999-headquarters.ts'), MIGRATION);
  const list = 'server/platform/database/migrations/migrate.ts';
  copy.replace(list, 'import', "import { addHeadquarters } from './9999-headquarters.ts';\nimport");
  copy.replace(list, '  };\n}', "    '9999-headquarters': addHeadquarters(dialect),\n  };\n}");
  for (const language of LANGUAGES) {
    const texts = `web/i18n/locales/${language}/on-demand/edit.json`;
    copy.replace(texts, '"country":', '"headquarters": "Headquarters",\n    "country":');
  }
});
afterAll(() => copy.remove());

/** What a module of the copy answers. */
const evaluate = (code: string) => JSON.parse(copy.run(['--input-type=module', '-e', code])) as unknown;

describe('a field that was just added', () => {
  test('compiles with its descriptor, its migration and its name', () => {
    copy.compile();
  }, 240_000);

  test('is in both forms, asked of the model, and in the shipped files where they state it', () => {
    expect(
      evaluate(`
        import './core/directory/shipped.ts';
        import { companyDraftOf, companyChangesOf } from './web/console/companies/company-draft.ts';
        import { bodyOf, emptyDraft } from './web/console/companies/new-company.ts';
        import { SEARCH_FIELDS, UPDATE_FIELDS } from './core/companies/fields.ts';
        import { contentFileSchema, sharedFieldsOf } from './core/companies/content.ts';
        import { readFileSync } from 'node:fs';
        const company = { headquarters: 'Seoul', common_founder: '', sources: [], content: {} };
        const draft = companyDraftOf(company);
        const file = JSON.parse(readFileSync('content/companies/37signals.json', 'utf8'));
        const shipped = contentFileSchema.parse({ ...file, headquarters: 'Chicago' });
        console.log(JSON.stringify({
          edited: companyChangesOf(company, { ...draft, shared: { ...draft.shared, headquarters: ' Busan ' } }),
          made: bodyOf({ ...emptyDraft(2026), headquarters: 'Jeju' }, 'en').headquarters,
          asked: [SEARCH_FIELDS, UPDATE_FIELDS].map((fields) => fields.includes('headquarters')),
          shipped: sharedFieldsOf(shipped).headquarters,
          unstated: 'headquarters' in sharedFieldsOf(contentFileSchema.parse(file)),
        }));`),
    ).toEqual({
      edited: { headquarters: 'Busan' },
      made: 'Jeju',
      asked: [true, true],
      shipped: 'Chicago',
      unstated: false,
    });
  });

  for (const dialect of dialects) {
    test(`is saved, listed, undone, exported and imported on ${dialect}`, async () => {
      const empty: EmptyDatabase = await emptyDatabase(dialect);
      await makeFirstEdition(dialect, empty.url);
      const server: ServerProcess = await copy.serve(empty);
      try {
        const admin = await signInTo(server);
        const path = '/api/admin/companies/old-hands';
        const stored = async () => {
          const [detail, list] = await Promise.all([
            server.call('GET', '/api/companies/old-hands'),
            server.call('GET', '/api/companies'),
          ]);
          const { headquarters } = detail.json as { headquarters: string };
          expect(list.json).toMatchObject([{ id: 'old-hands', headquarters }]);
          return headquarters;
        };
        // What was there before it has none.
        expect(await stored()).toBe('');
        expect((await server.call('PUT', path, { headquarters: ' Seoul ' }, admin)).status).toBe(200);
        expect(await stored()).toBe('Seoul');
        const refused = await server.call('PUT', path, { headquarters: 'x'.repeat(121) }, admin);
        expect(refused.json).toMatchObject({
          code: 'validation_failed',
          details: [{ path: 'body.headquarters' }],
        });

        const history = (await server.call('GET', `${path}/history`, undefined, admin)).json;
        expect(history).toMatchObject([
          { version: 2, changes: [{ field: 'headquarters', language: null, before: '', after: 'Seoul' }] },
        ]);
        const undone = await server.call('POST', `${path}/restore`, { version: 1 }, admin);
        expect(undone.json).toMatchObject({ version: 3, headquarters: '' });
        await server.call('PUT', path, { headquarters: '=Busan, "sea"' }, admin);

        const exported = await server.call('GET', '/api/admin/companies/export', undefined, admin);
        expect(exported.json).toMatchObject({ companies: [{ headquarters: '=Busan, "sea"' }] });
        const table = await (
          await fetch(`${server.url}/api/admin/companies/export.csv`, { headers: admin })
        ).text();
        await server.call('DELETE', path, undefined, admin);
        await server.call('POST', '/api/admin/companies/import', exported.json, admin);
        expect(await stored()).toBe('=Busan, "sea"');
        await server.call('PUT', path, { headquarters: '' }, admin);
        const imported = await fetch(`${server.url}/api/admin/companies/import.csv`, {
          method: 'POST',
          headers: { ...admin, 'content-type': 'text/csv' },
          body: table,
        });
        expect(await imported.json()).toMatchObject({ success: true, updated: 1 });
        expect(await stored()).toBe('=Busan, "sea"');

        const openapi = JSON.stringify((await server.call('GET', '/api/openapi.json')).json);
        expect(openapi).toContain('"headquarters"');
      } finally {
        await server.end('SIGTERM');
        await empty.remove();
      }
    });
  }
});

test('the recipe names the files that the test edits', () => {
  const docs = readFileSync(new URL('../../../docs/architecture.md', import.meta.url), 'utf8');
  const recipe = /\*\*A field of a company\.\*\*[^\n]*(?:\n[^\n]+)*/.exec(docs)?.[0] ?? '';
  for (const file of [
    'core/companies/fields.ts',
    'server/platform/database/migrations/',
    'server/features/companies/fields.test.ts',
  ])
    expect(recipe).toContain(`\`${file}\``);
});
