import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '../../../core/admins/audit-calls.ts';
import { DAY } from '../../../core/time.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeComment, makeCompany, makeUser } from '../../testing/make.ts';
import { insertAuditEntry } from './store.ts';

/** Entries of a log that was kept for years. */
const MANY = 100_000;
/** Milliseconds in which a page has to be there, the best of three: other tests run beside it. */
const SOON = 300;

for (const dialect of dialects) {
  describe(`the audit log looked through on ${dialect}`, () => {
    let app: TestApp;
    let ada: Awaited<ReturnType<typeof signIn>>;
    let bob: Awaited<ReturnType<typeof signIn>>;
    beforeAll(async () => {
      app = await testApp(dialect);
      ada = await signIn(app, 'ada');
      bob = await signIn(app, 'bob');
    });
    afterAll(() => app.close());

    const log = async (query: string) =>
      (await app.get(`/api/admin/audit?${query}`, ada)).json() as AuditEntry[];
    const actions = async (query: string) =>
      (await log(query)).map(({ admin, action }) => `${admin} ${action}`);

    test('by person, action, kind of action, company and day', async () => {
      const id = await makeCompany(app, 'Quiet Bakery');
      const other = await makeCompany(app, 'Loud Forge');
      await app.put(`/api/admin/companies/${id}`, { revenue: '$3M' }, ada);
      app.clock.forward(2 * DAY);
      ada = await signIn(app, 'ada');
      bob = await signIn(app, 'bob');
      await app.put(`/api/admin/companies/${id}/visibility`, { show_on_site: false }, bob);
      await app.put(`/api/admin/companies/${other}`, { revenue: '$4M' }, bob);
      expect(await actions('company=bakery')).toEqual(['bob company.hide', 'ada company.update']);
      expect(await actions(`company=${other}`)).toEqual(['bob company.update']);
      expect(await actions('admin=bob&action=company')).toEqual(['bob company.update', 'bob company.hide']);
      expect(await actions('action=company.update&company=quiet')).toEqual(['ada company.update']);
      const day = app.clock.now.toISOString().slice(0, 10);
      expect(await actions(`from=${day}&action=company`)).toEqual(['bob company.update', 'bob company.hide']);
      expect(await actions(`to=${day}&from=${day}&company=quiet`)).toEqual(['bob company.hide']);
      expect(await actions('company=nowhere')).toEqual([]);
      // An action that there is not is in no entry.
      expect(await actions('action=a.b.c')).toEqual([]);
      expect((await app.get('/api/admin/audit?action=a%00', ada)).json()).toMatchObject({
        code: 'validation_failed',
      });
      expect((await app.get('/api/admin/audit?cursor=x', ada)).statusCode).toBe(400);
      const choices = (await app.get('/api/admin/audit/choices', ada)).json();
      expect(choices.admins).toEqual(['ada', 'bob']);
      expect(choices.actions).toContain('company.hide');
    });

    test('a page leads to the next, each entry once', async () => {
      const all = (await log('limit=1000')).map(({ id }) => id);
      const ids: string[] = [];
      for (let next: string | undefined = '/api/admin/audit?limit=2'; next; ) {
        const answer = await app.get(next, ada);
        ids.push(...(answer.json() as AuditEntry[]).map(({ id }) => id));
        next = /<(.*?)>/.exec(String(answer.headers.link ?? ''))?.[1];
      }
      expect(ids).toEqual(all);
    });

    test('has names, and of what is gone the last one; a reader who is gone has none', async () => {
      const id = await makeCompany(app, 'First Name');
      const comment = await makeComment(app, id, 'Hello', { status: 'held' });
      await app.post(`/api/admin/comments/${comment}/approve`, {}, ada);
      await app.put(`/api/admin/companies/${id}`, { language: 'en', name: 'Second Name' }, ada);
      expect((await log('company=second')).map(({ about }) => about)).toEqual([
        { kind: 'company', id, name: 'Second Name', exists: true },
        { kind: 'company', id, name: 'Second Name', exists: true },
      ]);
      await app.delete(`/api/admin/companies/${id}`, undefined, ada);
      const [trashed] = (await app.get('/api/admin/bin', ada)).json() as { id: string }[];
      const erased = await app.delete(`/api/admin/bin/${trashed?.id}`, undefined, ada);
      expect(erased.statusCode).toBe(200);
      const gone = await log('company=second');
      expect(gone.map(({ action }) => action)).toEqual([
        'company.erase',
        'company.delete',
        'company.update',
        'comment.approve',
      ]);
      for (const { about } of gone)
        expect(about).toEqual({ kind: 'company', id, name: 'Second Name', exists: false });

      const user = await makeUser(app, 'eve@example.com', { email_verified: 0 });
      await app.post(`/api/admin/users/${user}/verify`, {}, ada);
      const verified = async () => (await log('action=user.verify'))[0]?.about;
      expect(await verified()).toEqual({ kind: 'user', id: user, name: 'eve@example.com', exists: true });
      await app.post(`/api/admin/users/${user}/delete`, undefined, ada);
      expect(await verified()).toEqual({ kind: 'user', id: user, name: '', exists: false });
    });

    test('is handed out as CSV that no spreadsheet runs, which the security log has', async () => {
      const id = await makeCompany(app, '=HYPERLINK("http://evil.example")');
      await app.put(`/api/admin/companies/${id}`, { revenue: '$5M' }, ada);
      const file = await app.get(`/api/admin/audit/export.csv?company=${id}`, ada);
      expect(file.headers['content-type']).toContain('text/csv');
      const [row, ...more] = parse(file.body, { bom: true, columns: true }) as Record<string, string>[];
      expect(more).toEqual([]);
      expect(row).toMatchObject({ admin: 'ada', action: 'company.update', subject: id });
      expect(row?.['name']).toBe('\'=HYPERLINK("http://evil.example")');
      expect((await app.get('/api/admin/security-log?event=export', ada)).json()[0]).toMatchObject({
        actor: 'ada',
        subject: '1 actions',
      });
      expect((await app.get('/api/admin/audit/export.csv')).statusCode).toBe(401);
    });

    test(`with ${MANY} entries a page is there soon, however it is filtered`, async () => {
      const id = await makeCompany(app, 'Busy Mill');
      await app.database.write(async ({ tx }) => {
        await insertAuditEntry(tx, {
          admin: 'ada',
          action: 'company.update',
          subject: id,
          at: app.clock.now,
        });
        const row = {
          subject: 'x',
          before: '[]',
          after: '[]',
          at: new Date(app.clock.now.getTime() - DAY).toISOString(),
        };
        for (let i = 0; i < MANY; i += 500)
          await tx
            .insertInto('audit_log')
            .values(
              Array.from({ length: 500 }, (_, j) => ({
                ...row,
                id: `many-${String(i + j).padStart(7, '0')}`,
                admin: j % 10 ? 'carl' : 'dora',
                action: j % 3 ? 'company.update' : 'session.begin',
                company_id: `company-${j}`,
                name: `Company ${j}`,
                name_key: `company ${j}`,
              })),
            )
            .execute();
      });
      for (const query of [
        '',
        'admin=dora',
        'action=company',
        'action=session.begin',
        'company=busy',
        `to=${app.clock.now.toISOString().slice(0, 10)}`,
      ]) {
        const times: number[] = [];
        for (let i = 0; i < 3; i++) {
          const began = performance.now();
          expect(await log(query)).not.toEqual([]);
          times.push(performance.now() - began);
        }
        expect(Math.min(...times), query).toBeLessThan(SOON);
      }
    });
  });
}
