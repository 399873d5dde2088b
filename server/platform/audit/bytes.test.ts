import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '../../../core/admins/audit-calls.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { ANSWER_BYTES } from '../http/answer-bytes.ts';
import { insertAuditEntry } from './store.ts';

/** A story at its greatest length, before and after a change. */
const STORY = '字'.repeat(20_000);

for (const dialect of dialects) {
  describe(`the audit log on ${dialect}`, () => {
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeAll(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
    });
    afterAll(() => app.close());

    test('comes in answers of at most 1 MB, each entry once', async () => {
      await app.database.write(async ({ tx }) => {
        for (let i = 0; i < 60; i++)
          await insertAuditEntry(tx, {
            admin: 'admin',
            action: 'company.update',
            subject: `long-${i}`,
            before: { story: STORY },
            after: { story: `${i} ${STORY}` },
            at: app.clock.now,
          });
      });
      const pages: AuditEntry[][] = [];
      for (let next: string | undefined = '/api/admin/audit?limit=1000'; next; ) {
        const answer = await app.get(next, as);
        expect(answer.statusCode).toBe(200);
        expect(Buffer.byteLength(answer.body)).toBeLessThan(ANSWER_BYTES * 1.1);
        pages.push(answer.json());
        next = /<(.*?)>/.exec(String(answer.headers.link ?? ''))?.[1];
      }
      expect(pages.length).toBeGreaterThan(5);
      const subjects = pages.flat().flatMap(({ subject }) => (subject.startsWith('long-') ? [subject] : []));
      expect(subjects).toEqual(Array.from({ length: 60 }, (_, i) => `long-${59 - i}`));
    });
  });
}
