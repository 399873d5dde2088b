import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR, MINUTE } from '../../../core/time.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { companyWithDraft } from './preview.ts';

const DRAFT = '/api/admin/companies/acme/draft';
const PUBLISH = `${DRAFT}/publish`;

for (const dialect of dialects) {
  describe(`drafts on ${dialect}`, () => {
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeEach(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
      await makeCompany(app, 'Acme', {
        revenue: '$9M',
        texts: { en: { name: 'Acme' }, ko: { name: '에이크미' } },
      });
    });
    afterEach(() => app.close());

    const shown = async (language = 'en') =>
      (await app.get(`/api/companies/acme?language=${language}`)).json();
    const inHours = (hours: number) => new Date(app.clock.now.getTime() + hours * HOUR).toISOString();
    const save = (body: object, who = as) => app.put(DRAFT, body, who);
    const saveCompany = async (body: object) => {
      const saved = await app.put('/api/admin/companies/acme', body, as);
      expect(saved.statusCode).toBe(200);
    };
    const inbox = async () => (await app.get('/api/admin/inbox', as)).json();
    const history = async () => (await app.get('/api/admin/companies/acme/history', as)).json();

    test('a draft is kept beside what is shown until it is published as a save', async () => {
      const body = {
        revenue: '$12M',
        content: { ko: { name: '새 에이크미' } },
        version: 1,
        draft_version: 0,
      };
      const saved = await save(body);
      expect(saved.statusCode).toBe(200);
      expect(saved.json()).toMatchObject({
        version: 1,
        company_version: 1,
        state: 'waiting',
        saved_by: 'admin',
        changes: { revenue: '$12M', content: { ko: { name: '새 에이크미' } } },
        before: null,
      });
      expect(await shown()).toMatchObject({ revenue: '$9M' });
      expect((await app.get(DRAFT, as)).json()).toEqual(saved.json());
      expect((await app.get('/api/admin/company-rows?draft=any', as)).json()).toMatchObject([
        { id: 'acme', draft: 'waiting' },
      ]);
      expect(await inbox()).toContainEqual({ kind: 'drafts', count: 1, to: '/admin/edit?draft=waiting' });

      const published = await app.post(PUBLISH, {}, as);
      expect(published.statusCode).toBe(200);
      expect(published.json()).toMatchObject({ company: { revenue: '$12M', version: 2 }, draft: null });
      expect(await shown('ko')).toMatchObject({ revenue: '$12M', name: '새 에이크미' });
      expect((await app.get('/api/companies?q=새 에이크미&language=ko')).json()).toHaveLength(1);
      expect(await history()).toMatchObject([{ version: 2, actor: 'admin', action: 'update' }]);
      // The text that the draft did not touch is behind the one that it changed.
      const content = (await app.get('/api/admin/companies/acme/content', as)).json().content;
      expect(content.en.pending_language).toBe('ko');
      expect((await app.get('/api/admin/audit', as)).json()[0]).toMatchObject({
        action: 'company.publish_draft',
      });
      expect((await app.get(DRAFT, as)).statusCode).toBe(404);
      expect((await app.post(PUBLISH, {}, as)).statusCode).toBe(404);
      expect((await app.get('/api/admin/company-rows?draft=any', as)).json()).toEqual([]);
      expect((await app.get('/api/admin/companies/none/draft', as)).json().code).toBe('company_not_found');
    });

    test('a proposal that was kept as a draft is published as the words of its model', async () => {
      await save({ content: { en: { description: 'By a model' } }, model: 'some-model' });
      await app.post(PUBLISH, {}, as);
      expect(await history()).toMatchObject([{ actor_kind: 'ai', actor: 'some-model' }]);
    });

    test('a save on an older draft is refused with the newest one, and nothing is lost', async () => {
      await save({ revenue: '$12M', draft_version: 0 });
      const late = await save({ revenue: '$13M', draft_version: 0 });
      expect(late.statusCode).toBe(409);
      expect(late.json()).toMatchObject({
        code: 'conflict',
        changed_by: 'admin',
        draft: { version: 1, changes: { revenue: '$12M' } },
      });
      expect((await save({ revenue: '$13M', draft_version: 1 })).json()).toMatchObject({ version: 2 });
      expect((await app.post(PUBLISH, { draft_version: 1 }, as)).statusCode).toBe(409);
      expect((await app.delete(DRAFT, undefined, as)).json()).toEqual({ success: true });
      expect((await save({ revenue: '$14M', draft_version: 2 })).json()).toMatchObject({
        code: 'conflict',
        draft: null,
      });
      expect((await app.delete(DRAFT, undefined, as)).statusCode).toBe(404);
      expect((await save({ version: 7 })).json().details).toMatchObject([{ code: 'unknown_version' }]);
      expect((await save({ content: { en: { name: '' } } })).statusCode).toBe(400);
    });

    test('what was changed in other fields meanwhile stays; in the same ones it is decided', async () => {
      await save({ revenue: '$12M', content: { en: { description: 'Mine' } } });
      await saveCompany({ country: 'KR', content: { en: { story: 'Theirs' } } });
      expect((await app.get(DRAFT, as)).json().before).toMatchObject({ country: null });
      await saveCompany({ content: { en: { description: 'Theirs' } } });
      const refused = await app.post(PUBLISH, {}, as);
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toMatchObject({
        code: 'conflict',
        changed_by: 'admin',
        company: { version: 3, content: { en: { description: 'Theirs' } } },
        details: [{ path: 'draft.content.en.description', code: 'changed_meanwhile' }],
      });
      expect(await shown()).toMatchObject({ revenue: '$9M', description: 'Theirs' });
      await save({ revenue: '$12M', content: { en: { description: 'Mine' } }, version: 3, draft_version: 1 });
      expect((await app.post(PUBLISH, {}, as)).statusCode).toBe(200);
      expect(await shown()).toMatchObject({
        revenue: '$12M',
        description: 'Mine',
        story: 'Theirs',
        country: 'KR',
      });
    });

    test('a schedule outlives a restart, is published once by several processes, and can be taken back', async () => {
      await save({ revenue: '$12M' });
      expect((await app.post(PUBLISH, { at: inHours(-1) }, as)).json().details).toMatchObject([
        { path: 'body.at', code: 'not_in_future' },
      ]);
      expect((await app.post(PUBLISH, { at: '2026-12-01T10:00' }, as)).statusCode).toBe(400);
      // Moments are compared as texts: a year of five digits would be the past.
      for (const at of ['9999-12-31T23:59:59-12:00', '9999-12-31T23:59:59Z', '0000-01-01T00:00:00Z'])
        expect((await app.post(PUBLISH, { at }, as)).statusCode).toBe(400);
      await app.post(PUBLISH, { at: '2099-01-01T09:00:00+09:00' }, as);
      expect((await app.get(DRAFT, as)).json()).toMatchObject({
        state: 'scheduled',
        publish_at: '2099-01-01T00:00:00.000Z',
        approved_by: 'admin',
      });
      expect((await app.post(PUBLISH, { at: null }, as)).json().draft).toMatchObject({
        state: 'waiting',
        publish_at: null,
      });
      await app.post(PUBLISH, { at: inHours(2) }, as);
      await app.drafts.look();
      expect(await shown()).toMatchObject({ revenue: '$9M' });

      // What was scheduled is due after a restart, and two processes look at the same moment.
      app.clock.forward(2 * HOUR + 1);
      const [one, two] = [await app.sibling(), await app.sibling()];
      one.clock.now = app.clock.now;
      two.clock.now = app.clock.now;
      await Promise.all([one.drafts.look(), two.drafts.look(), app.drafts.look()]);
      await Promise.all([one.close(), two.close()]);
      // Where another process published it, this one's cache hears of it a moment later.
      await vi.waitFor(async () => expect(await shown()).toMatchObject({ revenue: '$12M' }));
      expect(await history()).toHaveLength(1);
      const log = (await app.get('/api/admin/audit', as)).json() as { action: string }[];
      expect(log.filter(({ action }) => action === 'company.publish_draft')).toHaveLength(1);
      expect((await app.get(DRAFT, as)).statusCode).toBe(404);
    });

    test('a scheduled draft that meets a conflict stays, and waits in the inbox', async () => {
      await save({ revenue: '$12M' });
      await app.post(PUBLISH, { at: inHours(1) }, as);
      await saveCompany({ revenue: '$11M' });
      app.clock.forward(HOUR + 1);
      await app.drafts.look();
      expect(await shown()).toMatchObject({ revenue: '$11M' });
      expect((await app.get(DRAFT, as)).json()).toMatchObject({ state: 'failed' });
      expect(await inbox()).toContainEqual({
        kind: 'failed_drafts',
        count: 1,
        to: '/admin/edit?draft=failed',
      });
      // Somebody decides: another save is against the newest version, and waits again.
      expect((await save({ revenue: '$12M', version: 2, draft_version: 1 })).json()).toMatchObject({
        state: 'waiting',
        publish_at: null,
      });
      expect((await app.post(PUBLISH, {}, as)).statusCode).toBe(200);
    });

    test('a contributor drafts and does not publish', async () => {
      const writer = await signIn(app, 'writer', 'contributor');
      expect((await app.put('/api/admin/companies/acme', { revenue: '$1M' }, writer)).statusCode).toBe(403);
      expect((await save({ revenue: '$12M' }, writer)).json()).toMatchObject({ saved_by: 'writer' });
      for (const body of [{}, { at: inHours(1) }, { at: null }])
        expect((await app.post(PUBLISH, body, writer)).statusCode).toBe(403);
      // Another save after the approval has to be approved again.
      await app.post(PUBLISH, { at: inHours(1) }, as);
      expect((await save({ revenue: '$13M' }, writer)).json()).toMatchObject({
        state: 'waiting',
        approved_by: null,
      });
      await app.post(PUBLISH, {}, as);
      expect(await history()).toMatchObject([{ actor: 'writer' }]);
      const analyst = await signIn(app, 'reader', 'analyst');
      expect((await save({ revenue: '$1M' }, analyst)).statusCode).toBe(403);
    });

    test('goes into the trash with its company, and comes back without its schedule', async () => {
      await save({ revenue: '$12M' });
      await app.post(PUBLISH, { at: inHours(1) }, as);
      const { bin_id } = (await app.delete('/api/admin/companies/acme', undefined, as)).json();
      expect(await inbox()).not.toContainEqual(expect.objectContaining({ kind: 'drafts' }));
      app.clock.forward(2 * HOUR);
      await app.post(`/api/admin/bin/${bin_id}/restore`, undefined, as);
      await app.drafts.look();
      expect((await app.get(DRAFT, as)).json()).toMatchObject({
        state: 'waiting',
        publish_at: null,
        changes: { revenue: '$12M' },
      });
      expect(await shown()).toMatchObject({ revenue: '$9M' });
    });

    test('a preview is what publishing would make, and leaves nothing behind', async () => {
      await save({ revenue: '$12M', content: { ko: { name: '새 에이크미' } } });
      const preview = await companyWithDraft(app.database, 'acme', 'ko', app.clock.now);
      expect(preview).toMatchObject({ revenue: '$12M', name: '새 에이크미', nameEn: 'Acme' });
      expect(await shown('ko')).toMatchObject({ revenue: '$9M', name: '에이크미' });
      expect(await history()).toEqual([]);
      expect((await app.get('/api/companies?q=새 에이크미&language=ko')).json()).toEqual([]);
      expect((await app.get(DRAFT, as)).statusCode).toBe(200);
      expect((await app.get(`${DRAFT}/preview?language=ko`)).statusCode).toBe(401);
    });

    test('two people on one company see each other for a minute', async () => {
      const note = async (who: typeof as, body?: object) =>
        (await app.post('/api/admin/companies/acme/presence', body, who)).json();
      const other = await signIn(app, 'other', 'editor');
      expect(await note(as)).toEqual({ others: [], draft: null, version: 1 });
      expect(await note(other)).toMatchObject({ others: ['admin'] });
      await save({ revenue: '$12M' });
      expect(await note(as)).toMatchObject({ others: ['other'], draft: { version: 1, saved_by: 'admin' } });
      await note(other, { editing: false });
      expect(await note(as)).toMatchObject({ others: [] });
      app.clock.forward(MINUTE);
      expect(await note(other)).toMatchObject({ others: [] });
      const none = await app.post('/api/admin/companies/none/presence', {}, as);
      expect(none.statusCode).toBe(404);
    });
  });
}
