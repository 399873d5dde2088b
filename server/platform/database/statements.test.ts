import type { CompiledQuery } from 'kysely';
import { expect, test, vi } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { compiled } from './statements.ts';
import type { Db } from './types.ts';

test.for(dialects)('what a statement always says stands in its text, on %s', async (dialect) => {
  const app = await testApp(dialect);
  try {
    const id = await makeCompany(app, "O'Hara", { score: 70 });
    await makeCompany(app, 'Other', { score: 70 });
    const select = compiled((db: Db, of: { id: string }) =>
      db
        .selectFrom('companies')
        .select(['id', 'score'])
        .where('id', '=', of.id)
        .where('show_on_site', '=', 1)
        .where('name_key', '<>', "'; drop table companies; --")
        .limit(1),
    );
    const run = vi.spyOn(app.database.read, 'executeQuery');
    for (const asked of [id, 'other', 'nobody', "o'hara' or '1' = '1"])
      expect((await select(app.database.read, { id: asked })).map((row) => row.id)).toEqual(
        asked === id || asked === 'other' ? [asked] : [],
      );
    const asked = run.mock.calls.map(([query]) => query as CompiledQuery);
    const texts = new Set(asked.map(({ sql }) => sql));
    expect(texts.size).toBe(1);
    expect([...texts][0]).toMatch(/show_on_site" = 1 and .*'''; drop table companies; --'.* limit 1\b/);
    expect(asked.map(({ parameters }) => parameters)).toEqual([
      [id],
      ['other'],
      ['nobody'],
      ["o'hara' or '1' = '1"],
    ]);
  } finally {
    await app.close();
  }
});
