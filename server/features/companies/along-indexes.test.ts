import { DatabaseSync, StatementSync } from 'node:sqlite';
import { afterEach, expect, test, vi } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { makeCompany } from '../../testing/make.ts';

afterEach(() => void vi.restoreAllMocks());

/**
 * A step that looks at each row of a table, or at each shown company; what ends at a limit in an index's order is none.
 * Settings and kept pictures, which a timer may read meanwhile, are no part of a page.
 */
const LOOKS_AT_EACH = /^SCAN (?!json_each\b|settings\b|logo_pictures\b|t\b|CONSTANT)|\(show_on_site=\?\)$/;

test('what a page tells of one company is found along indexes, however many companies there are', async () => {
  const app = await testApp('sqlite');
  try {
    for (const name of ['Alpha', 'Beta', 'Gamma']) {
      await makeCompany(app, name, { kinds: ['saas'], country: 'KR' });
      await app.post(`/api/companies/${name.toLowerCase()}/comments`, { author: 'A', content: name });
    }
    const ask = async (id: string) => {
      for (const part of ['', '/neighbours', '/related', '/comments', '/numbers'])
        expect((await app.get(`/api/companies/${id}${part}`)).statusCode).toBe(200);
    };
    // What is known of all companies is counted once for all of them.
    await ask('alpha');
    const statements = new Set<string>();
    const all = StatementSync.prototype.all;
    vi.spyOn(StatementSync.prototype, 'all').mockImplementation(function (this: StatementSync, ...values) {
      statements.add(this.sourceSQL);
      return all.apply(this, values);
    });
    await ask('beta');
    vi.restoreAllMocks();
    expect(statements.size).toBeGreaterThan(6);
    const database = new DatabaseSync(app.databaseUrl.replace('sqlite:', ''), { readOnly: true });
    for (const statement of statements) {
      const steps = database.prepare(`explain query plan ${statement}`).all();
      const looking = steps.map(({ detail }) => String(detail)).filter((step) => LOOKS_AT_EACH.test(step));
      expect(looking, statement).toEqual([]);
    }
    database.close();
  } finally {
    await app.close();
  }
});
