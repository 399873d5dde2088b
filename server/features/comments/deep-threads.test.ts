import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Comment } from '../../../core/comments/comment.ts';
import { DEEPEST_REPLY } from '../../../core/comments/rules.ts';
import { restoreBackup, writeBackup } from '../../platform/backup/backup.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeFirstEdition } from '../../testing/first-edition.ts';
import { companyIndex } from '../company-index/company-index.ts';
import { clearDeleted } from './admin-store.ts';

/** Deeper than either database deletes by going down, and than a stack holds where a page recurses. */
const LENGTH = 1500;
const id = (i: number) => `deep-${String(i).padStart(4, '0')}`;

/** Each reply answers the one before; every third is deleted. */
const chain = Array.from({ length: LENGTH }, (_, i) => ({
  id: id(i),
  company_id: 'old-hands',
  parent_id: i === 0 ? null : id(i - 1),
  root_id: id(0),
  author: 'Ann',
  content: String(i),
  visitor: null,
  status: i % 3 === 2 ? 'deleted' : 'published',
  deleted_at: i % 3 === 2 ? '2026-11-20T00:00:00.000Z' : null,
  created_at: '2026-11-01T00:00:00.000Z',
}));

for (const dialect of dialects) {
  describe(`replies from before they had a deepest level, on ${dialect}`, () => {
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    let folder: string;
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'tiny-giants-deep-'));
      app = await testApp(dialect, {
        before: (url) =>
          makeFirstEdition(dialect, url, async (insert) => {
            for (const comment of chain) await insert('comments', comment);
          }),
      });
      as = await signIn(app);
    });
    afterEach(async () => {
      await app.close();
      rmSync(folder, { recursive: true });
    });

    const stored = async (of = app) => {
      const rows = await of.database.read.selectFrom('comments').select(['id', 'parent_id']).execute();
      const parents = new Map(rows.map((row) => [row.id, row.parent_id]));
      /** A reply to the first comment is of level 1. */
      const level = (of: string): number => {
        const parent = parents.get(of);
        return parent ? level(parent) + 1 : 0;
      };
      return { rows: rows.length, deepest: Math.max(...rows.map((row) => level(row.id))) };
    };
    const whole = { rows: LENGTH, deepest: DEEPEST_REPLY };

    const thread = async (of = app) => {
      const answer = await of.get('/api/companies/old-hands/comments');
      const [root] = answer.json() as Comment[];
      return [answer.statusCode, root?.content, root?.replies_count];
    };
    const shown = [200, '0', LENGTH - 1 - LENGTH / 3];

    test('are read, answered and moderated', async () => {
      expect(await stored()).toEqual(whole);
      expect(await thread()).toEqual(shown);
      const answered = await app.post(`/api/companies/old-hands/comments/${id(LENGTH - 2)}/replies`, {
        author: 'Bo',
        content: 'To the last',
      });
      expect([answered.statusCode, answered.json().parent_id]).toEqual([201, id(DEEPEST_REPLY - 1)]);
      expect((await app.delete(`/api/admin/comments/${id(LENGTH - 2)}`, undefined, as)).statusCode).toBe(200);
      expect(await thread()).toEqual(shown);
      await app.database.write(({ tx }) => clearDeleted(tx, '2026-12-31'));
      // Of the deleted those two stay, emptied, below which others stand.
      expect(await stored()).toEqual({ rows: LENGTH + 1 - (LENGTH / 3 + 1) + 2, deepest: DEEPEST_REPLY });
    });

    test('go into the trash with their company, and come back', async () => {
      expect((await app.delete('/api/admin/companies/old-hands', undefined, as)).statusCode).toBe(200);
      expect((await stored()).rows).toBe(0);
      const [entry] = (await app.get('/api/admin/bin', as)).json() as { id: string }[];
      // As it was put there before there was a deepest level.
      await app.database.write(async ({ tx }) => {
        const { snapshot } = await tx
          .selectFrom('deleted_companies')
          .select('snapshot')
          .executeTakeFirstOrThrow();
        const old = { ...JSON.parse(snapshot), comments: chain };
        await tx
          .updateTable('deleted_companies')
          .set({ snapshot: JSON.stringify(old) })
          .execute();
      });
      expect((await app.post(`/api/admin/bin/${entry?.id}/restore`, undefined, as)).statusCode).toBe(200);
      expect(await stored()).toEqual(whole);
      expect(await thread()).toEqual(shown);
      expect((await app.delete('/api/admin/companies/old-hands', undefined, as)).statusCode).toBe(200);
      expect((await stored()).rows).toBe(0);
    });

    for (const to of dialects) {
      test(`are backed up, and restored over themselves into ${to}`, async () => {
        const file = join(folder, 'backup.db');
        await writeBackup(app.databaseUrl, file);
        const other = await testApp(to);
        try {
          for (let times = 0; times < 2; times++) {
            await restoreBackup(other.database, file, companyIndex.clear);
            expect(await stored(other)).toEqual(whole);
            expect(await thread(other)).toEqual(shown);
          }
        } finally {
          await other.close();
        }
      });
    }
  });
}
